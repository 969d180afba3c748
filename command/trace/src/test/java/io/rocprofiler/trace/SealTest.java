package io.rocprofiler.trace;

import static io.rocprofiler.abi.BufferTracingKind.HIP_RUNTIME_API_EXT;
import static io.rocprofiler.abi.BufferTracingKind.HSA_CORE_API;
import static io.rocprofiler.abi.BufferTracingKind.MARKER_CORE_RANGE_API;
import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.abi.internal.SegmentConstants;
import io.rocprofiler.abi.internal.SegmentHeader;
import io.rocprofiler.abi.internal.SegmentStretch;
import io.rocprofiler.abi.internal.SegmentTotals;
import io.rocprofiler.trace.problem.Counts;
import io.rocprofiler.trace.problem.Problem;
import io.rocprofiler.trace.segment.CheckedLines;
import io.rocprofiler.trace.testing.SegmentWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A damaged trace is read completely, or its damage is reported.
class SealTest {

    @TempDir
    Path run;

    @Test
    void aSealedTraceIsCheckedAndOneWithoutSealsSaysHowMuchIsNot() {
        try (ProcessTrace process = writer().open(run)) {
            assertThat(process.problems()).isEmpty();
            assertThat(process.isChecked()).isTrue();
            assertThat(process.unchecked()).isZero();
        }
        try (ProcessTrace process = writer().killed().open(run)) {
            assertThat(process.problems()).isEmpty();
            assertThat(process.isChecked()).isFalse();
            assertThat(process.unchecked()).isEqualTo(process.counts().recorded());
        }
    }

    @Test
    void whatWasWrittenAfterTheSealIsUnchecked() {
        SegmentWriter writer = new SegmentWriter(1).stretch(7).api(HSA_CORE_API, 0, 1, 1, 2);
        byte[] early = writer.toBytes();
        byte[] late = writer.api(HSA_CORE_API, 0, 2, 3, 4).toBytes();
        int seal = SegmentWriter.HEADER + SegmentStretch.SEAL;
        System.arraycopy(early, seal, late, seal, 2 * Long.BYTES);
        try (ProcessTrace process = writer.open(run, late)) {
            assertThat(process.problems()).isEmpty();
            assertThat(process.counts()).isEqualTo(new Counts(2, 2, 0));
            assertThat(process.isChecked()).isFalse();
            assertThat(process.unchecked()).isEqualTo(1);
        }
    }

