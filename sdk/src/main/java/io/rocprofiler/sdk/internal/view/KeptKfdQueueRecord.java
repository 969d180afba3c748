package io.rocprofiler.sdk.internal.view;

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
    public MemorySegment segment() {
        throw Kept.noMemory();
    }

    @Override
    public KfdQueueRecord copy() {
        return this;
    }
}
