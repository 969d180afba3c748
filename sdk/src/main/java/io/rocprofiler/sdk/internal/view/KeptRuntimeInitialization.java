package io.rocprofiler.sdk.internal.view;

import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.RuntimeInitializationOperation;
import io.rocprofiler.sdk.RuntimeInitialization;
import java.lang.foreign.MemorySegment;

/// [RuntimeInitialization], kept.
record KeptRuntimeInitialization(
        CallbackTracingKind kind,
        RuntimeInitializationOperation operation,
        CallbackPhase phase,
        long threadId,
        long internalCorrelationId,
        long ancestorCorrelationId,
        long externalCorrelationId,
        long contextHandle,
        long userData,
        long version,
        long instance)
        implements RuntimeInitialization {

    KeptRuntimeInitialization(RuntimeInitialization of) {
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
                of.version(),
                of.instance());
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
    public RuntimeInitialization copy() {
        return this;
    }
}
