package io.rocprofiler.sdk.engine;

import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.CallbackTracingRecord;
import io.rocprofiler.abi.CorrelationId;
import io.rocprofiler.abi.Operations;
import io.rocprofiler.sdk.CallbackRecord;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A callback record as a tool in Java sees it: moved from call to call.
///
/// Thread rule: one thread. A handler that makes a traced call is called again from inside, with another view.
final class CallbackView implements CallbackRecord {
    private static final CallbackPhase[] PHASES = {CallbackPhase.NONE, CallbackPhase.ENTER, CallbackPhase.EXIT};

    private long record;
    private long userDataAddress;

    /// The string argument whose length is known: a handler asks for it, and so does a buffer it appends to.
    private int measured = -1;

    private int measuredLength;

    /// Moves the view to a record.
    ///
    /// @param record address of a `rocprofiler_callback_tracing_record_t`
    /// @param userData address of the context's `rocprofiler_user_data_t` for this call
    CallbackView over(long record, long userData) {
        this.record = record;
        userDataAddress = userData;
        measured = -1;
        return this;
    }

    @Override
    public CallbackTracingKind kind() {
        return Objects.requireNonNull(CallbackTracingKind.of(Memory.getInt(record + CallbackTracingRecord.KIND)));
    }

    @Override
    public int operation() {
        return Memory.getInt(record + CallbackTracingRecord.OPERATION);
    }

    @Override
    public String operationName() {
        String name = Operations.name(kind(), operation());
        return name == null ? "" : name;
    }

    @Override
    public CallbackPhase phase() {
        return PHASES[Memory.getInt(record + CallbackTracingRecord.PHASE)];
    }

    @Override
    public long threadId() {
        return Memory.getLong(record + CallbackTracingRecord.THREAD_ID);
    }

    @Override
    public long internalCorrelationId() {
        return Memory.getLong(record + CallbackTracingRecord.CORRELATION_ID + CorrelationId.INTERNAL);
    }

    @Override
    public long ancestorCorrelationId() {
        return Memory.getLong(record + CallbackTracingRecord.CORRELATION_ID + CorrelationId.ANCESTOR);
    }

    @Override
    public long externalCorrelationId() {
        return Memory.getLong(record + CallbackTracingRecord.CORRELATION_ID + CorrelationId.EXTERNAL);
    }

    @Override
    public long contextHandle() {
        return Memory.getLong(record + CallbackTracingRecord.CONTEXT_ID);
    }

    @Override
    public MemorySegment payload() {
        long address = payloadAddress();
        return Memory.all().asSlice(address, Memory.getLong(address)).asReadOnly();
    }

    @Override
    public int argumentCount() {
        return Arguments.count(kind(), operation());
    }

    @Override
    public String argumentName(int argument) {
        return Arguments.name(kind(), operation(), argument);
    }

    @Override
    public long argument(int argument) {
        return Arguments.value(kind(), operation(), argument, payloadAddress());
    }

    @Override
    public @Nullable String argumentString(int argument) {
        return CStrings.read(argument(argument), MAX_STRING_BYTES);
    }

    @Override
    public int argumentStringLength(int argument) {
        if (argument != measured) {
            measuredLength = CStrings.length(argument(argument), MAX_STRING_BYTES);
            measured = argument;
        }
        return measuredLength;
    }

    @Override
    public long returnValue() {
        return phase() == CallbackPhase.EXIT ? Arguments.returnValue(kind(), operation(), payloadAddress()) : 0;
    }

    @Override
    public long userData() {
        return Memory.getLong(userDataAddress);
    }

    @Override
    public void userData(long value) {
        Memory.putLong(userDataAddress, value);
    }

    private long payloadAddress() {
        return Memory.getLong(record + CallbackTracingRecord.PAYLOAD);
    }
}