    /// The process ended after a thread took the stretch and before it was counted.
    @ParameterizedTest
    @ValueSource(ints = {0, 7})
    void aStretchThatWasOnlyJustGivenIsNoDamage(int tid) {
        SegmentWriter writer = new SegmentWriter(1).stretch(7).api(HSA_CORE_API, 0, 1, 1, 2);
        writer.stretch(tid).total(SegmentTotals.STRETCHES, -1).count(SegmentStretch.STARTED_NS, 5);
        try (ProcessTrace process = writer.killed().open(run)) {
            assertThat(process.problems()).isEmpty();
            assertThat(process.counts()).isEqualTo(new Counts(1, 1, 0));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aStretchThatIsGoneIsMissed(boolean killed) {
        SegmentWriter writer = killed ? writer().killed() : writer();
        byte[] bytes = writer.toBytes();
        int last = SegmentWriter.HEADER + 5 * SegmentWriter.STRETCH;
        Arrays.fill(bytes, last, last + SegmentWriter.STRETCH, (byte) 0);
        try (ProcessTrace process = writer.open(run, bytes)) {
            assertThat(process.problems())
                    .singleElement()
                    .asString()
                    .contains("damaged: 7 stretches were written, 6 are there; 45 records recovered");
        }
    }

    @Test
    void aStretchThatNobodyHasCountedIsNotBelieved() {
        SegmentWriter writer = writer().total(SegmentTotals.STRETCHES, -1);
        try (ProcessTrace process = writer.open(run)) {
            assertThat(process.problems())
                    .singleElement()
                    .asString()
                    .contains("damaged: 6 stretches were written, 7 are there");
        }
    }

    @Test
    void everyWrongByteOfASealedTraceIsHarmlessOrSaid() {
        byte[] whole = writer().toBytes();
        String right = everything(whole);
        Random random = new Random(30);
        for (int place = 0; place < whole.length; place += 1 + random.nextInt(40)) {
            byte[] damaged = whole.clone();
            damaged[place] ^= (byte) (1 << random.nextInt(8));
            check(right, damaged, "byte " + place);
        }
    }

    @Test
    void cutsRepeatsAndNoiseAreHarmlessOrSaid() {
        byte[] whole = writer().toBytes();
        byte[] killed = writer().killed().toBytes();
        String right = everything(whole);
        String rightKilled = everything(killed);
        Random random = new Random(31);
        for (int round = 0; round < 250; round++) {
            byte[] damaged = Damage.of(whole, random);
            check(right, damaged, "round " + round);
            check(rightKilled, Damage.of(killed, random), "killed, round " + round);
        }
    }

    private void check(String right, byte[] damaged, String what) {
        String read = everything(damaged);
        assertThat(read.equals(right) || read.startsWith("said ")).as(what).isTrue();
    }

    /// Returns everything that a reader sees, or `said` and the problems.
    private String everything(byte[] segment) {
        StringBuilder all = new StringBuilder();
        try (ProcessTrace process = writer().open(run, segment)) {
            if (!process.problems().isEmpty()) {
                return "said " + process.problems();
            }
            // The trace states that its checksums are incomplete.
            if (!process.isChecked()) {
                return "said unchecked " + process.unchecked();
            }
            process.forEach(record -> all.append(record.name())
                    .append(' ')
                    .append(record.internalId())
                    .append(' ')
                    .append(record.threadId())
                    .append(' ')
                    .append(record.startNanos())
                    .append(' ')
                    .append(record.endNanos())
                    .append(record instanceof ApiRecord call && call.hasArguments() ? " " + call.argument(0, 8) : "")
                    .append('\n'));
            process.forEachMessage((id, text) -> all.append(id).append(text));
            all.append(process.counts()).append(process.countsByThread());
            all.append(process.openRanges()).append(process.isChecked()).append(process.unchecked());
            all.append(process.pid()).append(process.startNanos()).append(process.abandoned());
            all.append(process.passedThrough()).append(process.notesDropped());
        }
        return all.toString();
    }

    private static SegmentWriter writer() {
        SegmentWriter writer =
                new SegmentWriter(1).total(SegmentTotals.SUBMITTED, 3).total(SegmentTotals.DROPPED, 2);
        writer.header(SegmentHeader.ABANDONED, 4).header(SegmentHeader.BOOTTIME_NS, 77);
        long id = 1;
        for (int i = 0; i < 6; i++) {
            writer.stretch(10 + i % 2);
            for (int j = 0; j < 3; j++, id += 3) {
                writer.text(id, "marker " + id).api(MARKER_CORE_RANGE_API, 0, id, id, id);
                writer.api(HSA_CORE_API, j, id + 1, id, id + 1);
                writer.call(HIP_RUNTIME_API_EXT, 1, id + 2, new long[] {id * 5}, 0);
            }
        }
        return writer.stretch(12).rangeOpen(id, 5).text(id, "open");
    }

    // --- the files beside the segment ------------------------------------------------------------------------------

    @Test
    void linesAreCheckedPartByPartAndMissedWhenTheyAreCut() throws IOException {
        byte[] whole = (part("a=1\nb=2\n") + part("c=3\n")).getBytes(StandardCharsets.US_ASCII);
        assertThat(lines(whole, whole.length)).isEqualTo("[a=1, b=2, c=3]");
        for (int place = 0; place < whole.length; place++) {
            byte[] damaged = whole.clone();
            damaged[place] ^= 1;
            assertThat(lines(damaged, whole.length)).as("byte %d", place).contains("damaged: its checksum is wrong");
        }
        for (int length = 0; length < whole.length; length++) {
            assertThat(lines(Arrays.copyOf(whole, length), whole.length)).contains("cut: the last");
        }
    }

    @Test
    void linesWithoutChecksumsAreThoseOfOlderTraces() throws IOException {
        assertThat(lines("a=1\nb=2\nhalf".getBytes(StandardCharsets.US_ASCII), 0))
                .isEqualTo("[a=1, b=2]");
    }

    private static String part(String lines) {
        CRC32C checksum = new CRC32C();
        checksum.update(lines.getBytes(StandardCharsets.US_ASCII));
        return lines + String.format("#checksum=%08x%n", checksum.getValue());
    }

    private String lines(byte[] bytes, long stated) throws IOException {
        List<Problem> problems = new ArrayList<>();
        List<String> lines = CheckedLines.read(Files.write(run.resolve("lines"), bytes), stated, problems);
        return problems.isEmpty() ? lines.toString() : problems.toString();
    }

    @Test
    void theConstantsAreThoseThatTheSealsOfTheseTestsHave() {
        assertThat((long) SegmentConstants.SEAL_MADE << SegmentConstants.SEAL_STATE_SHIFT)
                .isEqualTo(2L << 62);
    }
}
