package io.rocprofiler.trace;

import static io.rocprofiler.abi.BufferTracingKind.HSA_CORE_API;
import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.abi.internal.SegmentConstants;
import io.rocprofiler.abi.internal.SegmentHeader;
import io.rocprofiler.trace.file.Reading;
import io.rocprofiler.trace.kind.Domain;
import io.rocprofiler.trace.problem.Counts;
import io.rocprofiler.trace.testing.SegmentWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A segment in several files: those of threads that filled it faster than its first file grew.
class AnnexTest {
    private static final int STRETCHES = 36;

    /// The number of stretches in records.seg, and together with each of the annexes. Half a chunk is unused at the
    /// end of each.
    private static final int[] UNTIL = {10, 14, 26, STRETCHES};

    private final byte[] whole = stretches().toBytes();

    @TempDir
    Path run;

    private Path directory;

    private static SegmentWriter stretches() {
        SegmentWriter writer = new SegmentWriter(1);
        for (int i = 0; i < STRETCHES; i++) writer.stretch(7 + i % 3).api(HSA_CORE_API, 0, i + 1, 100 - i, 200);
        return writer;
    }

    @BeforeEach
    void divide() throws IOException {
        directory = Files.createDirectories(run.resolve("1-1"));
        Files.writeString(file(SegmentConstants.PROPERTIES_FILE), "format=1\npid=1\n");
        Files.write(file(SegmentConstants.SEGMENT_FILE), part(0, UNTIL[0]));
        for (int i = 1; i < UNTIL.length; i++) Files.write(annex(i), part(UNTIL[i - 1], UNTIL[i]));
    }

    /// Returns a file with some of the stretches and half a chunk of zeros.
    private byte[] part(int from, int to) throws IOException {
        ByteArrayOutputStream part = new ByteArrayOutputStream();
        int stretches = to - from + 2;
        byte[] header = Arrays.copyOf(whole, SegmentWriter.HEADER);
        ByteBuffer.wrap(header)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(SegmentHeader.CHUNKS, (long) stretches * SegmentWriter.STRETCH / SegmentWriter.CHUNK);
        part.write(header);
        part.write(whole, SegmentWriter.HEADER + from * SegmentWriter.STRETCH, (to - from) * SegmentWriter.STRETCH);
        part.write(new byte[2 * SegmentWriter.STRETCH]);
        return part.toByteArray();
    }

    private Path annex(int number) {
        return file(SegmentConstants.ANNEX_PREFIX + number + SegmentConstants.ANNEX_SUFFIX);
    }

    private Path file(String name) {
        return directory.resolve(name);
    }

    @Test
    void allFilesAreReadAsOne() {
        try (ProcessTrace process = ProcessTrace.open(directory)) {
            assertThat(process.problems()).isEmpty();
            assertThat(process.records(Domain.HSA_API)).isEqualTo(STRETCHES);
            assertThat(process.counts()).isEqualTo(new Counts(STRETCHES, STRETCHES, 0));
            List<Long> starts = new ArrayList<>();
            process.forEach(record -> starts.add(record.startNanos()));
            assertThat(starts).hasSize(STRETCHES).isSorted().doesNotHaveDuplicates();
        }
    }

    @Test
    void aMissingAnnexIsNoticed() throws IOException {
        Files.delete(annex(2));
        try (ProcessTrace process = ProcessTrace.open(directory)) {
            assertThat(process.problems())
                    .singleElement()
                    .asString()
                    .endsWith("records.seg: damaged: 36 stretches were written, 24 are there; 24 records recovered");
        }
    }

    @Test
    void aTruncatedAnnexIsNoticedAndTheOthersAreRead() throws IOException {
        try (FileChannel channel = FileChannel.open(annex(1), StandardOpenOption.WRITE)) {
            channel.truncate(SegmentWriter.HEADER + SegmentWriter.STRETCH + 8);
        }
        try (ProcessTrace process = ProcessTrace.open(directory)) {
            assertThat(process.problems())
                    .singleElement()
                    .asString()
                    .endsWith("records.seg: truncated: the last 3064 bytes are missing; 33 records recovered");
            assertThat(process.records(Domain.HSA_API)).isEqualTo(STRETCHES - 3);
        }
    }

    @Test
    void whatIsNoAnnexIsNamedAndTheOthersAreRead() throws IOException {
        Files.writeString(annex(3), "Z".repeat(5000));
        Files.writeString(file("records-old.seg"), "");
        try (ProcessTrace process = ProcessTrace.open(directory)) {
            assertThat(process.problems()).hasSize(2);
            assertThat(process.problems().getFirst().toString())
                    .contains("records-3.seg: not a trace segment (its first bytes are not RPJSEG01)");
            assertThat(process.records(Domain.HSA_API)).isEqualTo(UNTIL[2]);
        }
    }

    /// The process ended after it had created the file, before or after it gave the file its size.
    @ParameterizedTest
    @ValueSource(ints = {0, SegmentWriter.HEADER})
    void anAnnexThatHasJustBeenCreatedIsNoDamage(int bytes) throws IOException {
        Files.write(annex(UNTIL.length), new byte[bytes]);
        try (ProcessTrace process = ProcessTrace.open(directory)) {
            assertThat(process.problems()).isEmpty();
            assertThat(process.records(Domain.HSA_API)).isEqualTo(STRETCHES);
        }
    }

    @Test
    void anAnnexThatHasBecomeEmptyIsNoticed() throws IOException {
        Files.write(annex(3), new byte[0]);
        try (ProcessTrace process = ProcessTrace.open(directory)) {
            assertThat(process.problems())
                    .singleElement()
                    .asString()
                    .endsWith("records.seg: damaged: 36 stretches were written, 26 are there; 26 records recovered");
        }
    }

    @Test
    void aPackedProcessNeedsNoneOfThem() throws IOException {
        try (ProcessTrace process = ProcessTrace.open(directory, run, true, Reading.SILENT)) {
            process.settle(true);
        }
        try (var files = Files.list(directory)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder(ProcessTrace.PACK_FILE, SegmentConstants.PROPERTIES_FILE);
        }
        try (ProcessTrace process = ProcessTrace.open(directory)) {
            assertThat(process.problems()).isEmpty();
            assertThat(process.records(Domain.HSA_API)).isEqualTo(STRETCHES);
        }
    }
}
