package io.rocprofiler.sdk.internal.plan;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.Operations;
import io.rocprofiler.abi.internal.ApiTable;
import io.rocprofiler.abi.internal.ApiTables;
import io.rocprofiler.sdk.internal.seam.Messages;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Creates the plans for the slots of one table from the services of the frozen contexts: of all, or of those of a
/// further window, as additions to the plans that the slots have.
public final class SlotPlans {
    private final ApiTable table;
    private final EventSlots events;
    private final TracingContext[] contexts;

    /// Whether these are the functions of `ROCTX_CORE` as libroctx64 calls them.
    private final boolean isOlder;

    /// The first context whose services are not in the plans that slots have.
    private final int from;

    private final List<Wish> wishes = new ArrayList<>();
    private final EventServices hooking;
    private final boolean isOutermost;
    private final boolean retires;
    private final List<SlotEntry> entries = new ArrayList<>();

    /// A service that traces functions of the table: exactly one of the two is set.
    ///
    /// @param isRange whether it numbers the operations of `ROCTX_CORE` in its own way
    private record Wish(
            TracingContext context,
            @Nullable CallbackService callbacks,
            @Nullable BufferService records,
            boolean isRange) {
        BitSet operations() {
            return callbacks != null
                    ? callbacks.operations()
                    : Objects.requireNonNull(records).operations();
        }
    }

    /// Creates the plans of the innermost slots, next to the runtime's functions.
    ///
    /// @param hooking the services that may have hooks in the table
    /// @param from the first context that is new
    public static SlotPlans of(ApiTable table, EventSlots events, EventServices hooking, int from) {
        return new SlotPlans(table, false, events, hooking, false, from);
    }

    /// Creates those of the functions that libroctx64 calls, for the contexts that hear of it.
    public static SlotPlans ofOlder(ApiTable table, EventSlots events, int from) {
        return new SlotPlans(table, true, events, new EventServices(List.of()), false, from);
    }

    /// Creates the plans of the slots around those, for the contexts that are [TracingContext#isOutermost()].
    public static SlotPlans outermost(ApiTable table, EventSlots events, int from) {
        return new SlotPlans(table, false, events, new EventServices(List.of()), true, from);
    }

    private SlotPlans(
            ApiTable table, boolean older, EventSlots events, EventServices hooking, boolean outermost, int from) {
        this.table = table;
        this.isOlder = older;
        this.events = events;
        contexts = events.contexts();
        this.from = from;
        this.hooking = hooking;
        this.isOutermost = outermost;
        this.retires = !outermost && events.of(null, BufferTracingKind.CORRELATION_ID_RETIREMENT, 0) != null;
        for (TracingContext context : came()) {
            if (context.isOutermost() != outermost) continue;
            for (CallbackService service : context.callbacks()) addWish(context, service);
            for (BufferService service : context.buffers()) addWish(context, service);
        }
    }

    private void addWish(TracingContext context, CallbackService service) {
        boolean isRange = service.kind() == CallbackTracingKind.MARKER_CORE_RANGE_API;
        boolean isOfTable = service.kind().value() == table.callbackKind() || (isRange && isCore());
        if (isOfTable) wishes.add(new Wish(context, service, null, isRange));
    }

    private void addWish(TracingContext context, BufferService service) {
        int kind = service.kind().value();
        boolean isRange = service.kind() == BufferTracingKind.MARKER_CORE_RANGE_API;
        boolean isOfTable = kind == table.bufferKind() || kind == table.bufferExtKind() || (isRange && isCore());
        if (isOfTable) wishes.add(new Wish(context, null, service, isRange));
    }

    private List<TracingContext> came() {
        return heard(List.of(contexts).subList(from, contexts.length));
    }

    private List<TracingContext> heard(List<TracingContext> some) {
        return isOlder ? some.stream().filter(TracingContext::hearsOlderMarkers).toList() : some;
    }

    private boolean isCore() {
        return table == ApiTables.ROCTX_CORE;
    }

    /// Whether no context traces any function of this table.
    public boolean isEmpty() {
        return hooking.isEmpty() && wishes.isEmpty();
    }

