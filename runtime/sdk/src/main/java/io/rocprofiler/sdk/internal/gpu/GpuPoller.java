package io.rocprofiler.sdk.internal.gpu;

import io.rocprofiler.sdk.internal.buffer.DeliveryThreads;
import io.rocprofiler.sdk.internal.seam.Native;
import io.rocprofiler.sdk.internal.seam.Upcalls;
import java.util.concurrent.locks.LockSupport;

/// Polls for completed dispatches that no callback waits for: their records may come slightly later, and polling a
/// thousand dispatches costs as much as one signal notification by the runtime.
///
/// The thread sleeps while nothing is pending; no thread waits for it.
final class GpuPoller extends Thread {
    private static final long PERIOD_NANOS = 2_000_000;

    /// The number of rounds without work before it sleeps until it is woken.
    private static final int PATIENCE = 50;

    private final GpuQueues queues;
    private final Dispatches dispatches;
    private final DeliveryThreads threads;
    private volatile boolean isBegun;
    private volatile boolean isAsleep;

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

    private synchronized void begin() {
        if (isBegun) return;
        isBegun = true;
        threads.start(this);
    }

    @Override
    public void run() {
        long thread = Native.threadBlock();
        int idle = 0;
        while (true) {
            idle = look(thread) ? 0 : idle + 1;
            if (idle < PATIENCE) {
                LockSupport.parkNanos(this, PERIOD_NANOS);
                continue;
            }
            isAsleep = true;
            // A submitter that has not seen the flag is seen here.
            while (isAsleep && !isAnyPending()) LockSupport.park(this);
            isAsleep = false;
            idle = 0;
        }
    }

    /// Reports completed dispatches. Returns whether any were pending.
    private boolean look(long thread) {
        boolean any = false;
        for (GpuQueue queue : queues.all()) {
            if (queue.pending() == 0) continue;
            any = true;
            try {
                dispatches.reap(queue, thread);
            } catch (RuntimeException | Error failure) {
                Upcalls.caught(0, failure);
            }
        }
        return any;
    }

    private boolean isAnyPending() {
        for (GpuQueue queue : queues.all()) if (queue.pending() != 0) return true;
        return false;
    }
}
