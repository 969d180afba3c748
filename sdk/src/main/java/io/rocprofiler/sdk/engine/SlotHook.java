package io.rocprofiler.sdk.engine;

import org.jspecify.annotations.Nullable;

/// What is done around the calls of one function besides tracing the call itself.
///
/// Hooks run while their slot is awake: when a context that [#wants] their events is active, when an entry of the slot
/// itself is, or when something else has set [SlotPlan#AWAKE].
///
/// Thread rule: any thread, inside the call; a hook keeps the state of a call in the event that it returns.
abstract class SlotHook {
    /// Before the runtime's function; its arguments lie in the frame.
    ///
    /// @return handed to [#exit]; null for nothing
    abstract @Nullable Event enter(long thread, long frame);

    /// After it; its results lie in the frame.
    abstract void exit(@Nullable Event event, long thread, long frame);

    /// Whether the hook has something to do while this context is active.
    abstract boolean wants(ToolContext context);

    /// Whether the hook has to see every call, also while no context is active.
    boolean isAlwaysAwake() {
        return false;
    }

    /// Whether the events that [#enter] returns end in [#exit].
    boolean endsWithCall() {
        return false;
    }

    /// Told once of each slot that it is part of.
    void addedTo(long slot) {}
}
