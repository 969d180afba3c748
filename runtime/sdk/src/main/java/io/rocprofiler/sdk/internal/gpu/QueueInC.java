package io.rocprofiler.sdk.internal.gpu;

import io.rocprofiler.abi.internal.NativeDispatches;
import io.rocprofiler.abi.internal.NativeQueue;
import io.rocprofiler.sdk.internal.seam.Memory;
import java.util.concurrent.locks.LockSupport;

/// A user queue whose dispatches C follows (`dispatches.c`), seen from the engine.
final class QueueInC implements WorkQueue {
    private static final long PAUSE_NANOS = 200_000;

    /// `native_queue_t`
    private final long address;

    private volatile long givenUp;

    QueueInC(long address) {
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

    @Override
    public int pending() {
        long reported = reported();
        return (int) (submitted() - reported);
    }

    @Override
    public void close() {
        DispatchLink.call(NativeDispatches.CLOSE, address, 0);
    }

    @Override
    public long submitted() {
        return Memory.getLongVolatile(address + NativeQueue.SUBMITTED);
    }

    private long reported() {
        return Memory.getLongVolatile(address + NativeQueue.REPORTED);
    }

    @Override
    public boolean isDone(long target) {
        return reported() >= target;
    }

    @Override
    public boolean isBroken() {
        return Memory.getLongAcquire(address + NativeQueue.BROKEN) != 0;
    }

    @Override
    public boolean isStuck() {
        return reported() < givenUp;
    }

    @Override
    public synchronized void giveUp(long target) {
        givenUp = Math.max(givenUp, target);
    }

    @Override
    public boolean isWatched() {
        return false; // C knows (gpu_queues.c)
    }

    @Override
    public boolean pause() {
        LockSupport.parkNanos(this, PAUSE_NANOS);
        return !Thread.currentThread().isInterrupted();
    }
}
