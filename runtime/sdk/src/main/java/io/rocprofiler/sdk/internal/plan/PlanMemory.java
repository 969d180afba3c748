package io.rocprofiler.sdk.internal.plan;

import io.rocprofiler.sdk.internal.seam.StagedStruct;

/// Memory for plans in the form that C executes. Thread rule: the caller's.
public interface PlanMemory {
    /// Allocates zeroed memory that is never freed.
    ///
    /// @param bytes a multiple of eight
    /// @return its address, never 0
    long allocate(long bytes);

    /// The function that begins a call of a plan of this `PATH_*`; 0 where only the process that maps the plan knows
    /// it.
    default long enter(int path) {
        return 0;
    }

    /// The function that ends such a call.
    default long exit(int path) {
        return 0;
    }

    /// Writes allocated memory.
    void write(StagedStruct staged, long address);
}
