package io.rocprofiler.sdk.internal.kfd;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.abi.BufferTracingKfdEventDroppedEventsRecord;
import io.rocprofiler.abi.BufferTracingKfdEventPageFaultRecord;
import io.rocprofiler.abi.BufferTracingKfdEventPageMigrateRecord;
import io.rocprofiler.abi.BufferTracingKfdEventQueueRecord;
import io.rocprofiler.abi.BufferTracingKfdEventUnmapFromGpuRecord;
import io.rocprofiler.abi.BufferTracingKfdPageFaultRecord;
import io.rocprofiler.abi.BufferTracingKfdPageMigrateRecord;
import io.rocprofiler.abi.BufferTracingKfdQueueRecord;
import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.Operations;
import io.rocprofiler.sdk.internal.seam.Memory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The records of the driver's events: fields, and the pairing of beginnings and ends.
class KfdRecordsTest {
    private static final int HEADER_BYTES = 16;

    private final List<String> seen = new ArrayList<>();
    private final KfdParser parser = new KfdParser();
    private final KfdEvent event = new KfdEvent();
    // An agent's id is the driver's number plus a high digit, to distinguish the two.
    private final KfdRecords records = new KfdRecords(gpu -> 0x1_0000_0000L | gpu, this::record);

    private void says(String... lines) {
        for (String line : lines) {
            byte[] text = line.getBytes(StandardCharsets.ISO_8859_1);
            assertThat(parser.parse(text, 0, text.length, event)).as(line).isTrue();
            records.accept(event);
        }
    }

    private List<String> pairs() {
        return seen.stream().filter(line -> !line.startsWith("KFD_EVENT_")).toList();
    }

    private void record(BufferTracingKind kind, int operation, long record, int sizeof) {
        StringBuilder text = new StringBuilder(kind.name())
                .append(' ')
                .append(Operations.name(kind, operation))
                .append(' ')
                .append(sizeof);
        for (int offset = HEADER_BYTES; offset < sizeof; offset += 8) {
            text.append(' ').append(Long.toHexString(Memory.getLong(record + offset)));
        }
        seen.add(text.toString());
        // The receiver fills the first sixteen bytes.
        assertThat(Memory.getLong(record)).isZero();
        assertThat(Memory.getLong(record + 8)).isZero();
    }

    /// Formats the expected words of a record after its header, by their offsets.
    private static String expect(String kind, String operation, int sizeof, long... offsetsAndWords) {
        long[] words = new long[sizeof / 8];
        for (int i = 0; i < offsetsAndWords.length; i += 2) {
            int offset = (int) offsetsAndWords[i];
            words[offset / 8] |= offsetsAndWords[i + 1] << (8 * (offset % 8));
        }
        StringBuilder text = new StringBuilder(kind + " " + operation + " " + sizeof);
        for (int i = HEADER_BYTES / 8; i < words.length; i++) text.append(' ').append(Long.toHexString(words[i]));
        return text.toString();
    }

    private static long gpu(long number) {
        return 0x1_0000_0000L | number;
    }

