package io.rocprofiler.sdk;

/// A dispatched kernel, its agent and queue, and its dimensions: common to callbacks and records of dispatches.
public sealed interface DispatchInfo permits KernelDispatch, KernelDispatchRecord {
    /// {@return the agent, for [Profiler#agent]}
    long agentId();

    /// {@return the queue's number in this process}
    long queueId();

    /// {@return the kernel, as [KernelSymbol#kernelId]; 0 if it is unknown}
    long kernelId();

    /// {@return the kernel's name, as [KernelInfo#name]; empty if it is unknown} Looked up by its number,
    /// which is cheaper.
    default String kernelName() {
        return Profiler.kernel(kernelId()).map(KernelInfo::name).orElse("");
    }

    /// {@return the dispatch's number in this process, from 1}
    long dispatchId();

    /// {@return private memory of a work-item, in bytes}
    long privateSegmentSizeBytes();

    /// {@return local memory of a workgroup, in bytes}
    long groupSegmentSizeBytes();

    /// Returns the size of a workgroup in work-items.
    ///
    /// @return work-items in the first dimension
    int workgroupSizeX();

    /// {@return work-items in the second dimension}
    int workgroupSizeY();

    /// {@return work-items in the third dimension}
    int workgroupSizeZ();

    /// {@return the size in all three dimensions} Allocates.
    default Dimensions workgroupSize() {
        return new Dimensions(workgroupSizeX(), workgroupSizeY(), workgroupSizeZ());
    }

    /// Returns the size of the grid in work-items, not workgroups.
    ///
    /// @return work-items in the first dimension
    long gridSizeX();

    /// {@return work-items in the second dimension}
    long gridSizeY();

    /// {@return work-items in the third dimension}
    long gridSizeZ();

    /// {@return the size in all three dimensions} Allocates.
    default Dimensions gridSize() {
        return new Dimensions(gridSizeX(), gridSizeY(), gridSizeZ());
    }
}
