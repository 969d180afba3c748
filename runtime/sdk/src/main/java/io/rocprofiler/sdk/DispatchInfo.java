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

    /// {@return private memory of a work-item, in bytes}
    long privateSegmentSizeBytes();

    /// {@return local memory of a workgroup, in bytes}
    long groupSegmentSizeBytes();

    /// Work-items.
    ///
    /// @return in the first dimension
    int workgroupSizeX();

    /// {@return work-items in the second dimension}
    int workgroupSizeY();

    /// {@return work-items in the third dimension}
    int workgroupSizeZ();

    /// {@return the three together} Allocates.
    default Dimensions workgroupSize() {
        return new Dimensions(workgroupSizeX(), workgroupSizeY(), workgroupSizeZ());
    }

    /// Work-items, not workgroups.
    ///
    /// @return in the first dimension
    long gridSizeX();

    /// {@return work-items in the second dimension}
    long gridSizeY();

    /// {@return work-items in the third dimension}
    long gridSizeZ();

    /// {@return the three together} Allocates.
    default Dimensions gridSize() {
        return new Dimensions(gridSizeX(), gridSizeY(), gridSizeZ());
    }
}
