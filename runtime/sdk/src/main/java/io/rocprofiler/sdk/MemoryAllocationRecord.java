package io.rocprofiler.sdk;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.MemoryAllocationOperation;

/// Memory was allocated or freed through HSA.
///
/// Not for implementation: see the package.
public non-sealed interface MemoryAllocationRecord extends BufferRecord {
    @Override
    BufferTracingKind kind();

    @Override
    MemoryAllocationOperation operation();

    /// {@return the agent that owns the memory; 0 when memory was freed}
    long agentId();

    /// {@return the address, or the handle of virtual memory}
    long address();

    /// {@return the size in bytes; 0 when memory was freed}
    long sizeBytes();

    @Override
    MemoryAllocationRecord copy();
}
