package io.rocprofiler.sdk.internal.view;

import io.rocprofiler.abi.CallbackTracingMemoryAllocationData;
import io.rocprofiler.abi.MemoryAllocationOperation;
import io.rocprofiler.sdk.MemoryAllocation;
import io.rocprofiler.sdk.engine.Memory;
import java.util.Objects;

/// [MemoryAllocation], seen in place.
final class MemoryAllocationView extends CallbackView implements MemoryAllocation {
    @Override
    public MemoryAllocationOperation operation() {
        return Objects.requireNonNullElse(
                MemoryAllocationOperation.of(operationValue()), MemoryAllocationOperation.NONE);
    }

    @Override
    public long startNanos() {
        return Memory.getLong(payloadAddress() + CallbackTracingMemoryAllocationData.START_TIMESTAMP);
    }

    @Override
    public long endNanos() {
        return Memory.getLong(payloadAddress() + CallbackTracingMemoryAllocationData.END_TIMESTAMP);
    }

    @Override
    public long agentId() {
        return Memory.getLong(payloadAddress() + CallbackTracingMemoryAllocationData.AGENT_ID);
    }

    @Override
    public long address() {
        return Memory.getLong(payloadAddress() + CallbackTracingMemoryAllocationData.ADDRESS);
    }

    @Override
    public long sizeBytes() {
        return Memory.getLong(payloadAddress() + CallbackTracingMemoryAllocationData.ALLOCATION_SIZE);
    }

    @Override
    public MemoryAllocation copy() {
        return new KeptMemoryAllocation(this);
    }
}
