package io.rocprofiler.bench.synthetic;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.BufferTracingMemoryAllocationRecord;
import io.rocprofiler.abi.BufferTracingScratchMemoryRecord;
import io.rocprofiler.abi.MarkerCoreRangeOperation;
import io.rocprofiler.abi.MemoryAllocationOperation;
import io.rocprofiler.abi.ScratchMemoryOperation;
import io.rocprofiler.abi.internal.SegmentConstants;
import java.util.SplittableRandom;

/// A thread of the synthetic program with its own stream: allocates, copies, launches kernels, waits for them.
///
/// Nested calls are recorded before their outer calls, since they end first.
final class SyntheticThread {

    /// The maximum number of records of a step.
    static final int LONGEST_STEP = 160;

    private static final int LAUNCHES = 16;
    private static final int MARK = MarkerCoreRangeOperation.roctxMarkA.value();
    private static final int THREAD_RANGE = MarkerCoreRangeOperation.roctxThreadRangeA.value();

    private final SyntheticProcess process;
    private final Stretch stretch;
    private final long tid;
    private final long stream;
    private final SplittableRandom random;
    private long steps;
    private long records;

    /// The current time of this thread.
    private long now;

    /// The end of its last HSA call.
    private long lastEnd;

    SyntheticThread(
            SyntheticProcess process, Stretch stretch, long tid, long stream, long start, SplittableRandom random) {
        this.process = process;
        this.stretch = stretch;
        this.tid = tid;
        this.stream = stream;
        this.now = start;
        this.random = random;
    }

    static long external(long stream) {
        return stream << SegmentConstants.EXTERNAL_STREAM_SHIFT;
    }

    long now() {
        return now;
    }

    /// One round of the program's loop.
    ///
    /// @return the number of domain records it added
    long step() {
        long before = records;
        long range = process.nextId();
        long start = now;
        stretch.text(range, "step " + steps++, start);
        stretch.rangeOpen(THREAD_RANGE, range, start);
        pass(500);
        if (random.nextInt(4) == 0) {
            allocate();
        }
        copy(true);
        long end = 0;
        for (int i = 0; i < LAUNCHES; i++) {
            end = launch();
        }
        end = Math.max(end, copy(false));
        synchronize(end);
        mark(random.nextInt(8) == 0 ? "residual below " + random.nextInt(1_000_000) : "iteration done");
        pass(400);
        stretch.marker(THREAD_RANGE, range, start, now);
        records++;
        return records - before;
    }

    /// Adds a call that does nothing, to reach an exact number of records.
    void idle() {
        long start = now;
        pass(80);
        hip(Calls.DEVICE, process.nextId(), start, 0x7ffc00001000L);
    }

    private void mark(String text) {
        long id = process.nextId();
        stretch.text(id, text, now);
        stretch.marker(MARK, id, now, now);
        records++;
    }

    private long launch() {
        call(Calls.PUSH, 60, 0x0000000100000040L, 256, 0, stream);
        call(Calls.POP, 50, 0x7ffc00001000L, 0x7ffc00001010L);
        long kernel = 1 + random.nextInt(Kernels.COUNT);
        int workgroups = 1 << random.nextInt(12);
        long id = process.nextId();
        long start = now;
        pass(700);
        hsa(Calls.WRITE_INDEX, id, 40);
        hsa(Calls.STORE_SIGNAL, id, 150);
        long submitted = now;
        pass(300);
        hip(Calls.LAUNCH, id, start, Kernels.hostFunctionAddress(kernel), workgroups, 256, 0x7ffc00002000L, 0, stream);
        call(Calls.LAST_ERROR, 30);
        records++;
        return process.gpu().dispatch(tid, stream, id, kernel, workgroups, submitted);
    }

    private long copy(boolean toDevice) {
        long bytes = 4096L << random.nextInt(6);
        long id = process.nextId();
        long start = now;
        pass(900);
        hsa(Calls.ASYNC_COPY, id, 1_200);
        long submitted = now;
        pass(200);
        hip(Calls.COPY, id, start, 0x7f4000000000L, 0x7e4000000000L, bytes, toDevice ? 1 : 2, stream);
        records++;
        return process.gpu().copy(tid, stream, id, toDevice, bytes, submitted);
    }

