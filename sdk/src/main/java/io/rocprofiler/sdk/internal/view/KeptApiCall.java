package io.rocprofiler.sdk.internal.view;

import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.Operation;
import io.rocprofiler.sdk.ApiCall;
import io.rocprofiler.sdk.ApiValue;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// [ApiCall], kept.
record KeptApiCall(
        CallbackTracingKind kind,
        Operation operation,
        CallbackPhase phase,
        long threadId,
        long internalCorrelationId,
        long ancestorCorrelationId,
        long externalCorrelationId,
        long contextHandle,
        long userData,
        List<ApiValue> arguments,
        @Nullable ApiValue returned)
        implements ApiCall {

    KeptApiCall(ApiCall of, List<ApiValue> arguments, @Nullable ApiValue returned) {
        this(
                of.kind(),
                of.operation(),
                of.phase(),
                of.threadId(),
                of.internalCorrelationId(),
                of.ancestorCorrelationId(),
                of.externalCorrelationId(),
                of.contextHandle(),
                of.userData(),
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
    public MemorySegment payload() {
        throw Kept.noMemory();
    }

    @Override
    public void userData(long value) {
        throw Kept.immutable();
    }

    @Override
    public ApiCall copy() {
        return this;
    }
}
