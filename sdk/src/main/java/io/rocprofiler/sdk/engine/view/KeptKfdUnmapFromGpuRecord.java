package io.rocprofiler.sdk.engine.view;

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
    public KfdUnmapFromGpuRecord copy() {
        return this;
    }
}
