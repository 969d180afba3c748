package io.rocprofiler.sdk.internal.gpu;

import io.rocprofiler.sdk.internal.buffer.CallbackThreads;
import io.rocprofiler.sdk.internal.seam.Native;
import io.rocprofiler.sdk.internal.seam.Upcalls;
import java.util.concurrent.locks.LockSupport;

/// Looks now and then which dispatches have completed, where nobody waits for the completion itself: records may come a
/// little later, and a look at a thousand dispatches costs what one signal of the runtime would.
///
/// Sleeps while nothing is pending; nobody waits for it.
final class GpuPoller extends Thread {
    private static final long PERIOD_NANOS = 2_000_000;

    /// Rounds without work before it sleeps until it is woken.
    private static final int PATIENCE = 50;

    private final GpuQueues queues;
    private final Dispatches dispatches;
    private final CallbackThreads threads;
    private volatile boolean isBegun;
    private volatile boolean isAsleep;

    /// @param threads tells tools that there is one more
    GpuPoller(GpuQueues queues, Dispatches dispatches, CallbackThreads threads) {
        super(null, null, "rocprofiler-gpu", 0, false);
        this.queues = queues;
        this.dispatches = dispatches;
        this.threads = threads;
        setDaemon(true);
    }

    /// Something has been submitted. Any thread; one test unless it sleeps.
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
            // Whoever submitted before it saw that is seen here.
            while (isAsleep && !isAnyPending()) LockSupport.park(this);
            isAsleep = false;
            idle = 0;
        }
    }

    /// Whether anything is pending.
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
