package io.rocprofiler.trace;

import io.rocprofiler.abi.BufferTracingKernelDispatchRecord;
import io.rocprofiler.abi.Dim3;
import io.rocprofiler.abi.KernelDispatchInfo;
import org.jspecify.annotations.Nullable;

/// A kernel that ran.
public final class DispatchRecord extends TraceRecord {

    private static final int INFO = BufferTracingKernelDispatchRecord.DISPATCH_INFO;

    DispatchRecord(ProcessTrace process) {
        super(process, BufferTracingKernelDispatchRecord.START_TIMESTAMP, BufferTracingKernelDispatchRecord.THREAD_ID);
    }

    /// What C says the size of its dispatch info is.
    public long infoSize() {
        return u64(INFO + KernelDispatchInfo.SIZE);
    }

    public long agentId() {
        return u64(INFO + KernelDispatchInfo.AGENT_ID);
    }

    public long queueId() {
        return u64(INFO + KernelDispatchInfo.QUEUE_ID);
    }

    /// 0 for a kernel that no code object is known of.
    public long kernelId() {
        return u64(INFO + KernelDispatchInfo.KERNEL_ID);
    }

    public long dispatchId() {
        return u64(INFO + KernelDispatchInfo.DISPATCH_ID);
    }

    public long privateSegmentBytes() {
        return u32(INFO + KernelDispatchInfo.PRIVATE_SEGMENT_SIZE);
    }

    public long groupSegmentBytes() {
        return u32(INFO + KernelDispatchInfo.GROUP_SEGMENT_SIZE);
    }

    /// Work-items of a work-group.
    ///
    /// @param dimension 0 to 2
    public long workgroup(int dimension) {
        return u32(INFO + KernelDispatchInfo.WORKGROUP_SIZE + dimension(dimension));
    }

    /// Work-items in all.
    ///
    /// @param dimension 0 to 2
    public long grid(int dimension) {
        return u32(INFO + KernelDispatchInfo.GRID_SIZE + dimension(dimension));
    }

    private static int dimension(int number) {
        return switch (number) {
            case 0 -> Dim3.X;
            case 1 -> Dim3.Y;
            default -> Dim3.Z;
        };
    }

    /// The kernel, null if its code object was not recorded.
    public @Nullable KernelSymbol kernel() {
        return process().kernel(kernelId());
    }
}
