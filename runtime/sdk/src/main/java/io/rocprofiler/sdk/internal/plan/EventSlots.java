package io.rocprofiler.sdk.internal.plan;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.MarkerCoreRangeOperation;
import io.rocprofiler.abi.internal.ApiTable;
import io.rocprofiler.sdk.internal.buffer.RecordPlace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The event slots of the process, created on first request, after the configuration window. When another window has
/// closed, they get the entries of its contexts, too.
///
/// Thread rule: any thread.
public final class EventSlots {
    /// The slots, by both kinds and the operation.
    private final HashMap<Long, @Nullable EventSlot> known = new HashMap<>();

    /// The slots of ranges: twice the operation of `MARKER_CORE_RANGE_API`, one more for those that libroctx64 opens.
    /// A record's `hashCode` would be code made at the start.
    private final HashMap<Integer, Optional<EventSlot>> ranges = new HashMap<>();

    /// The wrappers that report GPU work, with the plan that they have now.
    private final HashMap<EventSlot, SlotPlan> observing = new HashMap<>();

    private final PlanTarget slots;

    /// The contexts whose entries the slots have; null until the first window has closed.
    private volatile TracingContext @Nullable [] contexts;

    public EventSlots(PlanTarget slots) {
        this.slots = slots;
    }

    /// The contexts of all closed configuration windows, in the order of their callbacks.
    public TracingContext[] contexts() {
        TracingContext[] known = contexts;
        return known == null ? slots.contexts() : known;
    }

    /// Whether any of these contexts, active or not, traces one of two kinds.
    public boolean isAsked(@Nullable CallbackTracingKind callback, @Nullable BufferTracingKind buffer) {
        for (TracingContext context : contexts()) if (context.asksFor(callback, buffer)) return true;
        return false;
    }

    /// Returns the slot of an operation that has the same number in both kinds.
    ///
    /// @param callback null if the event has no callbacks
    /// @param buffer null if the event has no records
    /// @return null if no context traces it
    public @Nullable EventSlot of(
            @Nullable CallbackTracingKind callback, @Nullable BufferTracingKind buffer, int operation) {
        return of(callback, buffer, operation, null);
    }

    /// Returns the slot of an operation whose payload differs between listeners.
    public synchronized @Nullable EventSlot of(
            @Nullable CallbackTracingKind callback,
            @Nullable BufferTracingKind buffer,
            int operation,
            SlotPlan.@Nullable Personal personal) {
        long kinds = (callback == null ? 0 : callback.value()) | (buffer == null ? 0L : buffer.value()) << 16;
        Long key = kinds | (long) operation << 32;
        if (known.containsKey(key)) return known.get(key);
        EventSlot slot = make(callback, buffer, operation, personal);
        known.put(key, slot);
        return slot;
    }

    private @Nullable EventSlot make(
            @Nullable CallbackTracingKind callback,
            @Nullable BufferTracingKind buffer,
            int operation,
            SlotPlan.@Nullable Personal personal) {
        List<SlotEntry> entries = entries(callback, buffer, operation, 0);
        return entries.isEmpty() ? null : of(entries, personal);
    }

    /// Returns the entries of all contexts from this one on.
    private List<SlotEntry> entries(
            @Nullable CallbackTracingKind callback, @Nullable BufferTracingKind buffer, int operation, int from) {
        List<SlotEntry> entries = new ArrayList<>();
        TracingContext[] all = contexts();
        for (TracingContext context : List.of(all).subList(from, all.length)) {
            for (CallbackService service : context.callbacks())
                if (service.kind() == callback && service.selects(operation))
                    SlotPlans.add(entries, SlotEntry.callback(context, service, operation));
            for (BufferService service : context.buffers())
                if (service.kind() == buffer && service.selects(operation))
                    SlotPlans.add(entries, SlotEntry.buffered(context, service, operation, false));
        }
        return entries;
    }

    /// Returns the slot of the ranges of an operation of `MARKER_CORE_RANGE_API`, which C follows; null if no context
    /// traces it.
    ///
    /// @param older for those that libroctx64 opens
    synchronized @Nullable EventSlot ofRange(int operation, boolean older) {
        return ranges.computeIfAbsent(2 * operation + (older ? 1 : 0), this::makeRange)
                .orElse(null);
    }

    private Optional<EventSlot> makeRange(int range) {
        List<SlotEntry> entries = entriesOfRange(range, 0);
        return entries.isEmpty() ? Optional.empty() : Optional.of(watched(SlotPlan.ofRange(entries, retires())));
    }

    /// Pushed ranges may also name the work of their threads.
    private List<SlotEntry> entriesOfRange(int range, int from) {
        int operation = range >> 1;
        List<SlotEntry> entries = entries(
                CallbackTracingKind.MARKER_CORE_RANGE_API, BufferTracingKind.MARKER_CORE_RANGE_API, operation, from);
        if ((range & 1) != 0) entries.removeIf(entry -> entry.context == null || !entry.context.hearsOlderMarkers());
        if (operation != MarkerCoreRangeOperation.roctxThreadRangeA.value()) return entries;
        TracingContext[] all = contexts();
        for (TracingContext context : List.of(all).subList(from, all.length)) {
            RecordPlace place = context.namesWork();
            if (place != null) SlotPlans.add(entries, SlotEntry.naming(context, place));
        }
        return entries;
    }