    @Test
    void migrations() {
        says("5 100 -7 @7f3f15200(2c02) 0->1ea0 1ea0:c499 1", "6 250 -7 @7f3f15200(2c02) 0->1ea0 1 75");
        assertThat(seen)
                .containsExactly(
                        expect(
                                "KFD_EVENT_PAGE_MIGRATE",
                                "ROCPROFILER_KFD_EVENT_PAGE_MIGRATE_PAGEFAULT_GPU",
                                BufferTracingKfdEventPageMigrateRecord.SIZEOF,
                                BufferTracingKfdEventPageMigrateRecord.TIMESTAMP,
                                100,
                                BufferTracingKfdEventPageMigrateRecord.PID,
                                7,
                                BufferTracingKfdEventPageMigrateRecord.START_ADDRESS,
                                0x7F3F15200L << 12,
                                BufferTracingKfdEventPageMigrateRecord.END_ADDRESS,
                                (0x7F3F15200L + 0x2C02) << 12,
                                BufferTracingKfdEventPageMigrateRecord.SRC_AGENT,
                                gpu(0),
                                BufferTracingKfdEventPageMigrateRecord.DST_AGENT,
                                gpu(0x1EA0),
                                BufferTracingKfdEventPageMigrateRecord.PREFETCH_AGENT,
                                gpu(0x1EA0),
                                BufferTracingKfdEventPageMigrateRecord.PREFERRED_AGENT,
                                gpu(0xC499)),
                        expect(
                                "KFD_EVENT_PAGE_MIGRATE",
                                "ROCPROFILER_KFD_EVENT_PAGE_MIGRATE_END",
                                BufferTracingKfdEventPageMigrateRecord.SIZEOF,
                                BufferTracingKfdEventPageMigrateRecord.TIMESTAMP,
                                250,
                                BufferTracingKfdEventPageMigrateRecord.PID,
                                7,
                                BufferTracingKfdEventPageMigrateRecord.START_ADDRESS,
                                0x7F3F15200L << 12,
                                BufferTracingKfdEventPageMigrateRecord.END_ADDRESS,
                                (0x7F3F15200L + 0x2C02) << 12,
                                BufferTracingKfdEventPageMigrateRecord.SRC_AGENT,
                                gpu(0),
                                BufferTracingKfdEventPageMigrateRecord.DST_AGENT,
                                gpu(0x1EA0),
                                BufferTracingKfdEventPageMigrateRecord.ERROR_CODE,
                                75),
                        expect(
                                "KFD_PAGE_MIGRATE",
                                "ROCPROFILER_KFD_PAGE_MIGRATE_PAGEFAULT_GPU",
                                BufferTracingKfdPageMigrateRecord.SIZEOF,
                                BufferTracingKfdPageMigrateRecord.START_TIMESTAMP,
                                100,
                                BufferTracingKfdPageMigrateRecord.END_TIMESTAMP,
                                250,
                                BufferTracingKfdPageMigrateRecord.PID,
                                7,
                                BufferTracingKfdPageMigrateRecord.START_ADDRESS,
                                0x7F3F15200L << 12,
                                BufferTracingKfdPageMigrateRecord.END_ADDRESS,
                                (0x7F3F15200L + 0x2C02) << 12,
                                BufferTracingKfdPageMigrateRecord.SRC_AGENT,
                                gpu(0),
                                BufferTracingKfdPageMigrateRecord.DST_AGENT,
                                gpu(0x1EA0),
                                BufferTracingKfdPageMigrateRecord.PREFETCH_AGENT,
                                gpu(0x1EA0),
                                BufferTracingKfdPageMigrateRecord.PREFERRED_AGENT,
                                gpu(0xC499),
                                BufferTracingKfdPageMigrateRecord.ERROR_CODE,
                                75));
    }

    @Test
    void faults() {
        says("7 100 -7 @7fa608127(ad5c) R", "8 300 -7 @7fa608127(ad5c) U");
        assertThat(seen)
                .containsExactly(
                        expect(
                                "KFD_EVENT_PAGE_FAULT",
                                "ROCPROFILER_KFD_EVENT_PAGE_FAULT_START_READ_FAULT",
                                BufferTracingKfdEventPageFaultRecord.SIZEOF,
                                BufferTracingKfdEventPageFaultRecord.TIMESTAMP,
                                100,
                                BufferTracingKfdEventPageFaultRecord.PID,
                                7,
                                BufferTracingKfdEventPageFaultRecord.AGENT_ID,
                                gpu(0xAD5C),
                                BufferTracingKfdEventPageFaultRecord.ADDRESS,
                                0x7FA608127L << 12),
                        expect(
                                "KFD_EVENT_PAGE_FAULT",
                                "ROCPROFILER_KFD_EVENT_PAGE_FAULT_END_PAGE_UPDATED",
                                BufferTracingKfdEventPageFaultRecord.SIZEOF,
                                BufferTracingKfdEventPageFaultRecord.TIMESTAMP,
                                300,
                                BufferTracingKfdEventPageFaultRecord.PID,
                                7,
                                BufferTracingKfdEventPageFaultRecord.AGENT_ID,
                                gpu(0xAD5C),
                                BufferTracingKfdEventPageFaultRecord.ADDRESS,
                                0x7FA608127L << 12),
                        expect(
                                "KFD_PAGE_FAULT",
                                "ROCPROFILER_KFD_PAGE_FAULT_READ_FAULT_UPDATED",
                                BufferTracingKfdPageFaultRecord.SIZEOF,
                                BufferTracingKfdPageFaultRecord.START_TIMESTAMP,
                                100,
                                BufferTracingKfdPageFaultRecord.END_TIMESTAMP,
                                300,
                                BufferTracingKfdPageFaultRecord.PID,
                                7,
                                BufferTracingKfdPageFaultRecord.AGENT_ID,
                                gpu(0xAD5C),
                                BufferTracingKfdPageFaultRecord.ADDRESS,
                                0x7FA608127L << 12));
    }

    @Test
    void aFaultIsNamedByHowItBeganAndHowItWasSolved() {
        says("7 1 -7 @1(2) R", "8 2 -7 @1(2) M", "7 3 -7 @1(2) W", "8 4 -7 @1(2) M", "7 5 -7 @1(2) W");
        says("8 6 -7 @1(2) U");
        assertThat(pairs())
                .extracting(line -> line.split(" ")[1])
                .containsExactly(
                        "ROCPROFILER_KFD_PAGE_FAULT_READ_FAULT_MIGRATED",
                        "ROCPROFILER_KFD_PAGE_FAULT_WRITE_FAULT_MIGRATED",
                        "ROCPROFILER_KFD_PAGE_FAULT_WRITE_FAULT_UPDATED");
    }

