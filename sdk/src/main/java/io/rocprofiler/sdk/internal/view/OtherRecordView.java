package io.rocprofiler.sdk.internal.view;

import io.rocprofiler.abi.BufferCategory;
import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.Operation;
import io.rocprofiler.sdk.OtherRecord;
import org.jspecify.annotations.Nullable;

/// [OtherRecord], seen in place.
final class OtherRecordView extends BufferView implements OtherRecord {
    private int category;

    OtherRecord show(int newCategory, long record) {
        category = newCategory;
        show(record);
        return this;
    }

    @Override
    public @Nullable BufferCategory category() {
        return BufferCategory.of(category);
    }

    @Override
    public @Nullable BufferTracingKind kind() {
        return null;
    }

    @Override
    public @Nullable Operation operation() {
        return null;
    }

    @Override
    public long startNanos() {
        return 0;
    }

    @Override
    public long endNanos() {
        return 0;
    }

    @Override
    public long threadId() {
        return 0;
    }

    @Override
    public long internalCorrelationId() {
        return 0;
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
    public OtherRecord copy() {
        return new KeptOtherRecord(this);
    }
}
