package io.rocprofiler.sdk.internal.view;

import io.rocprofiler.abi.BufferCategory;
import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.Operation;
import io.rocprofiler.sdk.OtherRecord;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// [OtherRecord], kept with all its bytes.
final class KeptOtherRecord implements OtherRecord {
    private final @Nullable BufferCategory category;
    private final int kindValue;
    private final int operationValue;
    private final byte[] bytes;

    KeptOtherRecord(OtherRecord of) {
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
    public @Nullable BufferTracingKind kind() {
        return null;
    }

    @Override
    public @Nullable Operation operation() {
        return null;
    }

    @Override
    public String operationName() {
        return "";
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
    public MemorySegment segment() {
        return MemorySegment.ofArray(bytes).asReadOnly();
    }

    @Override
    public OtherRecord copy() {
        return this;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof KeptOtherRecord that && category == that.category && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return "KeptOtherRecord[category=" + category + ", kindValue=" + kindValue + ", operationValue="
                + operationValue + ", bytes=" + bytes.length + "]";
    }
}
