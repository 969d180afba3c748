package io.rocprofiler.sdk.internal.plan;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.internal.ApiTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The event slots of the process, created on first request, after the configuration window.
///
/// Thread rule: any thread.
public final class EventSlots {
    /// The slots, by both kinds and the operation.
    private final HashMap<Long, @Nullable EventSlot> known = new HashMap<>();

    /// The slots of ranges, by the operation.
    private final HashMap<Integer, Optional<EventSlot>> ranges = new HashMap<>();

    private final PlanTarget slots;

    public EventSlots(PlanTarget slots) {
        this.slots = slots;
    }

    /// The contexts of the closed configuration window, in the order of their callbacks.
    public TracingContext[] contexts() {
        return slots.contexts();
    }

    /// Whether any of these contexts, active or not, traces one of two kinds.
    public boolean isAsked(@Nullable CallbackTracingKind callback, @Nullable BufferTracingKind buffer) {
        return slots.isAsked(callback, buffer);
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
        List<SlotEntry> entries = entries(callback, buffer, operation);
        return entries.isEmpty() ? null : of(entries, personal);
    }

    private List<SlotEntry> entries(
            @Nullable CallbackTracingKind callback, @Nullable BufferTracingKind buffer, int operation) {
        List<SlotEntry> entries = new ArrayList<>();
        for (TracingContext context : slots.contexts()) {
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
    synchronized @Nullable EventSlot ofRange(int operation) {
        return ranges.computeIfAbsent(operation, this::makeRange).orElse(null);
    }

    private Optional<EventSlot> makeRange(int operation) {
        List<SlotEntry> entries =
                entries(CallbackTracingKind.MARKER_CORE_RANGE_API, BufferTracingKind.MARKER_CORE_RANGE_API, operation);
        if (entries.isEmpty()) return Optional.empty();
        boolean retires = of(null, BufferTracingKind.CORRELATION_ID_RETIREMENT, 0) != null;
        return Optional.of(watched(SlotPlan.ofRange(entries, retires, ranges.size())));
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
    public long observe(long function, ApiTable table, int operation, EventSlot work) {
        return slots.observe(function, table, operation, work.plan());
    }

    /// Creates a plan of these entries for events that share another slot.
    public SlotPlan plan(List<SlotEntry> entries) {
        SlotPlan plan = SlotPlan.ofEvent(entries, null);
        slots.write(plan);
        return plan;
    }
}
