package io.rocprofiler.sdk.internal.view;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.Operation;
import io.rocprofiler.sdk.KfdUnmapFromGpuRecord;
import java.lang.foreign.MemorySegment;

/// [KfdUnmapFromGpuRecord], kept.
record KeptKfdUnmapFromGpuRecord(
        BufferTracingKind kind,
        Operation operation,
        long startNanos,
        long endNanos,
        int processId,
        long agentId,
        long startAddress,
        long endAddress)
        implements KfdUnmapFromGpuRecord {

    KeptKfdUnmapFromGpuRecord(KfdUnmapFromGpuRecord of) {
        this(
                of.kind(),
                of.operation(),
                of.startNanos(),
                of.endNanos(),
                of.processId(),
                of.agentId(),
                of.startAddress(),
                of.endAddress());
    }

    @Override
    public MemorySegment segment() {
        throw Kept.noMemory();
    }

    @Override
    public KfdUnmapFromGpuRecord copy() {
        return this;
    }
}
