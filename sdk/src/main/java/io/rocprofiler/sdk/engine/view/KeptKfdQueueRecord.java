package io.rocprofiler.sdk.engine.view;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.Operation;
import io.rocprofiler.sdk.KfdQueueRecord;
import java.lang.foreign.MemorySegment;

/// [KfdQueueRecord], kept.
record KeptKfdQueueRecord(
        BufferTracingKind kind, Operation operation, long startNanos, long endNanos, int processId, long agentId)
        implements KfdQueueRecord {

    KeptKfdQueueRecord(KfdQueueRecord of) {
        this(of.kind(), of.operation(), of.startNanos(), of.endNanos(), of.processId(), of.agentId());
    }

    @Override
    public int kindValue() {
        return kind.value();
    }

    @Override
    public int operationValue() {
        return operation.value();
    }

    @Override
    public String operationName() {
        return operation.operationName();
    }

    @Override
    public long threadId() {
        return 0;
    }

    @Override
    public long internalCorrelationId() {
        return 0;
    }

    @Override
    public long ancestorCorrelationId() {
        return 0;
    }

    @Override
    public long externalCorrelationId() {
        return 0;
    }

    @Override
    public MemorySegment segment() {
        throw Kept.noMemory();
    }

    @Override
    public KfdQueueRecord copy() {
        return this;
    }
}
