package io.rocprofiler.sdk.engine;

import io.rocprofiler.abi.BufferTracingHipApiRecord;
import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.CorrelationId;
import io.rocprofiler.abi.Operations;
import io.rocprofiler.sdk.RecordView;
import io.rocprofiler.sdk.TraceRecord;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// A record in a buffer, seen in place. All API records share one layout; the `_EXT` kinds continue it.
final class BufferRecordView implements RecordView {
    private static final int CATEGORY_TRACING = 1;

    private int category;
    private long address;

    BufferRecordView at(int category, long address) {
        this.category = category;
        this.address = address;
        return this;
    }

    @Override
    public @Nullable BufferTracingKind kind() {
        return category == CATEGORY_TRACING ? BufferTracingKind.of(kindValue()) : null;
    }

    @Override
    public int kindValue() {
        return Memory.getInt(address + BufferTracingHipApiRecord.KIND);
    }

    @Override
    public int operation() {
        return Memory.getInt(address + BufferTracingHipApiRecord.OPERATION);
    }

    @Override
    public String operationName() {
        BufferTracingKind kind = kind();
        String name = kind == null ? null : Operations.name(kind, operation());
        return name == null ? "" : name;
    }

    @Override
    public long startNanos() {
        return api(BufferTracingHipApiRecord.START_TIMESTAMP);
    }

    @Override
    public long endNanos() {
        return api(BufferTracingHipApiRecord.END_TIMESTAMP);
    }

    @Override
    public long threadId() {
        return api(BufferTracingHipApiRecord.THREAD_ID);
    }

    @Override
    public long internalCorrelationId() {
        return api(BufferTracingHipApiRecord.CORRELATION_ID + CorrelationId.INTERNAL);
    }

    @Override
    public long ancestorCorrelationId() {
        return api(BufferTracingHipApiRecord.CORRELATION_ID + CorrelationId.ANCESTOR);
    }

    @Override
    public long externalCorrelationId() {
        return api(BufferTracingHipApiRecord.CORRELATION_ID + CorrelationId.EXTERNAL);
    }

    @Override
    public MemorySegment segment() {
        long sizeBytes = Memory.getLong(address + BufferTracingHipApiRecord.SIZE);
        return Memory.all().asSlice(address, sizeBytes).asReadOnly();
    }

    @Override
    public TraceRecord copy() {
        return new TraceRecord(
                kind(),
                operation(),
                operationName(),
                startNanos(),
                endNanos(),
                threadId(),
                internalCorrelationId(),
                ancestorCorrelationId(),
                externalCorrelationId());
    }

    /// A field of an API record; 0 in a record of any other kind.
    private long api(int offset) {
        BufferTracingKind kind = kind();
        return kind != null && kind != BufferTracingKind.NONE && Services.isAvailable(kind)
                ? Memory.getLong(address + offset)
                : 0;
    }
}
