package io.rocprofiler.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Of a damaged trace, `rocprofv3 convert` saves what is whole and says what is not.
final class DamagedSegmentTest {
    private static Path whole;
    private static List<Event> events;

    @BeforeAll
    static void record() throws IOException {
        Outcome outcome = Run.traced(List.of("--sys-trace", "-f", "csv"), "busy", "progress", "return", "100")
                .go();
        assertThat(outcome.status()).as(outcome.err()).isEqualTo(5);
        events = Trace.read("csv", outcome.folder().resolve("out"));
        try (Stream<Path> files = Files.walk(outcome.folder().resolve("out"))) {
            whole = files.filter(file -> file.endsWith("records.seg"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    @Test
    void a_whole_segment_gives_the_same_trace_again() throws IOException {
        Outcome outcome = convert(segment(Long.MAX_VALUE));
        assertThat(Trace.read("csv", outcome.folder().resolve("out"))).containsExactlyInAnyOrderElementsOf(events);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0      | rocprofv3: warning: segment/records.seg: the file is empty; nothing recovered
            100    | rocprofv3: warning: segment/records.seg: only 100 bytes long
            4096   | rocprofv3: warning: segment/records.seg: truncated: the last
            70000  | rocprofv3: warning: segment/records.seg: truncated: the last
            150000 | rocprofv3: warning: segment/records.seg: truncated: the last
            """)
    void a_truncated_segment_gives_what_it_has(long bytes, String line) throws IOException {
        Outcome outcome = convert(segment(bytes));
        assertThat(outcome.errLines().getFirst()).startsWith(line);
        assertThat(events).containsAll(Trace.read("csv", outcome.folder().resolve("out")));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void a_segment_with_wrong_bytes_is_read_around_them(long seed) throws IOException {
        Run run = segment(Long.MAX_VALUE);
        Random random = new Random(seed);
        try (RandomAccessFile file =
                new RandomAccessFile(run.folder().resolve("segment/records.seg").toFile(), "rw")) {
            // Many: a byte inside a record's times, or of room that nobody used, does no harm that could be found.
            for (int i = 0; i < 200; i++) {
                file.seek(4096 + random.nextInt(300_000));
                file.write(random.nextInt());
            }
        }
        Outcome outcome = convert(run);
        assertThat(outcome.err()).startsWith("rocprofv3: warning: segment/records.seg: ");
        assertThat(Trace.read("csv", outcome.folder().resolve("out"))).isNotEmpty();
    }

    private static Outcome convert(Run run) {
        Outcome outcome = run.go();
        assertThat(outcome.errLines()).allMatch(line -> line.startsWith("rocprofv3: "));
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.status()).isZero();
        return outcome;
    }

    /// A conversion of a copy of the segment's first bytes.
    private static Run segment(long bytes) throws IOException {
        Run run = Run.command(
                Product.file("bin/rocprofv3"), "convert", "segment", "-f", "csv", "-d", "out", "-o", "trace");
        Path copy = Files.createDirectories(run.folder().resolve("segment"));
        Files.copy(whole.resolveSibling("process.properties"), copy.resolve("process.properties"));
        Files.copy(whole, copy.resolve("records.seg"));
        try (RandomAccessFile file =
                new RandomAccessFile(copy.resolve("records.seg").toFile(), "rw")) {
            if (bytes < file.length()) file.setLength(bytes);
        }
        return run;
    }
}
