package io.rocprofiler.sdk.internal.view;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.Operation;
import io.rocprofiler.sdk.KfdDroppedEventsRecord;
import java.lang.foreign.MemorySegment;

/// [KfdDroppedEventsRecord], kept.
record KeptKfdDroppedEventsRecord(
        BufferTracingKind kind, Operation operation, long startNanos, long endNanos, int processId, int droppedCount)
        implements KfdDroppedEventsRecord {

    KeptKfdDroppedEventsRecord(KfdDroppedEventsRecord of) {
        this(of.kind(), of.operation(), of.startNanos(), of.endNanos(), of.processId(), of.droppedCount());
    }

    @Override
    public MemorySegment segment() {
        throw Kept.noMemory();
    }

    @Override
    public KfdDroppedEventsRecord copy() {
        return this;
    }
}
