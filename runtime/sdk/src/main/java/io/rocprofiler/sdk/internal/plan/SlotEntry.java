package io.rocprofiler.sdk.internal.plan;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.MarkerCoreRangeOperation;
import io.rocprofiler.abi.Operation;
import io.rocprofiler.abi.Operations;
import io.rocprofiler.abi.internal.MarkerCoreApiId;
import io.rocprofiler.sdk.internal.buffer.ChunkBuffer;
import io.rocprofiler.sdk.internal.buffer.RecordBuffer;
import io.rocprofiler.sdk.internal.buffer.RecordPlace;
import org.jspecify.annotations.Nullable;

/// One service of one context on one slot: the action for a call of the slot while the context is active.
///
/// One of `function`, `handler` and `place` receives the event; an entry with none of them only keeps its
/// slot active.
public final class SlotEntry {
    private static final long MARK = BufferTracingKind.MARKER_CORE_RANGE_API.value()
            | (long) Operations.rangeOfCore(MarkerCoreApiId.roctxMarkA) << 32;
    private static final int PUSHED = MarkerCoreRangeOperation.roctxThreadRangeA.value();
    private static final int HIP_CALLS = BufferTracingKind.HIP_RUNTIME_API.value();
    private static final int HIP_CALLS_WITH_ARGUMENTS = BufferTracingKind.HIP_RUNTIME_API_EXT.value();

    /// Null only in the plans of [CallWarmUp].
    public final @Nullable TracingContext context;

    public final long contextHandle;

    /// Kind in the low and operation in the high half, like the two fields in AMD's records.
    public final long kindAndOperation;

    /// A C tool's `rocprofiler_callback_tracing_cb_t`, or 0.
    public final long function;

    public final long argument;
    public final @Nullable JavaHandler handler;
    public final @Nullable RecordPlace place;

    /// The place, where it is in this process.
    public final @Nullable RecordBuffer buffer;

    /// Whether the buffered record includes arguments and return value (the `_EXT` kinds).
    public final boolean extended;

    /// Whether the Java handler has thrown: it is not called again.
    public volatile boolean broken;

    /// The lowest bit of the stream's number in the event's external correlation id; 0 if the id does not
    /// include it.
    public final int streamShift;

    /// The kind with which the tool is called for the event's external correlation id (an
    /// `ExternalCorrelationIdRequestKind`), or 0.
    public final int requestKind;

    /// Whether the message of a pushed range, and its id, name the work that its thread submits meanwhile.
    public final boolean naming;

    private SlotEntry(
            @Nullable TracingContext context,
            int kind,
            int operation,
            long function,
            long argument,
            @Nullable JavaHandler handler,
            @Nullable RecordPlace place,
            boolean extended,
            int requestKind,
            boolean naming) {
        this.context = context;
        this.naming = naming;
        this.contextHandle = context == null ? 0 : context.handle();
        this.kindAndOperation = (kind & 0xFFFF_FFFFL) | (long) operation << 32;
        this.function = function;
        this.argument = argument;
        this.handler = handler;
        this.place = place;
        this.buffer = place instanceof RecordBuffer here ? here : null;
        this.extended = extended;
        this.requestKind = requestKind;
        this.streamShift = context != null && place != null && isOfHip(kind) ? context.streamShift() : 0;
    }

    private static boolean isOfHip(int bufferKind) {
        return bufferKind == HIP_CALLS || bufferKind == HIP_CALLS_WITH_ARGUMENTS;
    }

    public static SlotEntry callback(TracingContext context, CallbackService service, int operation) {
        return new SlotEntry(
                context,
                service.kind().value(),
                operation,
                service.function(),
                service.argument(),
                service.javaHandler(),
                null,
                false,
                ExternalRequests.kindOf(service.kind()),
                false);
    }

    public static SlotEntry buffered(TracingContext context, BufferService service, int operation, boolean extended) {
        int asked = ExternalRequests.kindOf(service.kind());
        int kind = service.kind().value();
        return new SlotEntry(context, kind, operation, 0, 0, null, service.place(), extended, asked, false);
    }

    /// Creates an entry that keeps a slot active while the context is active.
    public static SlotEntry wake(TracingContext context) {
        return new SlotEntry(context, 0, 0, 0, 0, null, null, false, 0, false);
    }

    /// Creates an entry by which pushed ranges name their threads' work, with the message in a kept buffer.
    static SlotEntry naming(TracingContext context, RecordPlace place) {
        int kind = BufferTracingKind.MARKER_CORE_RANGE_API.value();
        return new SlotEntry(context, kind, PUSHED, 0, 0, null, place, false, 0, true);
    }

    /// Returns the operation, as a constant of its kind's enum; null for an entry without an operation.
    @Nullable
    Operation operation() {
        int kind = (int) kindAndOperation;
        int operation = (int) (kindAndOperation >> 32);
        if (place == null) {
            CallbackTracingKind callback = CallbackTracingKind.of(kind);
            return callback == null ? null : Operations.of(callback, operation);
        }
        BufferTracingKind buffered = BufferTracingKind.of(kind);
        return buffered == null ? null : Operations.of(buffered, operation);
    }

    /// The name of the tool to which a failing handler belongs.
    public String toolName() {
        return context == null ? "none" : context.client().name();
    }

    /// The name of a callback's operation, for messages.
    public String operationName() {
        CallbackTracingKind kind = CallbackTracingKind.of((int) kindAndOperation);
        int operation = (int) (kindAndOperation >> 32);
        String name = kind == null ? null : Operations.name(kind, operation);
        return name == null ? "operation " + operation : name;
    }

    /// Whether the event is a mark whose record is kept, after its message.
    public boolean isKeptMark() {
        return isKept() && kindAndOperation == MARK;
    }

    /// Whether the event becomes a record.
    boolean isRecorded() {
        return place != null && !naming;
    }

    /// Whether the event's record is kept, in the form of `spec/segment.json`.
    public boolean isKept() {
        return place != null && place.isKept();
    }

    /// Whether the entry stays relevant after finalization of the engine: C then writes its record, or counts it
    /// as missed.
    boolean lasts() {
        if (buffer instanceof ChunkBuffer kept) return kept.isOfFile();
        boolean wakes = place == null && function == 0 && handler == null;
        return wakes && context != null && context.lasts();
    }

    // Creates an entry without a context, for [CallWarmUp].

    public static SlotEntry warmUpHandler(JavaHandler handler) {
        int kind = CallbackTracingKind.MARKER_CORE_RANGE_API.value();
        return new SlotEntry(null, kind, 0, 0, 0, handler, null, false, 0, false);
    }
}
