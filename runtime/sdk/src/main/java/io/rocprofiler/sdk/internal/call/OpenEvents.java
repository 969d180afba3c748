package io.rocprofiler.sdk.internal.call;

import io.rocprofiler.abi.internal.NativeThread;
import io.rocprofiler.sdk.internal.seam.Memory;

/// The events that last as long as a call, for the open calls of a thread, innermost first. Events of a call that
/// an exception or `longjmp` left are reused when the thread makes its next call.
///
/// Thread rule: a thread's own block only.
final class OpenEvents {
    private OpenEvents() {}

    static void push(Event event, long thread, long frame) {
        event.callFrame = frame;
        event.enclosing = Memory.getInt(thread + NativeThread.HOOKED_EVENT);
        Memory.putInt(thread + NativeThread.HOOKED_EVENT, event.number);
    }

    /// Removes the event of a call that returns, and the events above it, whose calls were left.
    static void pop(Event event, long thread) {
        int number = Memory.getInt(thread + NativeThread.HOOKED_EVENT);
        while (number != 0 && number != event.number) number = release(number);
        Memory.putInt(thread + NativeThread.HOOKED_EVENT, event.enclosing);
    }

    /// Releases the events of calls that were left before the call that now begins in `frame`, and those of a
    /// previous thread with the same block.
    static void forgetLeft(long thread, long frame) {
        int number = Memory.getInt(thread + NativeThread.HOOKED_EVENT);
        if (number == 0) return;
        long threadId = Memory.getLong(thread + NativeThread.TID);
        while (number != 0 && isLeft(Event.at(number), thread, threadId, frame)) number = release(number);
        Memory.putInt(thread + NativeThread.HOOKED_EVENT, number);
    }

    private static boolean isLeft(Event event, long thread, long threadId, long frame) {
        return isLeft(thread, event.callFrame, frame) || event.threadId() != threadId;
    }

    /// Whether the call in the frame `open` has been left when the thread makes a call in `frame`. A stack grows
    /// downwards. A coroutine's call is left when its thread makes a call on the thread's own stack; calls on the
    /// thread's own stack may be the ones that resumed a coroutine (the same as in `open_calls.h`).
    private static boolean isLeft(long thread, long open, long frame) {
        boolean own = isOnOwnStack(thread, frame);
        return own == isOnOwnStack(thread, open) ? Long.compareUnsigned(open, frame) <= 0 : own;
    }

    private static boolean isOnOwnStack(long thread, long address) {
        long low = Memory.getLong(thread + NativeThread.STACK_LOW);
        return Long.compareUnsigned(address - low, Memory.getLong(thread + NativeThread.STACK_HIGH) - low) < 0;
    }

    /// Returns the number of the enclosing event.
    private static int release(int number) {
        Event event = Event.at(number);
        int enclosing = event.enclosing;
        event.release();
        return enclosing;
    }
}