    private boolean retires() {
        return of(null, BufferTracingKind.CORRELATION_ID_RETIREMENT, 0) != null;
    }

    /// Creates a separate slot for these entries.
    public EventSlot of(List<SlotEntry> entries) {
        return of(entries, null);
    }

    private EventSlot of(List<SlotEntry> entries, SlotPlan.@Nullable Personal personal) {
        return watched(SlotPlan.ofEvent(entries, personal));
    }

    private EventSlot watched(SlotPlan plan) {
        slots.write(plan);
        return new EventSlot(plan, slots.watch(plan));
    }

    /// Wraps a function of a runtime so that GPU work is reported when its calls have told the program of it.
    ///
    /// @param work its slot
    /// @return the wrapper, or 0 if there can be none
    public synchronized long observe(long function, ApiTable table, int operation, EventSlot work) {
        return slots.observe(function, table, operation, observing.computeIfAbsent(work, this::observing));
    }

    private SlotPlan observing(EventSlot work) {
        SlotPlan plan = SlotPlan.observing(work.plan());
        slots.write(plan);
        return plan;
    }

    // --- further windows --------------------------------------------------------------------------------------------

    /// Called when a window has closed: gives the slots the entries of its contexts. None is active yet.
    public synchronized void contextsCame() {
        TracingContext[] before = contexts;
        contexts = slots.contexts();
        if (before == null) return;
        int from = before.length;
        known.values().removeIf(Objects::isNull);
        ranges.values().removeIf(Optional::isEmpty);
        known.forEach((key, slot) -> {
            if (slot != null) widen(slot, entriesOf(key, from));
        });
        ranges.forEach((range, slot) -> slot.ifPresent(known -> widenRange(known, range, from)));
    }

    private List<SlotEntry> entriesOf(long key, int from) {
        CallbackTracingKind callback = CallbackTracingKind.of((int) key & 0xFFFF);
        BufferTracingKind buffer = BufferTracingKind.of((int) (key >>> 16) & 0xFFFF);
        return entries(
                callback == CallbackTracingKind.NONE ? null : callback,
                buffer == BufferTracingKind.NONE ? null : buffer,
                (int) (key >>> 32),
                from);
    }

    private void widenRange(EventSlot slot, int range, int from) {
        List<SlotEntry> more = entriesOfRange(range, from);
        SlotPlan plan = slot.plan();
        if (!more.isEmpty() || plan.retires != retires()) replace(slot, SlotPlan.ofRange(all(plan, more), retires()));
    }

    /// Returns a slot that is active whenever one of others is.
    ///
    /// @param before the one that was returned for them before a further window, or null
    /// @return null if there are none
    public @Nullable EventSlot joint(@Nullable EventSlot before, List<EventSlot> slots) {
        List<SlotEntry> more = new ArrayList<>();
        for (EventSlot slot : slots) for (SlotEntry entry : slot.plan().entries) wake(more, before, entry.context);
        if (before == null) return more.isEmpty() ? null : of(more);
        widen(before, more);
        return before;
    }

    private static void wake(List<SlotEntry> more, @Nullable EventSlot before, @Nullable TracingContext context) {
        if (context == null || (before != null && before.isFor(context))) return;
        for (SlotEntry known : more) if (context.equals(known.context)) return;
        SlotPlans.add(more, SlotEntry.wake(context));
    }

    /// Gives a slot more entries, and all wrappers that report its work.
    public synchronized void widen(EventSlot slot, List<SlotEntry> more) {
        SlotPlan plan = slot.plan();
        if (!more.isEmpty()) replace(slot, SlotPlan.ofEvent(all(plan, more), plan.personal));
    }

    private static List<SlotEntry> all(SlotPlan plan, List<SlotEntry> more) {
        List<SlotEntry> entries = new ArrayList<>(List.of(plan.entries));
        for (SlotEntry entry : more) SlotPlans.add(entries, entry);
        return entries;
    }

    private void replace(EventSlot slot, SlotPlan wider) {
        SlotPlan plan = slot.plan();
        slots.write(wider);
        slot.plan(wider);
        slots.widen(slot.activeAddress(), plan, wider);
        SlotPlan observed = observing.get(slot);
        if (observed == null) return;
        SlotPlan widerObserved = observing(slot);
        observing.put(slot, widerObserved);
        slots.replace(observed, widerObserved);
    }

    /// Creates a plan of these entries for events that share another slot.
    public SlotPlan plan(List<SlotEntry> entries) {
        SlotPlan plan = SlotPlan.ofEvent(entries, null);
        slots.write(plan);
        return plan;
    }
}
