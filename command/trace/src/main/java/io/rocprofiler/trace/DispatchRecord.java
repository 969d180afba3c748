package io.rocprofiler.trace;

import io.rocprofiler.abi.BufferTracingKernelDispatchRecord;
import io.rocprofiler.abi.Dim3;
import io.rocprofiler.abi.KernelDispatchInfo;
import io.rocprofiler.abi.internal.SegmentGraphNode;
import org.jspecify.annotations.Nullable;

/// A kernel execution.
public final class DispatchRecord extends TraceRecord {

    private static final int INFO = BufferTracingKernelDispatchRecord.DISPATCH_INFO;

    DispatchRecord(ProcessTrace process) {
        super(process, BufferTracingKernelDispatchRecord.START_TIMESTAMP, BufferTracingKernelDispatchRecord.THREAD_ID);
    }

    /// The `sizeof` of AMD's struct.
    @Override
    public long size() {
        return BufferTracingKernelDispatchRecord.SIZEOF;
    }

    /// The executable graph whose launch submitted this, 0 for none.
    public long graphExecId() {
        return ofGraphNode(BufferTracingKernelDispatchRecord.SIZEOF, SegmentGraphNode.EXEC_ID);
    }

    /// The place among the kernels and copies that were recorded of its graph's launch, from 0; 0 also without one.
    public long graphNodeId() {
        return ofGraphNode(BufferTracingKernelDispatchRecord.SIZEOF, SegmentGraphNode.NODE_ID);
    }

    /// The `size` field of AMD's dispatch info.
    public long infoSize() {
        return u64(INFO + KernelDispatchInfo.SIZE);
    }

    public long agentId() {
        return u64(INFO + KernelDispatchInfo.AGENT_ID);
    }

    public long queueId() {
        return u64(INFO + KernelDispatchInfo.QUEUE_ID);
    }

    /// The kernel's id, 0 if no code object describes the kernel.
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

    /// Returns the number of work-items per work-group.
    ///
    /// @param dimension 0 to 2
    public long workgroup(int dimension) {
        return u32(INFO + KernelDispatchInfo.WORKGROUP_SIZE + dimension(dimension));
    }

    /// Returns the total number of work-items.
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
