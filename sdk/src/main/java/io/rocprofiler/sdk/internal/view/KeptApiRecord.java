package io.rocprofiler.sdk.internal.view;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.Operation;
import io.rocprofiler.sdk.ApiRecord;
import io.rocprofiler.sdk.ApiValue;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// [ApiRecord], kept.
record KeptApiRecord(
        BufferTracingKind kind,
        Operation operation,
        long startNanos,
        long endNanos,
        long threadId,
        long internalCorrelationId,
        long ancestorCorrelationId,
        long externalCorrelationId,
        List<ApiValue> arguments,
        @Nullable ApiValue returned)
        implements ApiRecord {

    KeptApiRecord(ApiRecord of, List<ApiValue> arguments, @Nullable ApiValue returned) {
        this(
                of.kind(),
                of.operation(),
                of.startNanos(),
                of.endNanos(),
                of.threadId(),
                of.internalCorrelationId(),
                of.ancestorCorrelationId(),
                of.externalCorrelationId(),
                arguments,
                returned);
    }

    @Override
    public int argumentCount() {
        return arguments.size();
    }

    @Override
    public ApiValue argument(int index) {
        return KeptArguments.get(arguments, index, operationName());
    }

    @Override
    public ApiValue argument(String name) {
        return KeptArguments.get(arguments, name, operationName());
    }

    @Override
    public boolean hasResult() {
        return returned != null;
    }

    @Override
    public ApiValue result() {
        return KeptArguments.result(returned, operationName());
    }

    @Override
    public MemorySegment segment() {
        throw Kept.noMemory();
    }

    @Override
    public ApiRecord copy() {
        return this;
    }
}
