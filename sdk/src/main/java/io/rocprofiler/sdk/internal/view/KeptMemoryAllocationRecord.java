package io.rocprofiler.sdk.internal.view;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.MemoryAllocationOperation;
import io.rocprofiler.sdk.MemoryAllocationRecord;
import java.lang.foreign.MemorySegment;

/// [MemoryAllocationRecord], kept.
record KeptMemoryAllocationRecord(
        BufferTracingKind kind,
        MemoryAllocationOperation operation,
        long startNanos,
        long endNanos,
        long threadId,
        long internalCorrelationId,
        long ancestorCorrelationId,
        long externalCorrelationId,
        long agentId,
        long address,
        long sizeBytes)
        implements MemoryAllocationRecord {

    KeptMemoryAllocationRecord(MemoryAllocationRecord of) {
        this(
                of.kind(),
                of.operation(),
                of.startNanos(),
                of.endNanos(),
                of.threadId(),
                of.internalCorrelationId(),
                of.ancestorCorrelationId(),
                of.externalCorrelationId(),
                of.agentId(),
                of.address(),
                of.sizeBytes());
    }

    @Override
    public MemorySegment segment() {
        throw Kept.noMemory();
    }

    @Override
    public MemoryAllocationRecord copy() {
        return this;
    }
}