    @Test
    void queues() {
        says("9 100 -7 1ea0 2", "a 200 -7 1ea0 R", "a 300 -7 1ea0");
        assertThat(seen)
                .containsExactly(
                        queueEvent("ROCPROFILER_KFD_EVENT_QUEUE_EVICT_TTM", 100),
                        queueEvent("ROCPROFILER_KFD_EVENT_QUEUE_RESTORE_RESCHEDULED", 200),
                        queueEvent("ROCPROFILER_KFD_EVENT_QUEUE_RESTORE", 300),
                        expect(
                                "KFD_QUEUE",
                                "ROCPROFILER_KFD_QUEUE_EVICT_TTM",
                                BufferTracingKfdQueueRecord.SIZEOF,
                                BufferTracingKfdQueueRecord.START_TIMESTAMP,
                                100,
                                BufferTracingKfdQueueRecord.END_TIMESTAMP,
                                300,
                                BufferTracingKfdQueueRecord.PID,
                                7,
                                BufferTracingKfdQueueRecord.AGENT_ID,
                                gpu(0x1EA0)));
    }

    private static String queueEvent(String operation, long nanos) {
        return expect(
                "KFD_EVENT_QUEUE",
                operation,
                BufferTracingKfdEventQueueRecord.SIZEOF,
                BufferTracingKfdEventQueueRecord.TIMESTAMP,
                nanos,
                BufferTracingKfdEventQueueRecord.PID,
                7,
                BufferTracingKfdEventQueueRecord.AGENT_ID,
                gpu(0x1EA0));
    }

    @Test
    void unmappedPagesAndDroppedEventsHaveNoPair() {
        says("b 100 -7 @7f93ac200(200) 1ea0 2", "e 200 -7 5");
        assertThat(seen)
                .containsExactly(
                        expect(
                                "KFD_EVENT_UNMAP_FROM_GPU",
                                "ROCPROFILER_KFD_EVENT_UNMAP_FROM_GPU_UNMAP_FROM_CPU",
                                BufferTracingKfdEventUnmapFromGpuRecord.SIZEOF,
                                BufferTracingKfdEventUnmapFromGpuRecord.TIMESTAMP,
                                100,
                                BufferTracingKfdEventUnmapFromGpuRecord.PID,
                                7,
                                BufferTracingKfdEventUnmapFromGpuRecord.AGENT_ID,
                                gpu(0x1EA0),
                                BufferTracingKfdEventUnmapFromGpuRecord.START_ADDRESS,
                                0x7F93AC200L << 12,
                                BufferTracingKfdEventUnmapFromGpuRecord.END_ADDRESS,
                                (0x7F93AC200L + 0x200) << 12),
                        expect(
                                "KFD_EVENT_DROPPED_EVENTS",
                                "ROCPROFILER_KFD_EVENT_DROPPED_EVENTS",
                                BufferTracingKfdEventDroppedEventsRecord.SIZEOF,
                                BufferTracingKfdEventDroppedEventsRecord.TIMESTAMP,
                                200,
                                BufferTracingKfdEventDroppedEventsRecord.PID,
                                7,
                                BufferTracingKfdEventDroppedEventsRecord.COUNT,
                                5));
    }

    @Test
    void everyTriggerHasItsOperation() {
        for (int trigger = 0; trigger < 4; trigger++) says("5 1 -7 @1(1) 0->1 0:0 " + trigger, "6 2 -7 @1(1) 0->1 0");
        for (int trigger = 0; trigger < 6; trigger++) says("9 1 -7 1 " + trigger, "a 2 -7 1");
        for (int trigger = 0; trigger < 3; trigger++) says("b 1 -7 @1(1) 1 " + trigger);
        assertThat(pairs())
                .extracting(line -> line.split(" ")[1].substring("ROCPROFILER_KFD_".length()))
                .containsExactly(
                        "PAGE_MIGRATE_PREFETCH",
                        "PAGE_MIGRATE_PAGEFAULT_GPU",
                        "PAGE_MIGRATE_PAGEFAULT_CPU",
                        "PAGE_MIGRATE_TTM_EVICTION",
                        "QUEUE_EVICT_SVM",
                        "QUEUE_EVICT_USERPTR",
                        "QUEUE_EVICT_TTM",
                        "QUEUE_EVICT_SUSPEND",
                        "QUEUE_EVICT_CRIU_CHECKPOINT",
                        "QUEUE_EVICT_CRIU_RESTORE");
        assertThat(seen)
                .filteredOn(line -> line.startsWith("KFD_EVENT_UNMAP"))
                .extracting(line -> line.split(" ")[1].substring("ROCPROFILER_KFD_EVENT_".length()))
                .containsExactly(
                        "UNMAP_FROM_GPU_MMU_NOTIFY",
                        "UNMAP_FROM_GPU_MMU_NOTIFY_MIGRATE",
                        "UNMAP_FROM_GPU_UNMAP_FROM_CPU");
    }

