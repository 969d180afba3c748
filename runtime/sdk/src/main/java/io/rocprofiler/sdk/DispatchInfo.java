package io.rocprofiler.sdk;

/// Which kernel was dispatched where, and how large: what callbacks and records of dispatches have in common.
public interface DispatchInfo {
    /// {@return as [Agent#id]: see [Profiler#agent]}
    long agentId();

    /// {@return the queue's number in this process}
    long queueId();

    /// {@return as [KernelSymbol#kernelId]; 0 if the kernel is unknown}
    long kernelId();

    /// {@return the dispatch's number in this process, from 1}
    long dispatchId();

    long privateSegmentSizeBytes();

    long groupSegmentSizeBytes();

    /// Work-items.
    int workgroupSizeX();

    int workgroupSizeY();

    int workgroupSizeZ();

    /// {@return the three together} Allocates.
    default Dimensions workgroupSize() {
        return new Dimensions(workgroupSizeX(), workgroupSizeY(), workgroupSizeZ());
    }

    /// Work-items, not workgroups.
    long gridSizeX();

    long gridSizeY();

    long gridSizeZ();

    /// {@return the three together} Allocates.
    default Dimensions gridSize() {
        return new Dimensions(gridSizeX(), gridSizeY(), gridSizeZ());
    }
}
