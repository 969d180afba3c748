package io.rocprofiler.sdk.internal.view;

import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.MemoryCopyOperation;
import io.rocprofiler.sdk.MemoryCopy;
import java.lang.foreign.MemorySegment;

/// [MemoryCopy], kept.
record KeptMemoryCopy(
        CallbackTracingKind kind,
        MemoryCopyOperation operation,
        CallbackPhase phase,
        long threadId,
        long internalCorrelationId,
        long ancestorCorrelationId,
        long externalCorrelationId,
        long contextHandle,
        long userData,
        long startNanos,
        long endNanos,
        long destinationAgentId,
        long sourceAgentId,
        long sizeBytes,
        long destinationAddress,
        long sourceAddress)
        implements MemoryCopy {

    KeptMemoryCopy(MemoryCopy of) {
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
                of.destinationAgentId(),
                of.sourceAgentId(),
                of.sizeBytes(),
                of.destinationAddress(),
                of.sourceAddress());
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
    public MemoryCopy copy() {
        return this;
    }
}
