package io.rocprofiler.sdk.internal.view;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.MemoryCopyOperation;
import io.rocprofiler.sdk.MemoryCopyRecord;
import java.lang.foreign.MemorySegment;

/// [MemoryCopyRecord], kept.
record KeptMemoryCopyRecord(
        BufferTracingKind kind,
        MemoryCopyOperation operation,
        long startNanos,
        long endNanos,
        long threadId,
        long internalCorrelationId,
        long ancestorCorrelationId,
        long externalCorrelationId,
        long destinationAgentId,
        long sourceAgentId,
        long sizeBytes,
        long destinationAddress,
        long sourceAddress)
        implements MemoryCopyRecord {

    KeptMemoryCopyRecord(MemoryCopyRecord of) {
        this(
                of.kind(),
                of.operation(),
                of.startNanos(),
                of.endNanos(),
                of.threadId(),
                of.internalCorrelationId(),
                of.ancestorCorrelationId(),
                of.externalCorrelationId(),
                of.destinationAgentId(),
                of.sourceAgentId(),
                of.sizeBytes(),
                of.destinationAddress(),
                of.sourceAddress());
    }

    @Override
    public MemorySegment segment() {
        throw Kept.noMemory();
    }

    @Override
    public MemoryCopyRecord copy() {
        return this;
    }
}
