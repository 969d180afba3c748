package io.rocprofiler.sdk.internal.view;

import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.KernelDispatchOperation;
import io.rocprofiler.sdk.KernelDispatch;
import java.lang.foreign.MemorySegment;

/// [KernelDispatch], kept.
record KeptKernelDispatch(
        CallbackTracingKind kind,
        KernelDispatchOperation operation,
        CallbackPhase phase,
        long threadId,
        long internalCorrelationId,
        long ancestorCorrelationId,
        long externalCorrelationId,
        long contextHandle,
        long userData,
        long startNanos,
        long endNanos,
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
        implements KernelDispatch {

    KeptKernelDispatch(KernelDispatch of) {
        this(
                of.kind(),
                of.operation(),
                of.phase(),
                of.threadId(),
                of.internalCorrelationId(),
                of.ancestorCorrelationId(),
                of.externalCorrelationId(),
                of.contextHandle(),
                of.userData(),
                of.startNanos(),
                of.endNanos(),
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
    public MemorySegment payload() {
        throw Kept.noMemory();
    }

    @Override
    public void userData(long value) {
        throw Kept.immutable();
    }

    @Override
    public KernelDispatch copy() {
        return this;
    }
}
