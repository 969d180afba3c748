package io.rocprofiler.sdk.internal.view;

import io.rocprofiler.abi.BufferCategory;
import io.rocprofiler.sdk.OtherRecord;
import org.jspecify.annotations.Nullable;

/// A view of an [OtherRecord].
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
    public OtherRecord copy() {
        return new CopiedOtherRecord(this);
    }
}
