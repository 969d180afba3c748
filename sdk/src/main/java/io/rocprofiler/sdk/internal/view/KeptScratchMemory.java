package io.rocprofiler.sdk.internal.view;

import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.ScratchAllocFlag;
import io.rocprofiler.abi.ScratchMemoryOperation;
import io.rocprofiler.sdk.ScratchMemory;
import java.lang.foreign.MemorySegment;

/// [ScratchMemory], kept.
record KeptScratchMemory(
        CallbackTracingKind kind,
        ScratchMemoryOperation operation,
        CallbackPhase phase,
        long threadId,
        long internalCorrelationId,
        long ancestorCorrelationId,
        long externalCorrelationId,
        long contextHandle,
        long userData,
        long agentId,
        long queueId,
        ScratchAllocFlag flag,
        int flagBits,
        long dispatchId,
        long sizeBytes,
        long slotCount)
        implements ScratchMemory {

    KeptScratchMemory(ScratchMemory of) {
        this(
                of.kind(),
                of.operation(),
                of.phase(),
                of.threadId(),
                of.internalCorrelationId(),
                of.ancestorCorrelationId(),
                of.externalCorrelationId(),
                of.contextHandle(),
                of.userData(),
                of.agentId(),
                of.queueId(),
                of.flag(),
                of.flagBits(),
                of.dispatchId(),
                of.sizeBytes(),
                of.slotCount());
    }

    @Override
    public MemorySegment payload() {
        throw Kept.noMemory();
    }

    @Override
    public void userData(long value) {
        throw Kept.immutable();
    }

    @Override
    public ScratchMemory copy() {
        return this;
    }
}
