package io.rocprofiler.collector;

import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.NativeEnum;
import io.rocprofiler.abi.Operation;
import io.rocprofiler.abi.Operations;
import io.rocprofiler.sdk.ApiCall;
import io.rocprofiler.sdk.ApiValue;
import io.rocprofiler.sdk.testing.Doubles;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A call with a message argument and a handle or number, shown to a handler at entry or exit.
final class FakeCall implements Doubles.OfApiCall {
    static final long THREAD = 77;
    static final long EXTERNAL = 5;
    static final long ANCESTOR = 3;

    private final CallbackTracingKind kind;
    private final String function;
    private final long id;
    private final @Nullable String message;
    private final long handle;
    private CallbackPhase phase = CallbackPhase.NONE;
    private long userData;

    FakeCall(CallbackTracingKind kind, String function, long id, @Nullable String message) {
        this(kind, function, id, message, 0);
    }

    FakeCall(CallbackTracingKind kind, String function, long id, @Nullable String message, long handle) {
        this.handle = handle;
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
    public Operation operation() {
        return Objects.requireNonNull(Operations.of(kind, operationValue()));
    }

    @Override
    public int operationValue() {
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
    public long correlationId() {
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
    public ApiValue argument(int index) {
        return new Argument(index == 0 ? message : null, handle);
    }

    @Override
    public ApiValue argument(String name) {
        return new Argument(name.equals("name") || name.equals("message") ? message : null, handle);
    }

    @Override
    public boolean hasResult() {
        return false;
    }

    @Override
    public ApiValue result() {
        throw new IllegalStateException();
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
    public ApiCall copy() {
        throw new UnsupportedOperationException();
    }

    /// @param asString null for a handle or number
    private record Argument(@Nullable String asString, long handle) implements Doubles.OfApiValue {
        @Override
        public String name() {
            return "message";
        }

        @Override
        public String type() {
            return "const char*";
        }

        @Override
        public long asLong() {
            throw new IllegalArgumentException();
        }

        @Override
        public int asInt() {
            if (asString != null) throw new IllegalArgumentException();
            return (int) handle;
        }

        @Override
        public <E extends Enum<E> & NativeEnum> @Nullable E asEnum(Class<E> type) {
            throw new IllegalArgumentException();
        }

        @Override
        public double asDouble() {
            throw new IllegalArgumentException();
        }

        @Override
        public boolean isPointer() {
            throw new UnsupportedOperationException();
        }

        @Override
        public long asAddress() {
            return asString == null ? handle : 4096;
        }

        @Override
        public int stringLengthBytes() {
            return asString == null ? 0 : asString.getBytes(StandardCharsets.UTF_8).length;
        }

        @Override
        public String asText() {
            return String.valueOf(asString);
        }

        @Override
        public MemorySegment asSegment() {
            throw new UnsupportedOperationException();
        }
    }
}
