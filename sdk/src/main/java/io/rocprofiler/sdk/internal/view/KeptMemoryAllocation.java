package io.rocprofiler.sdk.internal.view;

import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.MemoryAllocationOperation;
import io.rocprofiler.sdk.MemoryAllocation;
import java.lang.foreign.MemorySegment;

/// [MemoryAllocation], kept.
record KeptMemoryAllocation(
        CallbackTracingKind kind,
        MemoryAllocationOperation operation,
        CallbackPhase phase,
        long threadId,
        long internalCorrelationId,
        long ancestorCorrelationId,
        long externalCorrelationId,
        long contextHandle,
        long userData,
        long startNanos,
        long endNanos,
        long agentId,
        long address,
        long sizeBytes)
        implements MemoryAllocation {

    KeptMemoryAllocation(MemoryAllocation of) {
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
                of.startNanos(),
                of.endNanos(),
                of.agentId(),
                of.address(),
                of.sizeBytes());
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
    public MemoryAllocation copy() {
        return this;
    }
}
