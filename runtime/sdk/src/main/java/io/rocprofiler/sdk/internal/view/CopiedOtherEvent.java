package io.rocprofiler.sdk.internal.view;

import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.Operation;
import io.rocprofiler.sdk.OtherEvent;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// [OtherEvent], copied.
record CopiedOtherEvent(
        CallbackTracingKind kind,
        int kindValue,
        @Nullable Operation operation,
        int operationValue,
        CallbackPhase phase,
        long threadId,
        long correlationId,
        long ancestorCorrelationId,
        long externalCorrelationId,
        long contextHandle,
        long userData)
        implements OtherEvent {

    CopiedOtherEvent(OtherEvent of) {
        this(
                of.kind(),
                of.kindValue(),
                of.operation(),
                of.operationValue(),
                of.phase(),
                of.threadId(),
                of.correlationId(),
                of.ancestorCorrelationId(),
                of.externalCorrelationId(),
                of.contextHandle(),
                of.userData());
    }

    @Override
    public MemorySegment payload() {
        throw Copied.noMemory();
    }

    @Override
    public void userData(long value) {
        throw Copied.immutable();
    }

    @Override
    public OtherEvent copy() {
        return this;
    }
}
