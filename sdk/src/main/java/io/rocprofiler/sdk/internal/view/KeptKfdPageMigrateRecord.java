package io.rocprofiler.sdk.internal.view;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.Operation;
import io.rocprofiler.sdk.KfdPageMigrateRecord;
import java.lang.foreign.MemorySegment;

/// [KfdPageMigrateRecord], kept.
record KeptKfdPageMigrateRecord(
        BufferTracingKind kind,
        Operation operation,
        long startNanos,
        long endNanos,
        int processId,
        long startAddress,
        long endAddress,
        long sourceAgentId,
        long destinationAgentId,
        long prefetchAgentId,
        long preferredAgentId,
        int errorCode)
        implements KfdPageMigrateRecord {

    KeptKfdPageMigrateRecord(KfdPageMigrateRecord of) {
        this(
                of.kind(),
                of.operation(),
                of.startNanos(),
                of.endNanos(),
                of.processId(),
                of.startAddress(),
                of.endAddress(),
                of.sourceAgentId(),
                of.destinationAgentId(),
                of.prefetchAgentId(),
                of.preferredAgentId(),
                of.errorCode());
    }

    @Override
    public MemorySegment segment() {
        throw Kept.noMemory();
    }

    @Override
    public KfdPageMigrateRecord copy() {
        return this;
    }
}
