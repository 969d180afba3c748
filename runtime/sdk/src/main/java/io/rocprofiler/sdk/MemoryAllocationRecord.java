package io.rocprofiler.sdk;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.MemoryAllocationOperation;
import io.rocprofiler.sdk.internal.view.CopiedMemoryAllocationRecord;
import io.rocprofiler.sdk.internal.view.MemoryAllocationRecordView;
import io.rocprofiler.sdk.testing.Doubles;

/// Memory was allocated or freed through HSA.
public sealed interface MemoryAllocationRecord extends BufferRecord
        permits MemoryAllocationRecordView, CopiedMemoryAllocationRecord, Doubles.OfMemoryAllocationRecord {
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
