package io.rocprofiler.sdk.internal.view;

import io.rocprofiler.abi.CallbackTracingMemoryCopyData;
import io.rocprofiler.abi.MemoryCopyOperation;
import io.rocprofiler.sdk.MemoryCopy;
import io.rocprofiler.sdk.engine.Memory;
import java.util.Objects;

/// [MemoryCopy], seen in place.
final class MemoryCopyView extends CallbackView implements MemoryCopy {
    @Override
    public MemoryCopyOperation operation() {
        return Objects.requireNonNullElse(MemoryCopyOperation.of(operationValue()), MemoryCopyOperation.NONE);
    }

    @Override
    public long startNanos() {
        return Memory.getLong(payloadAddress() + CallbackTracingMemoryCopyData.START_TIMESTAMP);
    }

    @Override
    public long endNanos() {
        return Memory.getLong(payloadAddress() + CallbackTracingMemoryCopyData.END_TIMESTAMP);
    }

    @Override
    public long destinationAgentId() {
        return Memory.getLong(payloadAddress() + CallbackTracingMemoryCopyData.DST_AGENT_ID);
    }

    @Override
    public long sourceAgentId() {
        return Memory.getLong(payloadAddress() + CallbackTracingMemoryCopyData.SRC_AGENT_ID);
    }

    @Override
    public long sizeBytes() {
        return Memory.getLong(payloadAddress() + CallbackTracingMemoryCopyData.BYTES);
    }

    @Override
    public long destinationAddress() {
        return Memory.getLong(payloadAddress() + CallbackTracingMemoryCopyData.DST_ADDRESS);
    }

    @Override
    public long sourceAddress() {
        return Memory.getLong(payloadAddress() + CallbackTracingMemoryCopyData.SRC_ADDRESS);
    }

    @Override
    public MemoryCopy copy() {
        return new KeptMemoryCopy(this);
    }
}
