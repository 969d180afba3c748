package io.rocprofiler.sdk.internal.plan;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.CallbackTracingKind;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The event slots of the process, made when first asked for, after the configuration window.
///
/// Thread rule: any thread.
public final class EventSlots {
    /// By both kinds and the operation.
    private static final HashMap<Long, @Nullable EventSlot> KNOWN = new HashMap<>();

    private EventSlots() {}

    /// The slot of an operation that both kinds call by the same number.
    ///
    /// @param callback null if the event has no callbacks
    /// @param buffer null if the event has no records
    /// @return null if no context asked for it
    public static @Nullable EventSlot of(
            @Nullable CallbackTracingKind callback, @Nullable BufferTracingKind buffer, int operation) {
        return of(callback, buffer, operation, null);
    }

    /// The same for an operation whose payload is not the same for all.
    public static synchronized @Nullable EventSlot of(
            @Nullable CallbackTracingKind callback,
            @Nullable BufferTracingKind buffer,
            int operation,
            SlotPlan.@Nullable Personal personal) {
        long kinds = (callback == null ? 0 : callback.value()) | (buffer == null ? 0L : buffer.value()) << 16;
        Long key = kinds | (long) operation << 32;
        if (KNOWN.containsKey(key)) return KNOWN.get(key);
        EventSlot slot = make(callback, buffer, operation, personal);
        KNOWN.put(key, slot);
        return slot;
    }

    private static @Nullable EventSlot make(
            @Nullable CallbackTracingKind callback,
            @Nullable BufferTracingKind buffer,
            int operation,
            SlotPlan.@Nullable Personal personal) {
        List<SlotEntry> entries = new ArrayList<>();
        for (TracingContext context : Slots.contexts()) {
            for (CallbackService service : context.callbacks())
                if (service.kind() == callback && service.selects(operation))
                    SlotPlans.add(entries, SlotEntry.callback(context, service, operation));
            for (BufferService service : context.buffers())
                if (service.kind() == buffer && service.selects(operation))
                    SlotPlans.add(entries, SlotEntry.buffered(context, service, operation, false));
        }
        return entries.isEmpty() ? null : of(entries, personal);
    }

    /// A slot of its own for these entries.
    public static EventSlot of(List<SlotEntry> entries) {
        return of(entries, null);
    }

    private static EventSlot of(List<SlotEntry> entries, SlotPlan.@Nullable Personal personal) {
        SlotPlan plan = SlotPlan.ofEvent(entries, personal);
        long active = Arena.global().allocate(Long.BYTES, Long.BYTES).address();
        Slots.watch(active, plan);
        return new EventSlot(plan, active);
    }
}
