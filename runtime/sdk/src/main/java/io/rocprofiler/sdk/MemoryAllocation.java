package io.rocprofiler.sdk;

import io.rocprofiler.abi.MemoryAllocationOperation;

/// An allocation or a release of memory through HSA, at its beginning or end.
///
/// Not for implementation: see the package.
public non-sealed interface MemoryAllocation extends CallbackRecord {
    @Override
    MemoryAllocationOperation operation();

    /// {@return the start, in nanoseconds on `CLOCK_BOOTTIME`; 0 at the beginning}
    long startNanos();

    /// {@return the end, in nanoseconds on `CLOCK_BOOTTIME`; 0 at the beginning}
    long endNanos();

    /// {@return the agent that owns the memory; 0 when memory is freed}
    long agentId();

    /// {@return the address, or the handle of virtual memory; for an allocation, set only at its end}
    long address();

    /// {@return the size in bytes; 0 when memory is freed}
    long sizeBytes();

    @Override
    MemoryAllocation copy();
}
