package io.rocprofiler.sdk.internal.view;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.OmptOperation;
import io.rocprofiler.sdk.OmptRecord;
import java.lang.foreign.MemorySegment;

/// [OmptRecord], kept.
record KeptOmptRecord(
        BufferTracingKind kind,
        OmptOperation operation,
        long startNanos,
        long endNanos,
        long threadId,
        long internalCorrelationId,
        long ancestorCorrelationId,
        long externalCorrelationId,
        int targetKind,
        int deviceNumber,
        long taskId,
        long targetId,
        long hostOperationId,
        int dataOperation,
        int sourceDeviceNumber,
        int destinationDeviceNumber,
        long sizeBytes,
        int requestedTeams,
        long codeAddress)
        implements OmptRecord {

    KeptOmptRecord(OmptRecord of) {
        this(
                of.kind(),
                of.operation(),
                of.startNanos(),
                of.endNanos(),
                of.threadId(),
                of.internalCorrelationId(),
                of.ancestorCorrelationId(),
                of.externalCorrelationId(),
                of.targetKind(),
                of.deviceNumber(),
                of.taskId(),
                of.targetId(),
                of.hostOperationId(),
                of.dataOperation(),
                of.sourceDeviceNumber(),
                of.destinationDeviceNumber(),
                of.sizeBytes(),
                of.requestedTeams(),
                of.codeAddress());
    }

    @Override
    public MemorySegment segment() {
        throw Kept.noMemory();
    }

    @Override
    public OmptRecord copy() {
        return this;
    }
}
