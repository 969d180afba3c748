package io.rocprofiler.sdk.internal.view;

import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.HipStreamOperation;
import io.rocprofiler.sdk.HipStreamEvent;
import java.lang.foreign.MemorySegment;

/// [HipStreamEvent], kept.
record KeptHipStreamEvent(
        CallbackTracingKind kind,
        HipStreamOperation operation,
        CallbackPhase phase,
        long threadId,
        long internalCorrelationId,
        long ancestorCorrelationId,
        long externalCorrelationId,
        long contextHandle,
        long userData,
        long streamId,
        long streamAddress)
        implements HipStreamEvent {

    KeptHipStreamEvent(HipStreamEvent of) {
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
                of.streamId(),
                of.streamAddress());
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
    public HipStreamEvent copy() {
        return this;
    }
}
