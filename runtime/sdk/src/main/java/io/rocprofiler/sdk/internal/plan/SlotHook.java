package io.rocprofiler.sdk.internal.plan;

import io.rocprofiler.abi.NativeFrame;
import io.rocprofiler.sdk.internal.seam.Memory;

/// What is done around the calls of one function besides tracing the call itself.
///
/// Hooks run while their slot is awake: when a context that [#wants] their events is active, when an entry of the slot
/// itself is, or when something else has set [SlotPlan#AWAKE].
///
/// Thread rule: any thread, inside the call; a hook keeps the state of a call behind the ticket that it returns.
public interface SlotHook {
    /// Before the runtime's function; its arguments lie in the frame.
    ///
    /// @return a ticket that is handed to [#exit]; 0 for nothing
    long enter(long thread, long frame);

    /// After it; its results lie in the frame.
    void exit(long ticket, long thread, long frame);

    /// Whether the hook has something to do while this context is active.
    boolean wants(TracingContext context);

    /// Whether the hook has to see every call, also while no context is active.
    default boolean isAlwaysAwake() {
        return false;
    }

    /// Told once of each slot that it is part of.
    default void addedTo(long slotAddress) {}

    /// An integer argument of the call, among the first six.
    static long argument(long frame, int index) {
        return Memory.getLong(frame + NativeFrame.INT_REGS + (long) Long.BYTES * index);
    }

    /// Whether a function that returned has answered 0, as `hipSuccess` and `HSA_STATUS_SUCCESS` are.
    static boolean succeeded(long frame) {
        return (int) Memory.getLong(frame + NativeFrame.RET_RAX) == 0;
    }
}
