package io.rocprofiler.sdk.internal.plan;

import io.rocprofiler.abi.internal.NativeFrame;
import io.rocprofiler.sdk.internal.seam.Memory;

/// An action around the calls of one function, in addition to tracing the call itself.
///
/// Hooks run while their slot is active: if a context that [#wants] their events is active, an entry of the slot
/// itself is, or [SlotPlan#AWAKE] is set.
///
/// Thread rule: any thread, inside the call; a hook finds the state of a call by the ticket that it returned.
public interface SlotHook {
    /// Called before the runtime's function; the arguments are in the frame.
    ///
    /// @return a ticket that is passed to [#exit]; 0 for none
    long enter(long thread, long frame);

    /// Called after the runtime's function; its results are in the frame.
    void exit(long ticket, long thread, long frame);

    /// Whether the hook is needed while this context is active.
    boolean wants(TracingContext context);

    /// Whether the hook has to see every call, even while no context is active.
    default boolean isAlwaysAwake() {
        return false;
    }

    /// Whether the function is called so seldom, or takes so long itself, that the way into Java need not be made
    /// fast for it in advance.
    default boolean isRare() {
        return false;
    }

    /// Returns an integer argument of the call, among the first six.
    static long argument(long frame, int index) {
        return Memory.getLong(frame + NativeFrame.INT_REGS + (long) Long.BYTES * index);
    }

    /// Whether a function has returned 0, like `hipSuccess` and `HSA_STATUS_SUCCESS`.
    static boolean succeeded(long frame) {
        return (int) Memory.getLong(frame + NativeFrame.RET_RAX) == 0;
    }
}
