package io.rocprofiler.conformance.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Event;
import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import io.rocprofiler.conformance.Trace;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// From a damaged trace, `rocprofv3 convert` saves the intact parts and reports the rest.
final class DamagedSegmentTest {
    private static Path whole;
    private static List<Event> events;

    @BeforeAll
    static void record() throws IOException {
        Outcome outcome = Run.traced(List.of("--sys-trace", "-f", "csv"), "busy", "progress", "return", "100")
                .with("ROCPROFILER_KEEP_RAW", "1")
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
        assertThat(outcome.errLines()).allMatch(line -> line.startsWith("rocprofv3: wrote "));
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
        Outcome outcome = bytes <= 4096 ? failed(segment(bytes)) : convert(segment(bytes));
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
            // Many, since a byte inside a record's times, or in unused space, does no detectable damage.
            for (int i = 0; i < 200; i++) {
                file.seek(4096 + random.nextInt(300_000));
                file.write(random.nextInt());
            }
        }
        Outcome outcome = convert(run);
        assertThat(outcome.err()).startsWith("rocprofv3: warning: segment/records.seg: ");
        assertThat(Trace.read("csv", outcome.folder().resolve("out"))).isNotEmpty();
    }

    /// Changes one word of the header or of the first stretch, whose first record is the thread's name, of 48 bytes.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            newer version      | 8    | 3             | all  | segment version 3, this reader knows version 2; read as version 2
            much newer         | 8    | 4294967295    | all  | segment version 4294967295, this reader knows version 2; read as version 2
            header's length    | 12   | 7             | all  | the header's sizes make no sense; read with the usual sizes: 65536
            chunk's length     | 24   | 3             | all  | the header's sizes make no sense; read with the usual sizes: 65536
            stretch's length   | 32   | 0             | all  | the header's sizes make no sense; read with the usual sizes: 65536
            number of chunks   | 64   | 1000          | all  | truncated: the last
            first bytes        | 0    | 0             | none | not a trace segment (its first bytes are not RPJSEG01); nothing recovered
            size of a name     | 4160 | 12345         | some | damaged at byte 4160;
            size of a record   | 4208 | 12345         | some | damaged at byte 4208;
            process's number   | 16   | 12345         | all  | the header is damaged; read as far as it makes sense
            abandoned calls    | 88   | 12345         | all  | the header's counters are not those of the end; read as they are
            end of the process | 72   | 0             | all  | the header's counters are not those of the end; read as they are
            kind of a name     | 4168 | 77777         | all  | damaged at byte 4096;
            kind of a record   | 4216 | 77777         | some | damaged at byte 4096;
            time of a record   | 4256 | 12345         | any  | damaged at byte 4096;
            bytes of a stretch | 4096 | 8             | all  | damaged at byte 4096;
            what was submitted | 4112 | 0             | all  | damaged at byte 4096;
            thread's number    | 4104 | 0             | all  | damaged at byte 4096;
            the checksum       | 4136 | 12345         | all  | damaged at byte 4096;
            """)
    void a_wrong_word_costs_what_depends_on_it(String word, long place, long value, String kept, String line)
            throws IOException {
        Run run = segment(Long.MAX_VALUE);
        Path file = run.folder().resolve("segment/records.seg");
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            int size = place < 16 && place > 0 ? Integer.BYTES : Long.BYTES;
            ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
            channel.write(bytes.putLong(0, value).limit(size), place);
        }
        Outcome outcome = kept.equals("none") ? failed(run) : convert(run);
        assertThat(outcome.errLines().getFirst())
                .as(word)
                .startsWith("rocprofv3: warning: segment/records.seg: " + line);
        List<Event> saved = Trace.read("csv", outcome.folder().resolve("out"));
        if (!kept.equals("any")) assertThat(events).containsAll(saved);
        switch (kept) {
            case "any" -> assertThat(saved).isNotEmpty();
            case "all" -> assertThat(saved).hasSameSizeAs(events);
            case "none" -> assertThat(saved).isEmpty();
            default -> assertThat(saved).isNotEmpty().hasSizeLessThan(events.size());
        }
    }

    /// The files beside the segment explain it; without them, or with half of them, all calls are still there.
    @ParameterizedTest
    @CsvSource({
        "process.properties, true",
        "process.properties, false",
        "agents.properties, true",
        "agents.properties, false"
    })
    void without_what_stands_beside_it_a_segment_gives_all_its_calls(String name, boolean removed) throws IOException {
        Run run = segment(Long.MAX_VALUE);
        Path file = run.folder().resolve("segment").resolve(name);
        byte[] content = Files.readAllBytes(whole.resolveSibling(name));
        Files.deleteIfExists(file);
        if (!removed) Files.write(file, Arrays.copyOf(content, content.length / 2));
        Outcome outcome = convert(run);
        assertThat(outcome.errLines().getFirst()).startsWith("rocprofv3: warning: segment/" + name + ": ");
        assertThat(Trace.read("csv", outcome.folder().resolve("out"))).containsExactlyInAnyOrderElementsOf(events);
    }

    /// Runs a conversion that recovers no records, which is a failure.
    private static Outcome failed(Run run) {
        Outcome outcome = run.go();
        assertThat(outcome.status()).as(outcome.err()).isEqualTo(1);
        assertThat(outcome.out()).isEmpty();
        return outcome;
    }

    // --- packed runs -------------------------------------------------------------------------------------------------

    /// The file begins with a header of 16 bytes; the index is the rest of its end except the last 32 bytes.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            without its last byte    | -1  | 0   | all  | cut: its end is not that of a packed trace; all
            wrong bytes in its index | 0   | -60 | all  | its index is damaged; all
            wrong bytes at its end   | 0   | -10 | all  | cut: its end is not that of a packed trace; all
            cut in the middle        | -2  | 0   | some | cut: its end is not that of a packed trace;
            of nothing but noise     | -3  | 0   | none | not a packed trace (its first bytes are not RPJPCK01); nothing recovered
            """)
    void a_damaged_packed_run_gives_its_blocks(String damage, long cut, long wrong, String kept, String line)
            throws IOException {
        Run run = segment(Long.MAX_VALUE);
        Path directory = run.folder().resolve("segment");
        assertThat(Run.command(Product.file("bin/rocprofv3"), "convert", directory.toString(), "--pack", "-f", "csv")
                        .go()
                        .status())
                .isZero();
        assertThat(directory.resolve("records.seg")).doesNotExist();
        Path pack = directory.resolve("records.pack");
        byte[] bytes = Files.readAllBytes(pack);
        for (int i = 0; wrong < 0 && i < 3; i++) bytes[(int) (bytes.length + wrong) + i] ^= 0x55;
        if (cut == -1) bytes = Arrays.copyOf(bytes, bytes.length - 1);
        if (cut == -2) bytes = Arrays.copyOf(bytes, bytes.length * 2 / 3);
        if (cut == -3) new Random(5).nextBytes(bytes);
        Files.write(pack, bytes);

        Outcome outcome = kept.equals("none") ? failed(run) : convert(run);
        assertThat(outcome.errLines().getFirst())
                .as(damage)
                .startsWith("rocprofv3: warning: segment/records.pack: " + line);
        List<Event> saved = Trace.read("csv", outcome.folder().resolve("out"));
        assertThat(events).containsAll(saved);
        switch (kept) {
            case "all" -> assertThat(saved).hasSameSizeAs(events);
            case "none" -> assertThat(saved).isEmpty();
            default -> {
                assertThat(saved).isNotEmpty().hasSizeLessThan(events.size());
                Matcher lost = Pattern.compile("; (\\d+) of (\\d+) records").matcher(outcome.err());
                assertThat(lost.find()).as(outcome.err()).isTrue();
                // GPU work is counted with the calls.
                assertThat(Long.parseLong(lost.group(1))).isGreaterThanOrEqualTo(events.size() - saved.size());
                assertThat(Long.parseLong(lost.group(2))).isGreaterThanOrEqualTo(events.size());
            }
        }
    }

    private static Outcome convert(Run run) {
        Outcome outcome = run.go();
        assertThat(outcome.errLines()).allMatch(line -> line.startsWith("rocprofv3: "));
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.status()).isZero();
        return outcome;
    }

    /// Converts a copy of the segment's first bytes.
    private static Run segment(long bytes) throws IOException {
        Run run = Run.command(
                Product.file("bin/rocprofv3"), "convert", "segment", "-f", "csv", "-d", "out", "-o", "trace");
        Path copy = Files.createDirectories(run.folder().resolve("segment"));
        for (String name : List.of("process.properties", "agents.properties")) {
            Files.copy(whole.resolveSibling(name), copy.resolve(name));
        }
        Files.copy(whole, copy.resolve("records.seg"));
        try (RandomAccessFile file =
                new RandomAccessFile(copy.resolve("records.seg").toFile(), "rw")) {
            if (bytes < file.length()) file.setLength(bytes);
        }
        return run;
    }
}
