package io.rocprofiler.sdk.internal.view;

import io.rocprofiler.abi.BufferCategory;
import io.rocprofiler.sdk.OtherRecord;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// A copy of an [OtherRecord], with all its bytes.
final class CopiedOtherRecord implements OtherRecord {
    private final @Nullable BufferCategory category;
    private final int kindValue;
    private final int operationValue;
    private final byte[] bytes;

    CopiedOtherRecord(OtherRecord of) {
        category = of.category();
        kindValue = of.kindValue();
        operationValue = of.operationValue();
        bytes = of.segment().toArray(ValueLayout.JAVA_BYTE);
    }

    @Override
    public @Nullable BufferCategory category() {
        return category;
    }

    @Override
    public int kindValue() {
        return kindValue;
    }

    @Override
    public int operationValue() {
        return operationValue;
    }

    @Override
    public MemorySegment segment() {
        return MemorySegment.ofArray(bytes).asReadOnly();
    }

    @Override
    public OtherRecord copy() {
        return this;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof CopiedOtherRecord that && category == that.category && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return "CopiedOtherRecord[category=" + category + ", kindValue=" + kindValue + ", operationValue="
                + operationValue + ", bytes=" + bytes.length + "]";
    }
}