    @Test
    void anEndWithoutABeginningIsAnEventAlone() {
        says("6 2 -7 @1(1) 0->1 0", "8 2 -7 @1(2) M", "a 2 -7 1");
        assertThat(seen).hasSize(3);
        assertThat(pairs()).isEmpty();
    }

    @Test
    void anEndEndsOnlyWhatHasTheSamePagesGpusAndProcess() {
        says("5 1 -7 @10(2) 0->1 0:0 0");
        says("6 2 -7 @11(2) 0->1 0", "6 2 -7 @10(3) 0->1 0", "6 2 -7 @10(2) 2->1 0", "6 2 -7 @10(2) 0->2 0");
        says("6 2 -8 @10(2) 0->1 0", "8 2 -7 @10(1) M", "a 2 -7 1");
        assertThat(pairs()).isEmpty();
        says("6 3 -7 @10(2) 0->1 0");
        assertThat(pairs()).hasSize(1);
        says("6 4 -7 @10(2) 0->1 0");
        assertThat(pairs()).hasSize(1);
    }

    @Test
    void gpusDoNotDisturbEachOther() {
        says("9 10 -7 a 0", "9 20 -7 b 1", "7 30 -7 @5(a) R", "7 40 -7 @5(b) W", "a 50 -7 b", "8 60 -7 @5(a) M");
        says("a 70 -7 a", "8 80 -7 @5(b) U");
        assertThat(pairs())
                .containsExactly(
                        queue("EVICT_USERPTR", 20, 50, 0xB),
                        fault("READ_FAULT_MIGRATED", 30, 60, 0xA),
                        queue("EVICT_SVM", 10, 70, 0xA),
                        fault("WRITE_FAULT_UPDATED", 40, 80, 0xB));
    }

    /// A queue that is evicted twice is restored in two steps.
    @Test
    void whatIsNestedEndsFromTheInside() {
        says("9 10 -7 a 0", "9 20 -7 a 1", "a 30 -7 a", "a 40 -7 a", "a 50 -7 a");
        assertThat(pairs()).containsExactly(queue("EVICT_USERPTR", 20, 30, 0xA), queue("EVICT_SVM", 10, 40, 0xA));
    }

    /// After a dropped end, the next pair is correct again.
    @Test
    void aBeginningWhoseEndWasDroppedDoesNotStretchTheNextOne() {
        says("7 10 -7 @5(a) R", "e 15 -7 1", "7 20 -7 @5(a) W", "8 30 -7 @5(a) M");
        assertThat(pairs()).containsExactly(fault("WRITE_FAULT_MIGRATED", 20, 30, 0xA));
    }

    @Test
    void whatNeverEndsIsForgottenInTheEnd() {
        for (int page = 1; page <= 20_000; page++) says("7 10 -7 @" + Integer.toHexString(page) + "(a) R");
        says("8 20 -7 @1(a) M", "8 20 -7 @4e20(a) M");
        assertThat(pairs()).hasSize(1);
        for (int i = 0; i < 100; i++) says("9 10 -7 a 0");
        for (int i = 0; i < 100; i++) says("a 20 -7 a");
        assertThat(pairs()).hasSizeBetween(2, 17);
    }

    private static String queue(String operation, long start, long end, long gpu) {
        return expect(
                "KFD_QUEUE",
                "ROCPROFILER_KFD_QUEUE_" + operation,
                BufferTracingKfdQueueRecord.SIZEOF,
                BufferTracingKfdQueueRecord.START_TIMESTAMP,
                start,
                BufferTracingKfdQueueRecord.END_TIMESTAMP,
                end,
                BufferTracingKfdQueueRecord.PID,
                7,
                BufferTracingKfdQueueRecord.AGENT_ID,
                gpu(gpu));
    }

    private static String fault(String operation, long start, long end, long gpu) {
        return expect(
                "KFD_PAGE_FAULT",
                "ROCPROFILER_KFD_PAGE_FAULT_" + operation,
                BufferTracingKfdPageFaultRecord.SIZEOF,
                BufferTracingKfdPageFaultRecord.START_TIMESTAMP,
                start,
                BufferTracingKfdPageFaultRecord.END_TIMESTAMP,
                end,
                BufferTracingKfdPageFaultRecord.PID,
                7,
                BufferTracingKfdPageFaultRecord.AGENT_ID,
                gpu(gpu),
                BufferTracingKfdPageFaultRecord.ADDRESS,
                5 << 12);
    }
}
