package io.rocprofiler.bench.synthetic;

import io.rocprofiler.abi.BufferTracingKernelDispatchRecord;
import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.BufferTracingMemoryCopyRecord;
import io.rocprofiler.abi.KernelDispatchInfo;
import io.rocprofiler.abi.KernelDispatchOperation;
import io.rocprofiler.abi.MemoryCopyOperation;
import io.rocprofiler.abi.internal.SegmentWork;
import java.util.SplittableRandom;

/// The GPU of one process: queues that run their kernels one after another, and a copy engine for each direction.
/// Its records go to the stretches of the thread that completes GPU work.
final class Gpu {

    private static final int QUEUES = 4;
    private static final int INFO = BufferTracingKernelDispatchRecord.DISPATCH_INFO;

    /// The speed of copies in bytes per nanosecond.
    private static final long BYTES_PER_NANO = 24;

    private final Stretch stretch;
    private final long agent;
    private final SplittableRandom random;
    private final long[] queueFree = new long[QUEUES];
    private final long[] engineFree = new long[MemoryCopyOperation.values().length];
    private final long[] streamFree;
    private final SegmentOutput output;
    private final int workPlace;
    private long dispatches;
    private long copies;

    /// @param streams the number of streams, each of which runs its work in order
    Gpu(SegmentOutput output, Stretch stretch, long agent, int workPlace, int streams, SplittableRandom random) {
        this.streamFree = new long[streams + 1];
        this.output = output;
        this.stretch = stretch;
        this.agent = agent;
        this.workPlace = workPlace;
        this.random = random;
    }

    /// Adds a kernel submitted at a given time.
    ///
    /// @return its end time
    long dispatch(long tid, long stream, long id, long kernel, int workgroups, long submitted) {
        int queue = (int) (stream % QUEUES);
        // A few overlap their predecessor, as on hardware, where the end of one kernel and the start of the
        // next overlap.
        long free = Math.max(queueFree[queue], streamFree[(int) stream]) - (random.nextInt(100) == 0 ? 300 : 0);
        long start = Math.max(submitted + 2_000, free);
        long end = Math.max(start + 1_500 + random.nextInt(6_000), free + 301);
        queueFree[queue] = end;
        streamFree[(int) stream] = end;
        int at = stretch.record(
                BufferTracingKernelDispatchRecord.SIZEOF,
                BufferTracingKind.KERNEL_DISPATCH.value(),
                KernelDispatchOperation.COMPLETE.value(),
                end);
        work(at, BufferTracingKernelDispatchRecord.CORRELATION_ID, id, stream);
        stretch.u64(at + BufferTracingKernelDispatchRecord.THREAD_ID, tid);
        stretch.u64(at + BufferTracingKernelDispatchRecord.START_TIMESTAMP, start);
        stretch.u64(at + BufferTracingKernelDispatchRecord.END_TIMESTAMP, end);
        info(at + INFO, queue, kernel, workgroups);
        return end;
    }

    private void info(int at, int queue, long kernel, int workgroups) {
        stretch.u64(at + KernelDispatchInfo.SIZE, KernelDispatchInfo.SIZEOF);
        stretch.u64(at + KernelDispatchInfo.AGENT_ID, agent);
        stretch.u64(at + KernelDispatchInfo.QUEUE_ID, queue + 1);
        stretch.u64(at + KernelDispatchInfo.KERNEL_ID, kernel);
        stretch.u64(at + KernelDispatchInfo.DISPATCH_ID, ++dispatches);
        stretch.u32(at + KernelDispatchInfo.PRIVATE_SEGMENT_SIZE, (int) (kernel % 3 * 16));
        stretch.u32(at + KernelDispatchInfo.GROUP_SEGMENT_SIZE, (int) (100 * kernel));
        for (int i = 0; i < 3; i++) {
            stretch.u32(at + KernelDispatchInfo.WORKGROUP_SIZE + 4 * i, i == 0 ? 256 : 1);
            stretch.u32(at + KernelDispatchInfo.GRID_SIZE + 4 * i, i == 0 ? 256 * workgroups : 1);
        }
    }

    /// Adds a copy to or from the host, submitted at a given time.
    ///
    /// @return its end time
    long copy(long tid, long stream, long id, boolean toDevice, long bytes, long submitted) {
        MemoryCopyOperation direction =
                toDevice ? MemoryCopyOperation.HOST_TO_DEVICE : MemoryCopyOperation.DEVICE_TO_HOST;
        int engine = direction.ordinal();
        long start = Math.max(Math.max(submitted + 3_000, engineFree[engine]), streamFree[(int) stream]);
        long end = start + 800 + bytes / BYTES_PER_NANO;
        engineFree[engine] = end;
        streamFree[(int) stream] = end;
        int at = stretch.record(
                BufferTracingMemoryCopyRecord.SIZEOF, BufferTracingKind.MEMORY_COPY.value(), direction.value(), end);
        work(at, BufferTracingMemoryCopyRecord.CORRELATION_ID, id, stream);
        stretch.u64(at + BufferTracingMemoryCopyRecord.THREAD_ID, tid);
        stretch.u64(at + BufferTracingMemoryCopyRecord.START_TIMESTAMP, start);
        stretch.u64(at + BufferTracingMemoryCopyRecord.END_TIMESTAMP, end);
        stretch.u64(at + BufferTracingMemoryCopyRecord.DST_AGENT_ID, toDevice ? agent : Machine.cpu());
        stretch.u64(at + BufferTracingMemoryCopyRecord.SRC_AGENT_ID, toDevice ? Machine.cpu() : agent);
        stretch.u64(at + BufferTracingMemoryCopyRecord.BYTES, bytes);
        stretch.u64(at + BufferTracingMemoryCopyRecord.DST_ADDRESS, 0x7f4000000000L + bytes * 16);
        stretch.u64(at + BufferTracingMemoryCopyRecord.SRC_ADDRESS, 0x7e4000000000L + bytes * 16);
        copies++;
        return end;
    }

    private void work(int at, int correlation, long id, long stream) {
        stretch.u64(at + correlation, id);
        stretch.u64(at + correlation + Long.BYTES, SyntheticThread.external(stream));
    }

    void finish() {
        stretch.flush();
        output.header(workPlace + SegmentWork.DISPATCHES, dispatches);
        output.header(workPlace + SegmentWork.COPIES, copies);
    }
}
