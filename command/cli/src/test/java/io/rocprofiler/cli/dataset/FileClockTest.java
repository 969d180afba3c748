package io.rocprofiler.cli.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileClockTest {

    private static final long NANOS = 1_000_000_000;

    @TempDir
    Path directory;

    /// A file server whose clock is known, and the way to it.
    private static final class Distant {
        private final SplittableRandom random = new SplittableRandom(3);
        private final long tick;
        private final long ahead;
        private long now = 77 * NANOS;

        Distant(long tick, long ahead) {
            this.tick = tick;
            this.ahead = ahead;
        }

        long clock() {
            return now;
        }

        long time() {
            now += 50_000 + random.nextLong(400_000);
            long time = (now + ahead) / tick * tick;
            now += 50_000 + random.nextLong(400_000);
            return time;
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 1_000_000, 4_000_000, 10_000_000})
    void the_difference_is_between_the_bounds_whatever_the_servers_ticks(long tick) {
        long ahead = 1_795_000_000L * NANOS + 123_456_789;
        Distant server = new Distant(tick, ahead);
        ClockBounds bounds = Objects.requireNonNull(FileClock.measure(_ -> server.time(), server::clock));
        assertThat(ahead).isBetween(bounds.leastNanos(), bounds.mostNanos());
        assertThat(bounds.error()).isLessThan(1_000_000);
    }

    @Test
    void a_clock_that_stands_or_a_folder_that_cannot_be_written_is_no_measurement() {
        Distant server = new Distant(NANOS, 0);
        assertThat(FileClock.measure(_ -> server.time(), server::clock)).isNull();
        assertThat(FileClock.measure(
                        _ -> {
                            throw new IOException("read-only");
                        },
                        System::nanoTime))
                .isNull();
        assertThat(FileClock.measure(directory.resolve("missing"))).isNull();
    }

    @Test
    void this_machines_files_have_its_own_clock() throws IOException {
        ClockBounds bounds = Objects.requireNonNull(FileClock.measure(directory));
        long before = System.nanoTime();
        Instant instant = Instant.now();
        long after = System.nanoTime();
        long realtime = instant.getEpochSecond() * NANOS + instant.getNano();
        assertThat(bounds.leastNanos()).isLessThanOrEqualTo(realtime - before);
        // A tick is a hundredth of a second at most, and what has a time of its own is not earlier than the tick.
        assertThat(bounds.mostNanos()).isGreaterThanOrEqualTo(realtime - after - 10_000_000);
        try (Stream<Path> left = Files.list(directory)) {
            assertThat(left).isEmpty();
        }
        assertThat(FileClock.reference(directory, "b"))
                .isIn(
                        "boot b",
                        Files.getFileStore(directory).type() + " "
                                + Files.getFileStore(directory).name());
    }
}
