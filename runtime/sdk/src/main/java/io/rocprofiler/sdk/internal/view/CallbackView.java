package io.rocprofiler.sdk.internal.view;

import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.CallbackTracingRecord;
import io.rocprofiler.abi.CorrelationId;
import io.rocprofiler.abi.Dim3;
import io.rocprofiler.abi.Operations;
import io.rocprofiler.sdk.CallbackRecord;
import io.rocprofiler.sdk.Dimensions;
import io.rocprofiler.sdk.internal.seam.CStrings;
import io.rocprofiler.sdk.internal.seam.Memory;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// The common base of all views of callbacks: the record, moved from event to event.
///
/// Thread rule: one thread.
abstract class CallbackView {
    private static final int MAX_NAME_BYTES = 1 << 20; // as many as the engine reads

    private static final CallbackPhase[] PHASES = {CallbackPhase.NONE, CallbackPhase.ENTER, CallbackPhase.EXIT};

    private final Lent lent = new Lent();
    private long record = Nothing.RECORD;
    private long userDataAddress = Nothing.USER_DATA;

    /// Whether the handler has asked for something that ends with the event, beside the record's own fields.
    private boolean lends;

    /// Returns this view as a record: the concrete types are not known here.
    final CallbackRecord record() {
        return (CallbackRecord) this;
    }

    /// Moves the view.
    ///
    /// @param address of a `rocprofiler_callback_tracing_record_t`
    /// @param userData address of the context's `rocprofiler_user_data_t` for this event
    final void show(long address, long userData) {
        record = address;
        userDataAddress = userData;
    }

    /// Ends the event.
    final void hide() {
        show(Nothing.RECORD, Nothing.USER_DATA);
        if (!lends) return;
        lends = false;
        takeBack();
    }

    /// Notes that [#takeBack] has to be called at the event's end.
    final void lend() {
        lends = true;
    }

    /// Takes back what the event has lent.
    void takeBack() {
        lent.end();
    }

    public final int kindValue() {
        return Memory.getInt(record + CallbackTracingRecord.KIND);
    }

    final long payloadAddress() {
        return Memory.getLong(record + CallbackTracingRecord.PAYLOAD);
    }

    // Accessors for the fields of a payload.

    final long longAt(int offset) {
        return Memory.getLong(payloadAddress() + offset);
    }

    final int intAt(int offset) {
        return Memory.getInt(payloadAddress() + offset);
    }

    final long unsignedAt(int offset) {
        return intAt(offset) & 0xFFFF_FFFFL;
    }

    final @Nullable String stringAt(int offset) {
        return CStrings.read(longAt(offset), MAX_NAME_BYTES);
    }

    final Dimensions dimensionsAt(int offset) {
        return new Dimensions(unsignedAt(offset + Dim3.X), unsignedAt(offset + Dim3.Y), unsignedAt(offset + Dim3.Z));
    }

    public final CallbackTracingKind kind() {
        CallbackTracingKind kind = CallbackTracingKind.of(kindValue());
        return kind == null ? CallbackTracingKind.NONE : kind;
    }

    public final int operationValue() {
        return Memory.getInt(record + CallbackTracingRecord.OPERATION);
    }

    public final String operationName() {
        String name = Operations.name(kind(), operationValue());
        return name == null ? "" : name;
    }

    public final CallbackPhase phase() {
        return PHASES[Memory.getInt(record + CallbackTracingRecord.PHASE)];
    }

    public final long threadId() {
        return Memory.getLong(record + CallbackTracingRecord.THREAD_ID);
    }

    public final long correlationId() {
        return Memory.getLong(record + CallbackTracingRecord.CORRELATION_ID + CorrelationId.INTERNAL);
    }

    public final long ancestorCorrelationId() {
        return Memory.getLong(record + CallbackTracingRecord.CORRELATION_ID + CorrelationId.ANCESTOR);
    }

    public final long externalCorrelationId() {
        return Memory.getLong(record + CallbackTracingRecord.CORRELATION_ID + CorrelationId.EXTERNAL);
    }

    public final long contextHandle() {
        return Memory.getLong(record + CallbackTracingRecord.CONTEXT_ID);
    }

    public final MemorySegment payload() {
        long address = payloadAddress();
        lend();
        return lent.segment(address, Memory.getLong(address));
    }

    public final long userData() {
        return Memory.getLong(userDataAddress);
    }

    public final void userData(long value) {
        Memory.putLong(userDataAddress, value);
    }

    @Override
    public final String toString() {
        return record == Nothing.RECORD
                ? "a callback that is over"
                : record().copy().toString();
    }
}
