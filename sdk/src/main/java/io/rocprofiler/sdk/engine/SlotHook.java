package io.rocprofiler.sdk.engine;

import io.rocprofiler.abi.NativeFrame;
import org.jspecify.annotations.Nullable;

/// What is done around the calls of one function besides tracing the call itself.
///
/// Hooks run while their slot is awake: when a context that [#wants] their events is active, when an entry of the slot
/// itself is, or when something else has set [SlotPlan#AWAKE].
///
/// Thread rule: any thread, inside the call; a hook keeps the state of a call in the event that it returns.
abstract class SlotHook {
    private final @Nullable EventSlot slot;

    /// A hook.
    ///
    /// @param slot of the events that it makes; null if it makes none, or not for those who listen
    SlotHook(@Nullable EventSlot slot) {
        this.slot = slot;
    }

    /// Before the runtime's function; its arguments lie in the frame.
    ///
    /// @return handed to [#exit]; null for nothing
    abstract @Nullable Event enter(long thread, long frame);

    /// After it; its results lie in the frame.
    abstract void exit(@Nullable Event event, long thread, long frame);

    /// Whether the hook has something to do while this context is active.
    final boolean wants(ToolContext context) {
        return slot != null && slot.isFor(context);
    }

    /// Whether the hook has to see every call, also while no context is active.
    boolean isAlwaysAwake() {
        return false;
    }

    /// Whether the events that [#enter] returns end in [#exit].
    boolean endsWithCall() {
        return false;
    }

    /// Told once of each slot that it is part of.
    void addedTo(long slotAddress) {}

    /// An integer argument of the call, among the first six.
    static long argument(long frame, int index) {
        return Memory.getLong(frame + NativeFrame.INT_REGS + (long) Long.BYTES * index);
    }

    /// Whether a function that returned has answered 0, as `hipSuccess` and `HSA_STATUS_SUCCESS` are.
    static boolean succeeded(long frame) {
        return (int) Memory.getLong(frame + NativeFrame.RET_RAX) == 0;
    }
}
