package io.rocprofiler.sdk.internal.gpu;

import io.rocprofiler.abi.internal.NativeDispatches;
import io.rocprofiler.abi.internal.NativeQueue;
import io.rocprofiler.sdk.internal.seam.Memory;
import java.util.concurrent.locks.LockSupport;

/// A user queue whose packets the engine sees: C follows its dispatches (`dispatches.c`), Java decides when to wait for
/// them.
///
/// Thread rule: any thread.
final class GpuQueue {
    private static final long PAUSE_NANOS = 200_000;

    /// `native_queue_t`
    private final long address;

    private volatile long givenUp;

    GpuQueue(long address) {
        this.address = address;
    }

    /// Writes the records of completed dispatches: those at the queue's head, or at any position. Does nothing
    /// while another thread does so.
    void reap(boolean isOfAll) {
        DispatchLink.call(NativeDispatches.REAP, address, isOfAll ? 1 : 0);
    }

    /// Forgets the first dispatch that has not completed. Returns one more than the id of its kernel, or 0 if there
    /// is none.
    long abandon() {
        return DispatchLink.call(NativeDispatches.ABANDON, address, 0);
    }

    /// Destroys the signals of completed dispatches.
    void forgetSignals() {
        DispatchLink.call(NativeDispatches.FORGET_SIGNALS, address, 0);
    }

    /// The number of dispatches that have not been reported.
    int pending() {
        long reported = reported();
        return (int) (submitted() - reported);
    }

    /// From now on nothing more is followed.
    void close() {
        DispatchLink.call(NativeDispatches.CLOSE, address, 0);
    }

    /// The number of dispatches so far.
    long submitted() {
        return Memory.getLongVolatile(address + NativeQueue.SUBMITTED);
    }

    private long reported() {
        return Memory.getLongVolatile(address + NativeQueue.REPORTED);
    }

    /// Whether the first `target` dispatches are complete and reported.
    boolean isDone(long target) {
        return reported() >= target;
    }

    /// Whether what is pending may never complete: the queue or its GPU has had an error.
    boolean isBroken() {
        return Memory.getLongAcquire(address + NativeQueue.BROKEN) != 0;
    }

    /// Whether a dispatch that was waited for until a timeout is still at the head.
    boolean isStuck() {
        return reported() < givenUp;
    }

    /// Says that the first `target` dispatches have been waited for until a timeout.
    synchronized void giveUp(long target) {
        givenUp = Math.max(givenUp, target);
    }

    /// Waits a moment. Returns false if the thread is interrupted.
    boolean pause() {
        LockSupport.parkNanos(this, PAUSE_NANOS);
        return !Thread.currentThread().isInterrupted();
    }
}
