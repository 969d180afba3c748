package io.rocprofiler.sdk.internal.plan;

import io.rocprofiler.sdk.internal.seam.StagedStruct;

/// Memory for plans in the form that C executes. Thread rule: the caller's.
public interface PlanMemory {
    /// Allocates zeroed memory that is never freed.
    ///
    /// @param bytes a multiple of eight
    /// @return its address, never 0
    long allocate(long bytes);

    /// Writes allocated memory.
    void write(StagedStruct staged, long address);
}
