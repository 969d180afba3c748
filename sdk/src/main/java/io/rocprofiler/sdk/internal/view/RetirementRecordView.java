package io.rocprofiler.sdk.internal.view;

import io.rocprofiler.abi.BufferTracingCorrelationIdRetirementRecord;
import io.rocprofiler.abi.Operation;
import io.rocprofiler.sdk.RetirementRecord;
import io.rocprofiler.sdk.engine.Memory;
import org.jspecify.annotations.Nullable;

/// [RetirementRecord], seen in place.
final class RetirementRecordView extends TracingView implements RetirementRecord {
    @Override
    public @Nullable Operation operation() {
        return null;
    }

    // The record has no operation: its second half word is padding.
    @Override
    public int operationValue() {
        return 0;
    }

    @Override
    public long startNanos() {
        return Memory.getLong(address + BufferTracingCorrelationIdRetirementRecord.TIMESTAMP);
    }

    @Override
    public long endNanos() {
        return startNanos();
    }

    @Override
    public long threadId() {
        return 0;
    }

    @Override
    public long internalCorrelationId() {
        return Memory.getLong(address + BufferTracingCorrelationIdRetirementRecord.INTERNAL_CORRELATION_ID);
    }

    @Override
    public long ancestorCorrelationId() {
        return 0;
    }

    @Override
    public long externalCorrelationId() {
        return 0;
    }

    @Override
    public RetirementRecord copy() {
        return new KeptRetirementRecord(this);
    }
}
