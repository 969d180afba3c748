package io.rocprofiler.cli.run;

import io.rocprofiler.cli.dataset.ClockBounds;
import io.rocprofiler.cli.dataset.ClockLine;
import io.rocprofiler.cli.dataset.FileClock;
import io.rocprofiler.cli.output.Writer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Compares the clock of a rank's machine with its file server's: while the program starts, in a thread of its own so
/// that it does not wait, and when it has ended. Only in parallel jobs: elsewhere there is nothing to align.
final class ClockWatch {

    private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");

    private final boolean isNeeded;
    private final CompletableFuture<@Nullable ClockBounds> first;

    private ClockWatch(boolean isNeeded, CompletableFuture<@Nullable ClockBounds> first) {
        this.isNeeded = isNeeded;
        this.first = first;
    }

    /// Begins to measure.
    ///
    /// @param folder the run's, which the program may move: then there is only one measurement
    static ClockWatch begin(Path folder, Writer writer) {
        boolean isNeeded = writer.rank() >= 0;
        return new ClockWatch(
                isNeeded,
                isNeeded
                        ? CompletableFuture.supplyAsync(() -> FileClock.measure(folder))
                                .exceptionally(_ -> null)
                        : CompletableFuture.completedFuture(null));
    }

    /// Measures once more.
    ///
    /// @return null if nothing was measured
    @Nullable
    ClockLine end(Path folder) {
        ClockBounds atStart = first.join();
        if (!isNeeded || !Files.isDirectory(folder)) {
            return null;
        }
        List<ClockBounds> measured = Stream.of(atStart, FileClock.measure(folder))
                .filter(Objects::nonNull)
                .toList();
        try {
            String bootId = Files.readString(BOOT_ID).strip();
            return measured.isEmpty() ? null : new ClockLine(bootId, FileClock.reference(folder, bootId), measured);
        } catch (IOException _) {
            return null;
        }
    }
}
