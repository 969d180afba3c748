package io.rocprofiler.collector;

import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.Operations;
import io.rocprofiler.sdk.CallbackRecord;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// One call with a message for an argument, shown to a handler at entry or exit.
final class FakeCall implements CallbackRecord {
    static final long THREAD = 77;
    static final long EXTERNAL = 5;
    static final long ANCESTOR = 3;

    private final CallbackTracingKind kind;
    private final String function;
    private final long id;
    private final @Nullable String message;
    private CallbackPhase phase = CallbackPhase.NONE;
    private long userData;

    FakeCall(CallbackTracingKind kind, String function, long id, @Nullable String message) {
        this.kind = kind;
        this.function = function;
        this.id = id;
        this.message = message;
    }

    FakeCall at(CallbackPhase now) {
        phase = now;
        return this;
    }

    @Override
    public CallbackTracingKind kind() {
        return kind;
    }

    @Override
    public int operation() {
        return Operations.find(kind, function);
    }

    @Override
    public String operationName() {
        return function;
    }

    @Override
    public CallbackPhase phase() {
        return phase;
    }

    @Override
    public long threadId() {
        return THREAD;
    }

    @Override
    public long internalCorrelationId() {
        return id;
    }

    @Override
    public long ancestorCorrelationId() {
        return ANCESTOR;
    }

    @Override
    public long externalCorrelationId() {
        return EXTERNAL;
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
    public int argumentCount() {
        return 1;
    }

    @Override
    public String argumentName(int argument) {
        return "message";
    }

    @Override
    public long argument(int argument) {
        throw new UnsupportedOperationException();
    }

    @Override
    public @Nullable String argumentString(int argument) {
        return message;
    }

    @Override
    public int argumentStringLength(int argument) {
        return message == null ? 0 : message.getBytes(StandardCharsets.UTF_8).length;
    }

    @Override
    public long returnValue() {
        return 0;
    }

    @Override
    public long userData() {
        return userData;
    }

    @Override
    public void userData(long value) {
        userData = value;
    }
}
