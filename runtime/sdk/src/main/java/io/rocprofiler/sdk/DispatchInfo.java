package io.rocprofiler.sdk;

/// Which kernel was dispatched where, and how large: what callbacks and records of dispatches have in common.
public interface DispatchInfo {
    /// As [Agent#id]: see [Profiler#agent].
    long agentId();

    /// The queue's number in this process.
    long queueId();

    /// As [KernelSymbol#kernelId]; 0 if the kernel is unknown.
    long kernelId();

    /// The dispatch's number in this process, from 1.
    long dispatchId();

    long privateSegmentSizeBytes();

    long groupSegmentSizeBytes();

    /// Work-items.
    int workgroupSizeX();

    int workgroupSizeY();

    int workgroupSizeZ();

    /// The three together. Allocates.
    default Dimensions workgroupSize() {
        return new Dimensions(workgroupSizeX(), workgroupSizeY(), workgroupSizeZ());
    }

    /// Work-items, not workgroups.
    long gridSizeX();

    long gridSizeY();

    long gridSizeZ();

    /// The three together. Allocates.
    default Dimensions gridSize() {
        return new Dimensions(gridSizeX(), gridSizeY(), gridSizeZ());
    }
}
