package io.rocprofiler.sdk;

import io.rocprofiler.abi.MemoryAllocationOperation;

/// Memory is allocated or freed through HSA, at the beginning or the end of it.
public non-sealed interface MemoryAllocation extends CallbackRecord {
    @Override
    MemoryAllocationOperation operation();

    /// {@return nanoseconds on `CLOCK_BOOTTIME`; 0 at the beginning}
    long startNanos();

    /// {@return nanoseconds on `CLOCK_BOOTTIME`; 0 at the beginning}
    long endNanos();

    /// {@return the agent that owns the memory; 0 when it is freed}
    long agentId();

    /// {@return the address, or the handle of virtual memory; of an allocation known only at its end}
    long address();

    /// {@return 0 when memory is freed}
    long sizeBytes();

    @Override
    MemoryAllocation copy();
}
