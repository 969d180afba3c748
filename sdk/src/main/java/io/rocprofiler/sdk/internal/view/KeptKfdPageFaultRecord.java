package io.rocprofiler.sdk.internal.view;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.Operation;
import io.rocprofiler.sdk.KfdPageFaultRecord;
import java.lang.foreign.MemorySegment;

/// [KfdPageFaultRecord], kept.
record KeptKfdPageFaultRecord(
        BufferTracingKind kind,
        Operation operation,
        long startNanos,
        long endNanos,
        int processId,
        long agentId,
        long address)
        implements KfdPageFaultRecord {

    KeptKfdPageFaultRecord(KfdPageFaultRecord of) {
        this(of.kind(), of.operation(), of.startNanos(), of.endNanos(), of.processId(), of.agentId(), of.address());
    }

    @Override
    public MemorySegment segment() {
        throw Kept.noMemory();
    }

    @Override
    public KfdPageFaultRecord copy() {
        return this;
    }
}
