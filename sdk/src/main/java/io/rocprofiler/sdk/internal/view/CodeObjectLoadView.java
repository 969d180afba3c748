package io.rocprofiler.sdk.internal.view;

import io.rocprofiler.abi.CallbackTracingCodeObjectLoadData;
import io.rocprofiler.abi.CodeObjectOperation;
import io.rocprofiler.abi.CodeObjectStorageType;
import io.rocprofiler.sdk.ApiValue;
import io.rocprofiler.sdk.CodeObjectLoad;
import io.rocprofiler.sdk.engine.CStrings;
import io.rocprofiler.sdk.engine.Memory;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// [CodeObjectLoad], seen in place.
final class CodeObjectLoadView extends CallbackView implements CodeObjectLoad {
    @Override
    public CodeObjectOperation operation() {
        return Objects.requireNonNullElse(CodeObjectOperation.of(operationValue()), CodeObjectOperation.NONE);
    }

    @Override
    public long codeObjectId() {
        return Memory.getLong(payloadAddress() + CallbackTracingCodeObjectLoadData.CODE_OBJECT_ID);
    }

    @Override
    public long agentId() {
        return Memory.getLong(payloadAddress() + CallbackTracingCodeObjectLoadData.AGENT_ID);
    }

    @Override
    public long hsaAgent() {
        return Memory.getLong(payloadAddress() + CallbackTracingCodeObjectLoadData.HSA_AGENT);
    }

    @Override
    public @Nullable String uri() {
        return CStrings.read(
                Memory.getLong(payloadAddress() + CallbackTracingCodeObjectLoadData.URI), ApiValue.MAX_STRING_BYTES);
    }

    @Override
    public long loadBase() {
        return Memory.getLong(payloadAddress() + CallbackTracingCodeObjectLoadData.LOAD_BASE);
    }

    @Override
    public long loadSizeBytes() {
        return Memory.getLong(payloadAddress() + CallbackTracingCodeObjectLoadData.LOAD_SIZE);
    }

    @Override
    public long loadDeltaBytes() {
        return Memory.getLong(payloadAddress() + CallbackTracingCodeObjectLoadData.LOAD_DELTA);
    }

    @Override
    public CodeObjectStorageType storageType() {
        return Objects.requireNonNullElse(
                CodeObjectStorageType.of(
                        Memory.getInt(payloadAddress() + CallbackTracingCodeObjectLoadData.STORAGE_TYPE)),
                CodeObjectStorageType.NONE);
    }

    @Override
    public int storageFile() {
        return storageType() == CodeObjectStorageType.FILE
                ? Memory.getInt(payloadAddress() + CallbackTracingCodeObjectLoadData.STORAGE_FILE)
                : -1;
    }

    @Override
    public long memoryBase() {
        return storageType() == CodeObjectStorageType.MEMORY
                ? Memory.getLong(payloadAddress() + CallbackTracingCodeObjectLoadData.MEMORY_BASE)
                : 0;
    }

    @Override
    public long memorySizeBytes() {
        return storageType() == CodeObjectStorageType.MEMORY
                ? Memory.getLong(payloadAddress() + CallbackTracingCodeObjectLoadData.MEMORY_SIZE)
                : 0;
    }

    @Override
    public CodeObjectLoad copy() {
        return new KeptCodeObjectLoad(this);
    }
}
