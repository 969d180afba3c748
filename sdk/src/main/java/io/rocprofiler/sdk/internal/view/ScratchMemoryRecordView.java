package io.rocprofiler.sdk.internal.view;

import io.rocprofiler.abi.BufferTracingScratchMemoryRecord;
import io.rocprofiler.abi.CorrelationId;
import io.rocprofiler.abi.ScratchAllocFlag;
import io.rocprofiler.abi.ScratchMemoryOperation;
import io.rocprofiler.sdk.ScratchMemoryRecord;
import io.rocprofiler.sdk.engine.Memory;
import java.util.Objects;

/// [ScratchMemoryRecord], seen in place.
final class ScratchMemoryRecordView extends TracingView implements ScratchMemoryRecord {
    @Override
    public ScratchMemoryOperation operation() {
        return Objects.requireNonNullElse(ScratchMemoryOperation.of(operationValue()), ScratchMemoryOperation.NONE);
    }

    @Override
    public long startNanos() {
        return Memory.getLong(address + BufferTracingScratchMemoryRecord.START_TIMESTAMP);
    }

    @Override
    public long endNanos() {
        return Memory.getLong(address + BufferTracingScratchMemoryRecord.END_TIMESTAMP);
    }

    @Override
    public long threadId() {
        return Memory.getLong(address + BufferTracingScratchMemoryRecord.THREAD_ID);
    }

    @Override
    public long internalCorrelationId() {
        return Memory.getLong(address + BufferTracingScratchMemoryRecord.CORRELATION_ID + CorrelationId.INTERNAL);
    }

    @Override
    public long ancestorCorrelationId() {
        return Memory.getLong(address + BufferTracingScratchMemoryRecord.CORRELATION_ID + CorrelationId.ANCESTOR);
    }

    @Override
    public long externalCorrelationId() {
        return Memory.getLong(address + BufferTracingScratchMemoryRecord.CORRELATION_ID + CorrelationId.EXTERNAL);
    }

    @Override
    public long agentId() {
        return Memory.getLong(address + BufferTracingScratchMemoryRecord.AGENT_ID);
    }

    @Override
    public long queueId() {
        return Memory.getLong(address + BufferTracingScratchMemoryRecord.QUEUE_ID);
    }

    @Override
    public ScratchAllocFlag flag() {
        return Objects.requireNonNullElse(ScratchAllocFlag.of(flagBits()), ScratchAllocFlag.NONE);
    }

    @Override
    public int flagBits() {
        return Memory.getInt(address + BufferTracingScratchMemoryRecord.FLAGS);
    }

    @Override
    public long sizeBytes() {
        return Memory.getLong(address + BufferTracingScratchMemoryRecord.ALLOCATION_SIZE);
    }

    @Override
    public ScratchMemoryRecord copy() {
        return new KeptScratchMemoryRecord(this);
    }
}
