package io.rocprofiler.sdk.internal.view;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.KernelDispatchOperation;
import io.rocprofiler.sdk.KernelDispatchRecord;
import java.lang.foreign.MemorySegment;

/// [KernelDispatchRecord], kept.
record KeptKernelDispatchRecord(
        BufferTracingKind kind,
        KernelDispatchOperation operation,
        long startNanos,
        long endNanos,
        long threadId,
        long internalCorrelationId,
        long ancestorCorrelationId,
        long externalCorrelationId,
        long agentId,
        long queueId,
        long kernelId,
        long dispatchId,
        long privateSegmentSizeBytes,
        long groupSegmentSizeBytes,
        int workgroupSizeX,
        int workgroupSizeY,
        int workgroupSizeZ,
        long gridSizeX,
        long gridSizeY,
        long gridSizeZ)
        implements KernelDispatchRecord {

    KeptKernelDispatchRecord(KernelDispatchRecord of) {
        this(
                of.kind(),
                of.operation(),
                of.startNanos(),
                of.endNanos(),
                of.threadId(),
                of.internalCorrelationId(),
                of.ancestorCorrelationId(),
                of.externalCorrelationId(),
                of.agentId(),
                of.queueId(),
                of.kernelId(),
                of.dispatchId(),
                of.privateSegmentSizeBytes(),
                of.groupSegmentSizeBytes(),
                of.workgroupSizeX(),
                of.workgroupSizeY(),
                of.workgroupSizeZ(),
                of.gridSizeX(),
                of.gridSizeY(),
                of.gridSizeZ());
    }

    @Override
    public MemorySegment segment() {
        throw Kept.noMemory();
    }

    @Override
    public KernelDispatchRecord copy() {
        return this;
    }
}
