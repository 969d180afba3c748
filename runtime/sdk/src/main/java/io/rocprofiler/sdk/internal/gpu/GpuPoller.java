package io.rocprofiler.sdk.internal.gpu;

import io.rocprofiler.abi.internal.NativeDispatches;
import io.rocprofiler.abi.internal.NativeThread;
import io.rocprofiler.sdk.internal.buffer.DeliveryThreads;
import io.rocprofiler.sdk.internal.seam.Memory;
import io.rocprofiler.sdk.internal.seam.Native;
import io.rocprofiler.sdk.internal.seam.Upcalls;
import java.util.concurrent.locks.LockSupport;

/// Polls for completed dispatches: polling a thousand costs as much as one signal notification by the runtime.
///
/// The thread sleeps while nothing is pending; no thread waits for it.
final class GpuPoller extends Thread {
    private final GpuQueues queues;
    private final Dispatches dispatches;
    private final DeliveryThreads threads;
    private volatile boolean isBegun;
    private volatile boolean isAsleep;

    /// How many dispatches have been submitted, and how many reported, in all.
    private long events;

    /// @param threads notifies tools of the new thread
    GpuPoller(GpuQueues queues, Dispatches dispatches, DeliveryThreads threads) {
        super(null, null, "rocprofiler-gpu", 0, false);
        this.queues = queues;
        this.dispatches = dispatches;
        this.threads = threads;
        setDaemon(true);
    }

    /// Wakes this thread after a submission. Any thread; one test unless it sleeps.
    void awake() {
        if (!isBegun) begin();
        if (!isAsleep) return;
        isAsleep = false;
        LockSupport.unpark(this);
    }

    /// Has this thread look at once. Any thread.
    void hurry() {
        awake();
        LockSupport.unpark(this);
    }

    private synchronized void begin() {
        if (isBegun) return;
        isBegun = true;
        threads.start(this);
    }

    @Override
    public void run() {
        long thread = Native.threadBlock();
        DispatchLink.set(NativeDispatches.POLLER, Memory.getLong(thread + NativeThread.TID));
        DispatchLink.set(NativeDispatches.POLLER_SLEEPS, 0);
        PollPeriod period = new PollPeriod();
        while (true) {
            int pending = look();
            long nanos = period.next(pending, events, dispatches.tellCompletion());
            if (nanos != 0) {
                LockSupport.parkNanos(this, nanos);
                continue;
            }
            isAsleep = true;
            DispatchLink.set(NativeDispatches.POLLER_SLEEPS, 1);
            // A submitter that has not seen the flag is seen here.
            while (isAsleep && !isAnyPending()) LockSupport.park(this);
            isAsleep = false;
            DispatchLink.set(NativeDispatches.POLLER_SLEEPS, 0);
            period.woken();
        }
    }

    /// Reports completed dispatches. Returns how many were pending, of all queues.
    private int look() {
        int all = 0;
        long seen = 0;
        for (GpuQueue queue : queues.all()) {
            seen += queue.submitted();
            int pending = queue.pending();
            if (pending == 0) continue;
            all += pending;
            try {
                queue.reap(false);
            } catch (RuntimeException | Error failure) {
                Upcalls.caught(0, failure);
            }
            seen += queue.submitted() - queue.pending();
        }
        events = seen;
        return all;
    }

    private boolean isAnyPending() {
        for (GpuQueue queue : queues.all()) if (queue.pending() != 0) return true;
        return false;
    }
}
