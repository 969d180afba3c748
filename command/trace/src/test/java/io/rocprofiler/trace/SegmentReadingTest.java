package io.rocprofiler.trace;

import static io.rocprofiler.abi.BufferTracingKind.*;
import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.abi.BufferTracingHipApiExtRecord;
import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.Operations;
import io.rocprofiler.abi.internal.SegmentConstants;
import io.rocprofiler.abi.internal.SegmentHeader;
import io.rocprofiler.abi.internal.SegmentStretch;
import io.rocprofiler.abi.internal.SegmentTotals;
import io.rocprofiler.trace.kind.Domain;
import io.rocprofiler.trace.kind.Names;
import io.rocprofiler.trace.problem.Counts;
import io.rocprofiler.trace.testing.SegmentWriter;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SegmentReadingTest {

    @TempDir
    Path run;

    @Test
    void committedRecordsAreReadWithTheirFields() {
        SegmentWriter writer = new SegmentWriter(42).stretch(7);
        writer.api(HSA_CORE_API, 0, 1, 100, 150).stretch(8).api(HIP_RUNTIME_API, hip("hipMalloc"), 2, 110, 120);
        try (ProcessTrace process = writer.open(run)) {
            assertThat(lines(process))
                    .containsExactly("hsa_init 1 7 100..150 HSA_CORE_API", "hipMalloc 2 8 110..120 HIP_RUNTIME_API");
            assertThat(process.problems()).isEmpty();
            assertThat(process.pid()).isEqualTo(42);
            assertThat(process.closedCleanly()).isTrue();
            assertThat(process.records(Domain.HIP_API)).isEqualTo(1);
            assertThat(process.counts()).isEqualTo(new Counts(2, 2, 0));
        }
    }

    @Test
    void markersAreNamedByTheirTextAndOtherMarkerCallsByTheirFunction() {
        SegmentWriter writer = new SegmentWriter(1).stretch(7);
        writer.text(5, "phase „eins“")
                .api(MARKER_CORE_RANGE_API, 1, 5, 10, 20)
                .api(MARKER_CORE_RANGE_API, 3, 6, 11, 12);
        writer.api(MARKER_CONTROL_API, 0, 7, 13, 14);
        try (ProcessTrace process = writer.open(run)) {
            assertThat(lines(process))
                    .containsExactly(
                            "phase „eins“ 5 7 10..20 MARKER_CORE_RANGE_API",
                            "roctxGetThreadId 6 7 11..12 MARKER_CORE_RANGE_API",
                            "roctxProfilerPause 7 7 13..14 MARKER_CONTROL_API");
            List<String> texts = new ArrayList<>();
            process.forEachMessage((id, text) -> texts.add(id + " " + text));
            assertThat(texts).containsExactly("5 phase „eins“");
        }
    }

    @Test
    void whatIsSubmittedIsRecordedDroppedOrInFlightPerThread() {
        SegmentWriter writer = new SegmentWriter(1).stretch(7).api(HSA_CORE_API, 0, 1, 1, 2);
        writer.count(SegmentStretch.SUBMITTED, 3).count(SegmentStretch.DROPPED, 2);
        writer.stretch(8).text(9, "x").api(HSA_CORE_API, 0, 2, 1, 2).stretch(7).api(HSA_CORE_API, 0, 3, 1, 2);
        try (ProcessTrace process = writer.open(run)) {
            assertThat(process.countsByThread())
                    .containsEntry(7L, new Counts(5, 2, 2))
                    .containsEntry(8L, new Counts(1, 1, 0))
                    .hasSize(2);
            assertThat(process.counts()).hasToString("recorded 3, in flight 1, dropped 2");
            assertThat(process.counts().lossy()).isTrue();
        }
    }

    @Test
    void dropsOfThreadsWithoutAStretchAreCounted() {
        SegmentWriter writer = new SegmentWriter(1).stretch(7).api(HSA_CORE_API, 0, 1, 1, 2);
        writer.count(SegmentStretch.SUBMITTED, 2)
                .count(SegmentStretch.DROPPED, 2)
                .total(SegmentTotals.SUBMITTED, 9)
                .total(SegmentTotals.DROPPED, 8);
        try (ProcessTrace process = writer.open(run)) {
            assertThat(process.counts()).hasToString("recorded 1, in flight 1, dropped 10");
        }
    }

    @Test
    void anUncommittedRecordIsCountedAndNotRead() {
        SegmentWriter writer = new SegmentWriter(1).stretch(7).api(HSA_CORE_API, 0, 1, 1, 2);
        writer.claim(64);
        try (ProcessTrace process = writer.open(run)) {
            assertThat(lines(process)).hasSize(1);
            assertThat(process.counts()).hasToString("recorded 1, in flight 1, dropped 0");
            assertThat(process.problems()).isEmpty();
        }
    }

    @Test
    void aClosedStretchEndsAtItsPaddingOrAtTheClaimThatNoLongerFitted() {
        SegmentWriter writer = new SegmentWriter(1).stretch(7).api(HSA_CORE_API, 0, 1, 1, 2);
        int padding = writer.apiRecords().getLast()[1];
        writer.poke(padding, -1).count(SegmentStretch.USED, 1L << 40);
        writer.stretch(7).api(HSA_CORE_API, 0, 2, 3, 4).count(SegmentStretch.USED, SegmentWriter.STRETCH);
        try (ProcessTrace process = writer.open(run)) {
            assertThat(lines(process)).hasSize(2);
            assertThat(process.counts().lossy()).isFalse();
        }
    }

    @Test
    void rangesThatNeverEndedAreKnownByTheirText() {
        SegmentWriter writer = new SegmentWriter(1).stretch(7).rangeOpen(1, 10).text(1, "outer");
        writer.rangeOpen(2, 20).text(2, "inner").api(MARKER_CORE_RANGE_API, 1, 2, 20, 30);
        try (ProcessTrace process = writer.open(run)) {
            assertThat(process.openRanges()).containsExactly(new OpenRange(1, 7, 10, "outer"));
            assertThat(process.counts()).hasToString("recorded 1, in flight 1, dropped 0");
        }
    }

    @Test
    void rangesThatNeverEndedAreRecordedWithTheEndOfTheTraceAsTheirs() {
        assertThat(openRange(new SegmentWriter(1).header(SegmentHeader.END_BOOTTIME_NS, 90)))
                .containsExactly("1 outer (not ended) 10 90 on 7", "2 inner 20 30 on 7");
    }

    @Test
    void withoutAnEndOfTheTraceTheLastEndOfARecordCounts() {
        assertThat(openRange(new SegmentWriter(1).killed()))
                .containsExactly("1 outer (not ended) 10 30 on 7", "2 inner 20 30 on 7");
    }

    private List<String> openRange(SegmentWriter writer) {
        writer.stretch(7).rangeOpen(1, 10).text(1, "outer");
        writer.rangeOpen(2, 20).text(2, "inner").api(MARKER_CORE_RANGE_API, 1, 2, 20, 30);
        List<String> records = new ArrayList<>();
        try (ProcessTrace process = writer.open(run)) {
            process.forEach(record -> records.add(record.internalId() + " " + record.name() + " " + record.startNanos()
                    + " " + record.endNanos() + " on " + record.threadId()));
            assertThat(process.records(Domain.MARKER_API)).isEqualTo(2);
        }
        return records;
    }

    @Test
    void argumentsOfExtendedRecordsAreThere() {
        SegmentWriter writer = new SegmentWriter(1).stretch(7);
        writer.ext(HIP_RUNTIME_API_EXT, hip("hipMalloc"), 3, new long[] {0x1234, 4096}, 2);
        try (ProcessTrace process = writer.open(run)) {
            process.forEach(any -> {
                ApiRecord record = (ApiRecord) any;
                assertThat(record.hasArguments()).isTrue();
                assertThat(record.argument(0, 8)).isEqualTo(0x1234);
                assertThat(record.argument(8, 2)).isEqualTo(4096);
                assertThat(record.result()).isEqualTo(2);
            });
            assertThat(process.records(Domain.HIP_API)).isEqualTo(1);
        }
    }

    @Test
    void argumentsOfShortRecordsAreThereAndTheirSizeIsThatOfAmdsStruct() {
        SegmentWriter writer = new SegmentWriter(1).stretch(7);
        writer.call(HIP_RUNTIME_API_EXT, hip("hipMalloc"), 3, new long[] {0x1234, 4096}, 2);
        writer.call(HIP_RUNTIME_API_EXT, hip("hipDeviceSynchronize"), 4, new long[0], 5);
        List<String> read = new ArrayList<>();
        try (ProcessTrace process = writer.open(run)) {
            process.forEach(any -> {
                ApiRecord record = (ApiRecord) any;
                assertThat(record.hasArguments()).isTrue();
                assertThat(record.size()).isEqualTo(BufferTracingHipApiExtRecord.SIZEOF);
                read.add(record.name() + " " + record.result());
                if (record.internalId() == 3) {
                    assertThat(record.argument(0, 8)).isEqualTo(0x1234);
                    assertThat(record.argument(8, 2)).isEqualTo(4096);
                }
            });
            assertThat(read).containsExactly("hipMalloc 2", "hipDeviceSynchronize 5");
            assertThat(process.problems()).isEmpty();
        }
    }

    @Test
    void recordsOfUnknownKindsAreLeftOutAndSaid() {
        SegmentWriter writer = new SegmentWriter(1).stretch(7);
        int place = writer.claim(32);
        writer.poke(place + 8, 777).poke(place, 32).api(HSA_CORE_API, 0, 1, 1, 2);
        try (ProcessTrace process = writer.open(run)) {
            assertThat(lines(process)).hasSize(1);
            assertThat(problem(process)).endsWith("1 records of kinds this version does not know; left out");
        }
    }

    @Test
    void operationsOfNewerVersionsAreShownByTheirNumber() {
        try (ProcessTrace process = new SegmentWriter(1)
                .stretch(7)
                .api(HIP_RUNTIME_API, 9999, 1, 1, 2)
                .open(run)) {
            assertThat(lines(process)).containsExactly("HIP_RUNTIME_API operation 9999 1 7 1..2 HIP_RUNTIME_API");
        }
    }

    @Test
    void whatIsNoSegmentIsOneLine() {
        byte[] good =
                new SegmentWriter(1).stretch(7).api(HSA_CORE_API, 0, 1, 1, 2).toBytes();
        byte[] foreign = good.clone();
        foreign[0] ^= 1;
        assertProblem(new byte[0], "the file is empty; nothing recovered");
        assertProblem(new byte[100], "only 100 bytes long, the header alone has 4096; nothing recovered");
        assertProblem(foreign, "not a trace segment (its first bytes are not RPJSEG01); nothing recovered");
    }

    private void assertProblem(byte[] segment, String line) {
        try (ProcessTrace process = new SegmentWriter(1).open(run, segment)) {
            assertThat(problem(process)).isEqualTo(process.directory().resolve("records.seg") + ": " + line);
            assertThat(process.counts()).isEqualTo(Counts.NONE);
        }
    }

    @Test
    void aNewerVersionIsReadAsFarAsItIsKnown() {
        SegmentWriter writer = new SegmentWriter(1).stretch(7).api(HSA_CORE_API, 0, 1, 1, 2);
        writer.poke(SegmentHeader.VERSION, 9L | (long) SegmentWriter.HEADER << 32);
        try (ProcessTrace process = writer.open(run)) {
            assertThat(lines(process)).hasSize(1);
            assertThat(problem(process)).contains("segment version 9, this reader knows version 2");
        }
    }

    @Test
    void senselessSizesInTheHeaderAreReplacedByTheUsualOnes() {
        SegmentWriter writer = new SegmentWriter(1).stretch(7).api(HSA_CORE_API, 0, 1, 1, 2);
        writer.header(SegmentHeader.STRETCH_SIZE, 3);
        try (ProcessTrace process = writer.open(run)) {
            assertThat(lines(process)).hasSize(1);
            assertThat(problem(process)).contains("the header's sizes make no sense");
        }
    }

    @Test
    void aTruncatedFileIsOneLine() throws IOException {
        try (ProcessTrace whole = manyStretches().open(run);
                ProcessTrace process = cut(whole)) {
            assertThat(problem(process)).matches(".*: truncated: the last \\d+ bytes are missing; 1 records recovered");
        }
    }

    @Test
    void aFileThatIsCutAfterItsProcessWasOpenedIsReadAllTheSame() throws IOException {
        try (ProcessTrace process = manyStretches().open(run)) {
            cut(process).close();
            assertThat(lines(process)).hasSize(30);
        }
    }

    private static SegmentWriter manyStretches() {
        SegmentWriter writer = new SegmentWriter(1);
        for (int i = 0; i < 30; i++) {
            writer.stretch(7).api(HSA_CORE_API, 0, i + 1, i, i);
        }
        return writer;
    }

    /// Truncates the segment after the header and one page, which hold at least the first record.
    private static ProcessTrace cut(ProcessTrace process) throws IOException {
        Path file = process.directory().resolve(SegmentConstants.SEGMENT_FILE);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(SegmentWriter.HEADER + SegmentWriter.STRETCH);
        }
        return ProcessTrace.open(process.directory());
    }

    @Test
    void aProcessWithoutPropertiesIsKnownByItsSegment() throws IOException {
        new SegmentWriter(77).stretch(7).api(HSA_CORE_API, 0, 1, 1, 2).open(run).close();
        Path directory = run.resolve("77-1");
        Files.delete(directory.resolve(SegmentConstants.PROPERTIES_FILE));
        try (ProcessTrace process = ProcessTrace.open(directory)) {
            assertThat(process.pid()).isEqualTo(77);
            assertThat(problem(process)).contains("no such file; the process is known by its number only");
        }
    }

    @Test
    void theMagicIsTheOneOfTheFormat() {
        assertThat(new String(new SegmentWriter(1).toBytes(), 0, 8, java.nio.charset.StandardCharsets.US_ASCII))
                .isEqualTo("RPJSEG01");
        assertThat(SegmentConstants.HEADER_SIZE).isEqualTo(SegmentHeader.SIZEOF);
    }

    private static int hip(String function) {
        return Operations.find(BufferTracingKind.HIP_RUNTIME_API, function);
    }

    private static String problem(ProcessTrace process) {
        assertThat(process.problems()).hasSize(1);
        return process.problems().getFirst().toString();
    }

    static List<String> lines(ProcessTrace process) {
        List<String> lines = new ArrayList<>();
        process.forEach(record -> lines.add(record.name() + " " + record.internalId() + " " + record.threadId() + " "
                + record.startNanos() + ".." + record.endNanos() + " " + Names.kind(record.kind())));
        return lines;
    }
}
