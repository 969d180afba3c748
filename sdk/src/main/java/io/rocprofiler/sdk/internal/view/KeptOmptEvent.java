package io.rocprofiler.sdk.internal.view;

import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.OmptOperation;
import io.rocprofiler.sdk.ApiValue;
import io.rocprofiler.sdk.OmptEvent;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// [OmptEvent], kept.
record KeptOmptEvent(
        CallbackTracingKind kind,
        OmptOperation operation,
        CallbackPhase phase,
        long threadId,
        long internalCorrelationId,
        long ancestorCorrelationId,
        long externalCorrelationId,
        long contextHandle,
        long userData,
        List<ApiValue> arguments)
        implements OmptEvent {

    KeptOmptEvent(OmptEvent of, List<ApiValue> arguments) {
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
                arguments);
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
        return false;
    }

    @Override
    public ApiValue result() {
        return KeptArguments.result(null, operationName());
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
    public OmptEvent copy() {
        return this;
    }
}
