package io.rocprofiler.sdk.internal.call;

import io.rocprofiler.sdk.internal.plan.EventSlot;
import io.rocprofiler.sdk.internal.plan.SlotHook;
import io.rocprofiler.sdk.internal.plan.TracingContext;
import org.jspecify.annotations.Nullable;

/// A hook that creates events: the ticket of a call is that of its event.
///
/// Thread rule: any thread, inside the call.
public abstract class EventHook implements SlotHook {
    private final @Nullable EventSlot slot;

    /// Creates a hook.
    ///
    /// @param slot of the events that it creates; null if it creates none, or none for the contexts that
    /// are listening
    public EventHook(@Nullable EventSlot slot) {
        this.slot = slot;
    }

    /// Called before the runtime's function; the arguments are in the frame.
    ///
    /// @return the event to pass to [#end], or null
    public abstract @Nullable Event begin(long thread, long frame);

    /// Called after the runtime's function; its results are in the frame.
    ///
    /// @param event null if [#begin] returned null, or the event has ended
    public abstract void end(@Nullable Event event, long thread, long frame);

    /// Whether the events that [#begin] returns end in [#end].
    public boolean endsWithCall() {
        return false;
    }

    @Override
    public final boolean wants(TracingContext context) {
        return slot != null && slot.isFor(context);
    }

    @Override
    public final long enter(long thread, long frame) {
        Event event = begin(thread, frame);
        if (event == null) return 0;
        if (endsWithCall()) OpenEvents.push(event, thread, frame);
        return event.ticket();
    }

    @Override
    public final void exit(long ticket, long thread, long frame) {
        Event event = Event.of(ticket);
        if (event != null && endsWithCall()) OpenEvents.pop(event, thread);
        end(event, thread, frame);
    }
}