    /// Whether a context traces all functions of this table, or most of those that are known.
    public boolean isOfAll() {
        for (Wish wish : wishes) {
            int selected = wish.operations().cardinality();
            if (selected == 0 || 2 * selected > table.operations()) return true;
        }
        return false;
    }

    /// Returns the plan of one operation, or null if no context traces it.
    ///
    /// @param before the plan that its slot has, if any: the new one begins with the same entries
    public @Nullable SlotPlan plan(int operation, @Nullable SlotPlan before) {
        entries.clear();
        if (before != null) entries.addAll(List.of(before.entries));
        boolean isEnclosed = isEnclosed(operation, before);
        for (int i = 0; i < wishes.size(); i++) fulfil(wishes.get(i), operation, isEnclosed);
        RangeRole role = isCore() && !isOutermost ? RangeRole.of(operation, isEnclosed) : RangeRole.NONE;
        EventSlot range = role == RangeRole.NONE ? null : events.ofRange(Operations.rangeOfCore(operation), isOlder);
        int stream = hooking.followedStream(table, operation);
        SlotHook outer = hooking.outerHook(table, operation);
        SlotHook inner = hooking.innerHook(table, operation);
        for (TracingContext context : came()) {
            boolean follows = stream >= 0 && context.streamShift() != 0;
            boolean opens = range != null && !role.closes() && range.isFor(context);
            if (follows || opens || wants(outer, context) || wants(inner, context))
                add(entries, SlotEntry.wake(context));
        }
        if (entries.isEmpty() && range == null && outer == null && inner == null) return null;
        SlotPlan plan = new SlotPlan(entries, signature(operation), outer, inner, retires);
        if (range != null) return plan.withRange(range, role);
        return stream >= 0 ? plan.onStream(stream) : plan;
    }

    /// Whether contexts trace a function in both kinds that is a single call in each. What calls of a slot are remains.
    private boolean isEnclosed(int operation, @Nullable SlotPlan before) {
        if (!isCore()) return false;
        return before != null
                ? before.role == RangeRole.ENCLOSED
                : NestedMarks.areAsked(heard(List.of(contexts)), operation);
    }

    private static boolean wants(@Nullable SlotHook hook, TracingContext context) {
        return hook != null && hook.wants(context);
    }

    private void fulfil(Wish wish, int operation, boolean isEnclosed) {
        int selected = wish.isRange() ? ofRange(operation, isEnclosed) : operation;
        if (selected < 0) return;
        CallbackService callbacks = wish.callbacks();
        BufferService records = wish.records();
        if (callbacks != null && callbacks.selects(selected)) {
            add(entries, SlotEntry.callback(wish.context(), callbacks, selected));
        } else if (records != null && records.selects(selected)) {
            boolean extended = records.kind().value() == table.bufferExtKind();
            add(entries, SlotEntry.buffered(wish.context(), records, selected, extended));
        }
    }

    /// Returns the operation of `MARKER_CORE_RANGE_API` that is a single call of a core function; ranges, and calls
    /// that enclose those of the core functions, have plans of their own.
    private static int ofRange(int coreOperation, boolean isEnclosed) {
        boolean isCall = NestedMarks.isCall(coreOperation) && !isEnclosed;
        return isCall ? Operations.rangeOfCore(coreOperation) : -1;
    }

    public static void add(List<SlotEntry> entries, SlotEntry entry) {
        add(entries, entry, entries.size());
    }

    /// Adds an entry to a list of which the plan has `known` already, if there is room.
    ///
    /// @return whether there was
    public static boolean add(List<SlotEntry> entries, SlotEntry entry, int known) {
        if (known < SlotPlan.MAX_ENTRIES) return entries.add(entry);
        Messages.warn("more than " + SlotPlan.MAX_ENTRIES + " services ask for one function: the last is ignored");
        return false;
    }

    private SlotPlan.Signature signature(int operation) {
        return new SlotPlan.Signature(
                table.argMoves(operation), table.payloadBytes(), table.payloadRetval(), table.resultBytes(operation));
    }
}
