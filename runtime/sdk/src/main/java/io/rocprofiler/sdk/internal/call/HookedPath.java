package io.rocprofiler.sdk.internal.call;

import io.rocprofiler.abi.internal.NativeConstants;
import io.rocprofiler.abi.internal.NativeFrame;
import io.rocprofiler.sdk.internal.plan.SlotHook;
import io.rocprofiler.sdk.internal.plan.SlotPlan;
import io.rocprofiler.sdk.internal.seam.Memory;
import org.jspecify.annotations.Nullable;

/// The path of a call of a function with hooks: the outer hook encloses the traced call, the inner one lies
/// within it.
final class HookedPath {
    private static final int BEGUN = NativeConstants.FRAME_BEGUN; // frame state: the traced call was begun

    private HookedPath() {}

    static long enter(SlotPlan plan, long active, long thread, long frame) {
        OpenEvents.forgetLeft(thread, frame);
        Memory.putLong(frame + NativeFrame.OUTER_EVENT, enter(plan.outer, thread, frame));
        boolean begun = (active & (plan.callbacks | plan.buffers)) != 0 && CallPath.begin(plan, active, thread, frame);
        if (begun) Memory.putLong(frame + NativeFrame.STATE, Memory.getLong(frame + NativeFrame.STATE) | BEGUN);
        else Memory.putLong(frame + NativeFrame.ACTIVE, 0); // C ends the call without a record
        Memory.putLong(frame + NativeFrame.INNER_EVENT, enter(plan.inner, thread, frame));
        return 1;
    }

    static void exit(SlotPlan plan, long active, long thread, long frame) {
        exit(plan.inner, NativeFrame.INNER_EVENT, thread, frame);
        if ((Memory.getLong(frame + NativeFrame.STATE) & BEGUN) != 0) CallPath.end(plan, active, thread, frame);
        exit(plan.outer, NativeFrame.OUTER_EVENT, thread, frame);
    }

    private static long enter(@Nullable SlotHook hook, long thread, long frame) {
        return hook == null ? 0 : hook.enter(thread, frame);
    }

    private static void exit(@Nullable SlotHook hook, int eventField, long thread, long frame) {
        if (hook != null) hook.exit(Memory.getLong(frame + eventField), thread, frame);
    }
}
