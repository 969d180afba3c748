package io.rocprofiler.sdk.internal.call;

import io.rocprofiler.sdk.internal.plan.EventSlot;
import io.rocprofiler.sdk.internal.plan.SlotHook;
import io.rocprofiler.sdk.internal.plan.TracingContext;
import org.jspecify.annotations.Nullable;

/// A hook that makes events: the ticket of a call is that of its event.
///
/// Thread rule: any thread, inside the call.
public abstract class EventHook implements SlotHook {
    private final @Nullable EventSlot slot;

    /// A hook.
    ///
    /// @param slot of the events that it makes; null if it makes none, or not for those who listen
    public EventHook(@Nullable EventSlot slot) {
        this.slot = slot;
    }

    /// Before the runtime's function; its arguments lie in the frame.
    ///
    /// @return handed to [#end]; null for nothing
    public abstract @Nullable Event begin(long thread, long frame);

    /// After it; its results lie in the frame.
    ///
    /// @param event null where [#begin] returned none, or the event is over
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
