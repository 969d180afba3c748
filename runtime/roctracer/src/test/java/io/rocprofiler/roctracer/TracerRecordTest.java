package io.rocprofiler.roctracer;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.abi.ActivityDomain;
import io.rocprofiler.abi.ActivityRecord;
import io.rocprofiler.abi.HipCommandKind;
import io.rocprofiler.abi.HipOpId;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Tests records in memory as C writes them.
final class TracerRecordTest {
    private final Arena arena = Arena.ofAuto();

    /// Returns a call's record, followed by a kernel's.
    private MemorySegment records() {
        MemorySegment records = arena.allocate(2L * ActivityRecord.SIZEOF, ActivityRecord.ALIGNOF);
        MemorySegment call = records.asSlice(0, ActivityRecord.SIZEOF);
        call.set(ValueLayout.JAVA_INT, ActivityRecord.DOMAIN, ActivityDomain.HSA_API.value());
        call.set(ValueLayout.JAVA_INT, ActivityRecord.OP, 7);
        call.set(ValueLayout.JAVA_LONG, ActivityRecord.CORRELATION_ID, 42);
        call.set(ValueLayout.JAVA_LONG, ActivityRecord.BEGIN_NS, 1000);
        call.set(ValueLayout.JAVA_LONG, ActivityRecord.END_NS, 2000);
        call.set(ValueLayout.JAVA_INT, ActivityRecord.PROCESS_ID, 11);
        call.set(ValueLayout.JAVA_INT, ActivityRecord.THREAD_ID, 12);
        MemorySegment kernel = records.asSlice(ActivityRecord.SIZEOF);
        kernel.set(ValueLayout.JAVA_INT, ActivityRecord.DOMAIN, ActivityDomain.HIP_OPS.value());
        kernel.set(ValueLayout.JAVA_INT, ActivityRecord.KIND, HipCommandKind.KERNEL_EXECUTION.value());
        kernel.set(ValueLayout.JAVA_INT, ActivityRecord.OP, HipOpId.DISPATCH.value());
        kernel.set(ValueLayout.JAVA_LONG, ActivityRecord.CORRELATION_ID, 42);
        kernel.set(ValueLayout.JAVA_INT, ActivityRecord.DEVICE_ID, 3);
        kernel.set(ValueLayout.JAVA_LONG, ActivityRecord.QUEUE_ID, 4);
        long name = arena.allocateFrom("_Z9transposePf").address();
        kernel.set(ValueLayout.JAVA_LONG, ActivityRecord.KERNEL_NAME, name);
        return records;
    }

    private static RecordBatch batch(MemorySegment records) {
        return new RecordBatch(records.address(), records.address() + records.byteSize());
    }

    @Test
    void a_view_moves_over_all_records_and_copies_stay() {
        MemorySegment records = records();
        List<TracerRecord> copies = new ArrayList<>();
        List<Long> begins = new ArrayList<>();
        assertThat(batch(records).size()).isEqualTo(2);
        for (TracerRecord record : batch(records)) {
            begins.add(record.startNanos());
            copies.add(record.copy());
        }
        records.fill((byte) -1);
        assertThat(begins).containsExactly(1000L, 0L);
        assertThat(copies.get(0).operation()).isEqualTo(new Op(ActivityDomain.HSA_API, 7));
        assertThat(copies.get(0).correlationId()).isEqualTo(42);
        assertThat(copies.get(0).endNanos()).isEqualTo(2000);
        assertThat(copies.get(0).processId()).isEqualTo(11);
        assertThat(copies.get(0).threadId()).isEqualTo(12);
        assertThat(copies.get(0).kernelName()).isNull();
        assertThat(copies.get(1).kind()).isEqualTo(HipCommandKind.KERNEL_EXECUTION.value());
        assertThat(copies.get(1).deviceId()).isEqualTo(3);
        assertThat(copies.get(1).queueId()).isEqualTo(4);
        assertThat(copies.get(1).kernelName()).isEqualTo("_Z9transposePf");
        assertThat(copies.get(1).copy().kernelName()).isEqualTo("_Z9transposePf");
    }

    @Test
    void a_kernel_may_have_no_name() {
        MemorySegment records = records();
        records.set(ValueLayout.JAVA_LONG, ActivityRecord.SIZEOF + ActivityRecord.KERNEL_NAME, 0);
        TracerRecord kernel = new TracerRecord();
        kernel.move(records.address() + ActivityRecord.SIZEOF);
        assertThat(kernel.kernelName()).isNull();
    }
}
