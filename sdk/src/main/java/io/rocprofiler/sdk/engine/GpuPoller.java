package io.rocprofiler.sdk.engine;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// Looks now and then which dispatches have completed, where nobody waits for the completion itself: records may come a
/// little later, and a look at a thousand dispatches costs what one signal of the runtime would.
///
/// Sleeps while nothing is pending; nobody waits for it.
final class GpuPoller extends Thread {
    private static final long PERIOD_NANOS = 2_000_000;

    /// Rounds without work before it sleeps until it is woken.
    private static final int PATIENCE = 50;

    private static volatile @Nullable GpuPoller poller;

    private volatile boolean isAsleep;

    private GpuPoller() {
        super(null, null, "rocprofiler-gpu", 0, false);
        setDaemon(true);
    }

    /// Something has been submitted. Any thread; one test unless it sleeps.
    static void awake() {
        GpuPoller known = poller;
        if (known == null) known = begin();
        if (!known.isAsleep) return;
        known.isAsleep = false;
        LockSupport.unpark(known);
    }

    private static synchronized GpuPoller begin() {
        GpuPoller known = poller;
        if (known != null) return known;
        GpuPoller begun = new GpuPoller();
        poller = begun;
        Registration.process().threads().start(begun);
        return begun;
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
    private static boolean look(long thread) {
        boolean any = false;
        for (GpuQueue queue : GpuWork.queues()) {
            if (queue.pending() == 0) continue;
            any = true;
            try {
                Dispatches.reap(queue, thread);
            } catch (RuntimeException | Error failure) {
                Upcalls.caught(0, failure);
            }
        }
        return any;
    }

    private static boolean isAnyPending() {
        for (GpuQueue queue : GpuWork.queues()) if (queue.pending() != 0) return true;
        return false;
    }
}
