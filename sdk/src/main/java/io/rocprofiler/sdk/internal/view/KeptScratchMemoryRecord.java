package io.rocprofiler.sdk.internal.view;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.ScratchAllocFlag;
import io.rocprofiler.abi.ScratchMemoryOperation;
import io.rocprofiler.sdk.ScratchMemoryRecord;
import java.lang.foreign.MemorySegment;

/// [ScratchMemoryRecord], kept.
record KeptScratchMemoryRecord(
        BufferTracingKind kind,
        ScratchMemoryOperation operation,
        long startNanos,
        long endNanos,
        long threadId,
        long internalCorrelationId,
        long ancestorCorrelationId,
        long externalCorrelationId,
        long agentId,
        long queueId,
        ScratchAllocFlag flag,
        int flagBits,
        long sizeBytes)
        implements ScratchMemoryRecord {

    KeptScratchMemoryRecord(ScratchMemoryRecord of) {
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
                of.queueId(),
                of.flag(),
                of.flagBits(),
                of.sizeBytes());
    }

    @Override
    public MemorySegment segment() {
        throw Kept.noMemory();
    }

    @Override
    public ScratchMemoryRecord copy() {
        return this;
    }
}
