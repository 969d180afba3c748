package io.rocprofiler.sdk.internal.view;

import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.CodeObjectOperation;
import io.rocprofiler.sdk.Dimensions;
import io.rocprofiler.sdk.HostKernelSymbol;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// [HostKernelSymbol], kept.
record KeptHostKernelSymbol(
        CallbackTracingKind kind,
        CodeObjectOperation operation,
        CallbackPhase phase,
        long threadId,
        long internalCorrelationId,
        long ancestorCorrelationId,
        long externalCorrelationId,
        long contextHandle,
        long userData,
        long hostFunctionId,
        long kernelId,
        long codeObjectId,
        long hostFunctionAddress,
        long modulesAddress,
        @Nullable String deviceFunction,
        int threadLimit,
        Dimensions threadIds,
        Dimensions blockIds,
        Dimensions blockDimensions,
        Dimensions gridDimensions,
        long workgroupSize)
        implements HostKernelSymbol {

    KeptHostKernelSymbol(HostKernelSymbol of) {
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
                of.hostFunctionId(),
                of.kernelId(),
                of.codeObjectId(),
                of.hostFunctionAddress(),
                of.modulesAddress(),
                of.deviceFunction(),
                of.threadLimit(),
                of.threadIds(),
                of.blockIds(),
                of.blockDimensions(),
                of.gridDimensions(),
                of.workgroupSize());
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
    public HostKernelSymbol copy() {
        return this;
    }
}
