package io.rocprofiler.sdk.internal.view;

import io.rocprofiler.abi.BufferTracingRuntimeInitializationRecord;
import io.rocprofiler.abi.CorrelationId;
import io.rocprofiler.abi.RuntimeInitializationOperation;
import io.rocprofiler.sdk.RuntimeInitializationRecord;
import io.rocprofiler.sdk.engine.Memory;
import java.util.Objects;

/// [RuntimeInitializationRecord], seen in place.
final class RuntimeInitializationRecordView extends TracingView implements RuntimeInitializationRecord {
    @Override
    public RuntimeInitializationOperation operation() {
        return Objects.requireNonNullElse(
                RuntimeInitializationOperation.of(operationValue()), RuntimeInitializationOperation.NONE);
    }

    @Override
    public long startNanos() {
        return Memory.getLong(address + BufferTracingRuntimeInitializationRecord.TIMESTAMP);
    }

    @Override
    public long endNanos() {
        return startNanos();
    }

    @Override
    public long threadId() {
        return Memory.getLong(address + BufferTracingRuntimeInitializationRecord.THREAD_ID);
    }

    @Override
    public long internalCorrelationId() {
        return Memory.getLong(
                address + BufferTracingRuntimeInitializationRecord.CORRELATION_ID + CorrelationId.INTERNAL);
    }

    @Override
    public long ancestorCorrelationId() {
        return Memory.getLong(
                address + BufferTracingRuntimeInitializationRecord.CORRELATION_ID + CorrelationId.ANCESTOR);
    }

    @Override
    public long externalCorrelationId() {
        return Memory.getLong(
                address + BufferTracingRuntimeInitializationRecord.CORRELATION_ID + CorrelationId.EXTERNAL);
    }

    @Override
    public long version() {
        return Memory.getLong(address + BufferTracingRuntimeInitializationRecord.VERSION);
    }

    @Override
    public long instance() {
        return Memory.getLong(address + BufferTracingRuntimeInitializationRecord.INSTANCE);
    }

    @Override
    public RuntimeInitializationRecord copy() {
        return new KeptRuntimeInitializationRecord(this);
    }
}
