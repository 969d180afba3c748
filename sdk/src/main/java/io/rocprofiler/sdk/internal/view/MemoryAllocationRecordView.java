package io.rocprofiler.sdk.internal.view;

import io.rocprofiler.abi.BufferTracingMemoryAllocationRecord;
import io.rocprofiler.abi.CorrelationId;
import io.rocprofiler.abi.MemoryAllocationOperation;
import io.rocprofiler.sdk.MemoryAllocationRecord;
import io.rocprofiler.sdk.engine.Memory;
import java.util.Objects;

/// [MemoryAllocationRecord], seen in place.
final class MemoryAllocationRecordView extends TracingView implements MemoryAllocationRecord {
    @Override
    public MemoryAllocationOperation operation() {
        return Objects.requireNonNullElse(
                MemoryAllocationOperation.of(operationValue()), MemoryAllocationOperation.NONE);
    }

    @Override
    public long startNanos() {
        return Memory.getLong(address + BufferTracingMemoryAllocationRecord.START_TIMESTAMP);
    }

    @Override
    public long endNanos() {
        return Memory.getLong(address + BufferTracingMemoryAllocationRecord.END_TIMESTAMP);
    }

    @Override
    public long threadId() {
        return Memory.getLong(address + BufferTracingMemoryAllocationRecord.THREAD_ID);
    }

    @Override
    public long internalCorrelationId() {
        return Memory.getLong(address + BufferTracingMemoryAllocationRecord.CORRELATION_ID + CorrelationId.INTERNAL);
    }

    @Override
    public long ancestorCorrelationId() {
        return Memory.getLong(address + BufferTracingMemoryAllocationRecord.CORRELATION_ID + CorrelationId.ANCESTOR);
    }

    @Override
    public long externalCorrelationId() {
        return Memory.getLong(address + BufferTracingMemoryAllocationRecord.CORRELATION_ID + CorrelationId.EXTERNAL);
    }

    @Override
    public long agentId() {
        return Memory.getLong(address + BufferTracingMemoryAllocationRecord.AGENT_ID);
    }

    @Override
    public long address() {
        return Memory.getLong(address + BufferTracingMemoryAllocationRecord.ADDRESS);
    }

    @Override
    public long sizeBytes() {
        return Memory.getLong(address + BufferTracingMemoryAllocationRecord.ALLOCATION_SIZE);
    }

    @Override
    public MemoryAllocationRecord copy() {
        return new KeptMemoryAllocationRecord(this);
    }
}
