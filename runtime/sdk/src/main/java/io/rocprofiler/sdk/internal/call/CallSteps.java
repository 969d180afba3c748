package io.rocprofiler.sdk.internal.call;

import io.rocprofiler.abi.internal.NativeConstants;
import io.rocprofiler.abi.internal.NativeFrame;
import io.rocprofiler.sdk.internal.plan.SlotHook;
import io.rocprofiler.sdk.internal.plan.SlotPlan;
import io.rocprofiler.sdk.internal.seam.Memory;
import org.jspecify.annotations.Nullable;

/// The steps of a traced call that are Java's: the hooks of services, the handlers of Java tools, and external ids that
/// Java tools supply. C executes all of a plan (`calls.c`) and visits for these; `docs/traced-calls.md` has their
/// order.
///
/// The state of a call is in its frame on the caller's stack, so that nothing is allocated.
///
/// Thread rule: any thread; only the frame's own thread accesses it.
public final class CallSteps {
    private CallSteps() {}

    /// Does one step.
    ///
    /// @param what the slot's index in the lowest 32 bits, above it the step, above that the index of an entry
    public static void step(long what, long frame) {
        step(SlotPlan.at((int) what), what, frame);
    }

    static void step(SlotPlan plan, long what, long frame) {
        long thread = Memory.getLong(frame + NativeFrame.THREAD);
        switch ((int) (what >>> NativeConstants.STEP_SHIFT) & 0xFF) {
            case NativeConstants.STEP_HANDLE ->
                Callbacks.handle(plan, (int) (what >>> NativeConstants.ENTRY_SHIFT), thread, frame);
            case NativeConstants.STEP_ENTER_OUTER -> {
                OpenEvents.forgetLeft(thread, frame);
                enter(plan.outer, NativeFrame.OUTER_EVENT, thread, frame);
            }
            case NativeConstants.STEP_ENTER_INNER -> {
                if (plan.outer == null) OpenEvents.forgetLeft(thread, frame);
                enter(plan.inner, NativeFrame.INNER_EVENT, thread, frame);
            }
            case NativeConstants.STEP_EXIT_INNER -> exit(plan.inner, NativeFrame.INNER_EVENT, thread, frame);
            case NativeConstants.STEP_EXIT_OUTER -> exit(plan.outer, NativeFrame.OUTER_EVENT, thread, frame);
            case NativeConstants.STEP_ASK ->
                ExternalIds.askJava(plan, Memory.getLong(frame + NativeFrame.ACTIVE), frame);
            default -> throw new IllegalArgumentException("step=" + what);
        }
    }

    private static void enter(@Nullable SlotHook hook, int eventField, long thread, long frame) {
        Memory.putLong(frame + eventField, 0); // if the hook fails
        if (hook != null) Memory.putLong(frame + eventField, hook.enter(thread, frame));
    }

    private static void exit(@Nullable SlotHook hook, int eventField, long thread, long frame) {
        if (hook != null) hook.exit(Memory.getLong(frame + eventField), thread, frame);
    }
}