    private void synchronize(long end) {
        long id = process.nextId();
        long start = now;
        pass(200);
        hsa(Calls.WAIT_SIGNAL, id, Math.max(100, end - now));
        pass(100);
        hip(Calls.SYNCHRONIZE, id, start, stream);
    }

    private void allocate() {
        long bytes = 4096L << random.nextInt(12);
        long address = 0x7f5000000000L + (steps << 20);
        allocation(Calls.MALLOC, Calls.POOL_ALLOCATE, MemoryAllocationOperation.ALLOCATE, address, bytes);
        if (random.nextInt(16) == 0) {
            scratch(bytes);
        }
        allocation(Calls.FREE, Calls.POOL_FREE, MemoryAllocationOperation.FREE, address, 0);
    }

    private void allocation(
            Calls.Hip outer, Calls.Hsa inner, MemoryAllocationOperation operation, long address, long bytes) {
        long id = process.nextId();
        long start = now;
        pass(300);
        long innerStart = now;
        long innerId = hsa(inner, id, 4_000);
        long innerEnd = lastEnd;
        int at = stretch.record(
                BufferTracingMemoryAllocationRecord.SIZEOF,
                BufferTracingKind.MEMORY_ALLOCATION.value(),
                operation.value(),
                now);
        stretch.correlation(at + BufferTracingMemoryAllocationRecord.CORRELATION_ID, innerId, external(stream), id);
        stretch.u64(at + BufferTracingMemoryAllocationRecord.THREAD_ID, tid);
        stretch.u64(at + BufferTracingMemoryAllocationRecord.START_TIMESTAMP, innerStart);
        stretch.u64(at + BufferTracingMemoryAllocationRecord.END_TIMESTAMP, innerEnd);
        stretch.u64(at + BufferTracingMemoryAllocationRecord.AGENT_ID, bytes == 0 ? 0 : process.agent());
        stretch.u64(at + BufferTracingMemoryAllocationRecord.ADDRESS, address);
        stretch.u64(at + BufferTracingMemoryAllocationRecord.ALLOCATION_SIZE, bytes);
        records++;
        process.countAllocation();
        pass(100);
        hip(outer, id, start, bytes == 0 ? new long[] {address} : new long[] {0x7ffc00003000L, bytes});
    }

    private void scratch(long bytes) {
        long id = process.nextId();
        long start = now;
        pass(2_000);
        int at = stretch.record(
                BufferTracingScratchMemoryRecord.SIZEOF,
                BufferTracingKind.SCRATCH_MEMORY.value(),
                ScratchMemoryOperation.ALLOC.value(),
                now);
        stretch.correlation(at + BufferTracingScratchMemoryRecord.CORRELATION_ID, id, external(stream), 0);
        stretch.u64(at + BufferTracingScratchMemoryRecord.AGENT_ID, process.agent());
        stretch.u64(at + BufferTracingScratchMemoryRecord.QUEUE_ID, 1 + stream % 4);
        stretch.u64(at + BufferTracingScratchMemoryRecord.THREAD_ID, tid);
        stretch.u64(at + BufferTracingScratchMemoryRecord.START_TIMESTAMP, start);
        stretch.u64(at + BufferTracingScratchMemoryRecord.END_TIMESTAMP, now);
        stretch.u64(at + BufferTracingScratchMemoryRecord.ALLOCATION_SIZE, bytes);
        records++;
        process.countScratch();
    }

    private void call(Calls.Hip function, int nanos, long... arguments) {
        long start = now;
        pass(nanos);
        hip(function, process.nextId(), start, arguments);
    }

    private void hip(Calls.Hip function, long id, long start, long... arguments) {
        int at = stretch.hip(function, id, external(stream), start, now);
        function.arguments(stretch, at, arguments);
        records++;
    }

    private long hsa(Calls.Hsa function, long ancestor, long nanos) {
        long id = process.nextId();
        long start = now;
        pass(nanos);
        lastEnd = now;
        stretch.api(function.kind(), function.operation(), id, 0, ancestor, start, now);
        records++;
        pass(20);
        return id;
    }

    /// Advances the clock by about that long, give or take a quarter.
    private void pass(long nanos) {
        now += nanos - nanos / 4 + random.nextLong(nanos / 2 + 1);
    }

    void finish() {
        stretch.flush();
    }
}
