package io.rocprofiler.sdk.internal.view;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.RuntimeInitializationOperation;
import io.rocprofiler.sdk.RuntimeInitializationRecord;
import java.lang.foreign.MemorySegment;

/// [RuntimeInitializationRecord], kept.
record KeptRuntimeInitializationRecord(
        BufferTracingKind kind,
        RuntimeInitializationOperation operation,
        long startNanos,
        long endNanos,
        long threadId,
        long internalCorrelationId,
        long ancestorCorrelationId,
        long externalCorrelationId,
        long version,
        long instance)
        implements RuntimeInitializationRecord {

    KeptRuntimeInitializationRecord(RuntimeInitializationRecord of) {
        this(
                of.kind(),
                of.operation(),
                of.startNanos(),
                of.endNanos(),
                of.threadId(),
                of.internalCorrelationId(),
                of.ancestorCorrelationId(),
                of.externalCorrelationId(),
                of.version(),
                of.instance());
    }

    @Override
    public MemorySegment segment() {
        throw Kept.noMemory();
    }

    @Override
    public RuntimeInitializationRecord copy() {
        return this;
    }
}
