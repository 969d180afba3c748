package io.rocprofiler.sdk.internal.view;

import io.rocprofiler.abi.AsyncCorrelationId;
import io.rocprofiler.abi.BufferTracingMemoryCopyRecord;
import io.rocprofiler.abi.MemoryCopyOperation;
import io.rocprofiler.sdk.MemoryCopyRecord;
import io.rocprofiler.sdk.engine.Memory;
import java.util.Objects;

/// [MemoryCopyRecord], seen in place.
final class MemoryCopyRecordView extends TracingView implements MemoryCopyRecord {
    @Override
    public MemoryCopyOperation operation() {
        return Objects.requireNonNullElse(MemoryCopyOperation.of(operationValue()), MemoryCopyOperation.NONE);
    }

    @Override
    public long startNanos() {
        return Memory.getLong(address + BufferTracingMemoryCopyRecord.START_TIMESTAMP);
    }

    @Override
    public long endNanos() {
        return Memory.getLong(address + BufferTracingMemoryCopyRecord.END_TIMESTAMP);
    }

    @Override
    public long threadId() {
        return Memory.getLong(address + BufferTracingMemoryCopyRecord.THREAD_ID);
    }

    @Override
    public long internalCorrelationId() {
        return Memory.getLong(address + BufferTracingMemoryCopyRecord.CORRELATION_ID + AsyncCorrelationId.INTERNAL);
    }

    @Override
    public long ancestorCorrelationId() {
        return 0;
    }

    @Override
    public long externalCorrelationId() {
        return Memory.getLong(address + BufferTracingMemoryCopyRecord.CORRELATION_ID + AsyncCorrelationId.EXTERNAL);
    }

    @Override
    public long destinationAgentId() {
        return Memory.getLong(address + BufferTracingMemoryCopyRecord.DST_AGENT_ID);
    }

    @Override
    public long sourceAgentId() {
        return Memory.getLong(address + BufferTracingMemoryCopyRecord.SRC_AGENT_ID);
    }

    @Override
    public long sizeBytes() {
        return Memory.getLong(address + BufferTracingMemoryCopyRecord.BYTES);
    }

    @Override
    public long destinationAddress() {
        return Memory.getLong(address + BufferTracingMemoryCopyRecord.DST_ADDRESS);
    }

    @Override
    public long sourceAddress() {
        return Memory.getLong(address + BufferTracingMemoryCopyRecord.SRC_ADDRESS);
    }

    @Override
    public MemoryCopyRecord copy() {
        return new KeptMemoryCopyRecord(this);
    }
}
