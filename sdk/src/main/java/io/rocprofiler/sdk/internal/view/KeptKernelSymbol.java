package io.rocprofiler.sdk.internal.view;

import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.CodeObjectOperation;
import io.rocprofiler.sdk.KernelSymbol;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// [KernelSymbol], kept.
record KeptKernelSymbol(
        CallbackTracingKind kind,
        CodeObjectOperation operation,
        CallbackPhase phase,
        long threadId,
        long internalCorrelationId,
        long ancestorCorrelationId,
        long externalCorrelationId,
        long contextHandle,
        long userData,
        long kernelId,
        long codeObjectId,
        @Nullable String kernelName,
        long kernelObject,
        long kernargSegmentSizeBytes,
        long kernargSegmentAlignmentBytes,
        long groupSegmentSizeBytes,
        long privateSegmentSizeBytes,
        int sgprCount,
        int archVgprCount,
        int accumVgprCount,
        long codeEntryOffsetBytes,
        long kernelAddress)
        implements KernelSymbol {

    KeptKernelSymbol(KernelSymbol of) {
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
                of.kernelId(),
                of.codeObjectId(),
                of.kernelName(),
                of.kernelObject(),
                of.kernargSegmentSizeBytes(),
                of.kernargSegmentAlignmentBytes(),
                of.groupSegmentSizeBytes(),
                of.privateSegmentSizeBytes(),
                of.sgprCount(),
                of.archVgprCount(),
                of.accumVgprCount(),
                of.codeEntryOffsetBytes(),
                of.kernelAddress());
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
    public KernelSymbol copy() {
        return this;
    }
}
