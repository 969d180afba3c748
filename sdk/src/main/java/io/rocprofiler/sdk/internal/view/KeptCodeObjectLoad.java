package io.rocprofiler.sdk.internal.view;

import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.CodeObjectOperation;
import io.rocprofiler.abi.CodeObjectStorageType;
import io.rocprofiler.sdk.CodeObjectLoad;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// [CodeObjectLoad], kept.
record KeptCodeObjectLoad(
        CallbackTracingKind kind,
        CodeObjectOperation operation,
        CallbackPhase phase,
        long threadId,
        long internalCorrelationId,
        long ancestorCorrelationId,
        long externalCorrelationId,
        long contextHandle,
        long userData,
        long codeObjectId,
        long agentId,
        long hsaAgent,
        @Nullable String uri,
        long loadBase,
        long loadSizeBytes,
        long loadDeltaBytes,
        CodeObjectStorageType storageType,
        int storageFile,
        long memoryBase,
        long memorySizeBytes)
        implements CodeObjectLoad {

    KeptCodeObjectLoad(CodeObjectLoad of) {
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
                of.codeObjectId(),
                of.agentId(),
                of.hsaAgent(),
                of.uri(),
                of.loadBase(),
                of.loadSizeBytes(),
                of.loadDeltaBytes(),
                of.storageType(),
                of.storageFile(),
                of.memoryBase(),
                of.memorySizeBytes());
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
    public CodeObjectLoad copy() {
        return this;
    }
}
