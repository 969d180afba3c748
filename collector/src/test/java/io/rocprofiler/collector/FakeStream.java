package io.rocprofiler.collector;

import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.HipStreamOperation;
import io.rocprofiler.abi.Operations;
import io.rocprofiler.sdk.HipStreamEvent;
import java.lang.foreign.MemorySegment;

/// A HIP stream is made, or used by a call.
final class FakeStream implements HipStreamEvent {
    private final HipStreamOperation operation;
    private final long stream;
    private CallbackPhase phase = CallbackPhase.NONE;
    private long userData;

    FakeStream(HipStreamOperation operation, long stream) {
        this.operation = operation;
        this.stream = stream;
    }

    FakeStream at(CallbackPhase now) {
        phase = now;
        return this;
    }

    @Override
    public CallbackTracingKind kind() {
        return CallbackTracingKind.HIP_STREAM;
    }

    @Override
    public HipStreamOperation operation() {
        return operation;
    }

    @Override
    public int operationValue() {
        return operation.value();
    }

    @Override
    public String operationName() {
        return String.valueOf(Operations.name(kind(), operationValue()));
    }

    @Override
    public CallbackPhase phase() {
        return phase;
    }

    @Override
    public long threadId() {
        return FakeCall.THREAD;
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
    public long contextHandle() {
        return 1;
    }

    @Override
    public MemorySegment payload() {
        throw new UnsupportedOperationException();
    }

    @Override
    public long userData() {
        return userData;
    }

    @Override
    public void userData(long value) {
        userData = value;
    }

    @Override
    public long streamId() {
        return stream;
    }

    @Override
    public long streamAddress() {
        return 0x1000 + stream;
    }

    @Override
    public HipStreamEvent copy() {
        throw new UnsupportedOperationException();
    }
}
