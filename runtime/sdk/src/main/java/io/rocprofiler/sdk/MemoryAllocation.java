package io.rocprofiler.sdk;

import io.rocprofiler.abi.MemoryAllocationOperation;

/// Memory is allocated or freed through HSA, at the beginning or the end of it.
public non-sealed interface MemoryAllocation extends CallbackRecord {
    @Override
    MemoryAllocationOperation operation();

    /// Nanoseconds on `CLOCK_BOOTTIME`; 0 at the beginning.
    long startNanos();

    /// Nanoseconds on `CLOCK_BOOTTIME`; 0 at the beginning.
    long endNanos();

    /// The agent that owns the memory; 0 when it is freed.
    long agentId();

    /// The address, or the handle of virtual memory; of an allocation known only at its end.
    long address();

    /// 0 when memory is freed.
    long sizeBytes();

    @Override
    MemoryAllocation copy();
}
