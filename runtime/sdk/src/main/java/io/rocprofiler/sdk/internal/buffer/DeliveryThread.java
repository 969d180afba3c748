package io.rocprofiler.sdk.internal.buffer;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// A thread that runs buffer callbacks, one at a time, for any number of buffers.
///
/// A daemon, so that it never keeps a program from exiting. Buffers request a delivery by [#wake], without a lock of
/// their own; the lock of the queue is held for its lists only.
public final class DeliveryThread extends Thread {
    private static final Object WAITS = new Object();

    /// How long the thread looks for work before it falls asleep, and the pause up to which it does so the next time:
    /// where writers are faster, falling asleep and being woken takes longer than they do.
    private static final long LOOK_NANOS = 100_000;

    private static final long SHORT_PAUSE_NANOS = 50_000;

    /// Also the lock: a thread's own monitor is reserved for `join`.
    private final ArrayDeque<DeliveredBuffer> waiting = new ArrayDeque<>();

    /// The thread whose delivery this thread's callback waits for. Guarded by [#WAITS].
    private @Nullable DeliveryThread waitsFor;

    /// Deliveries at regular intervals. Guarded by [#waiting].
    private final ArrayList<Period> periods = new ArrayList<>(1);

    private volatile boolean ending;
    private volatile boolean stopped;

    /// Whether [#waiting] has a buffer, and when it last got one.
    private volatile boolean hasWork;

    private long workNanos;
    private long lastPauseNanos = Long.MAX_VALUE;

    /// The buffer being delivered. Written by the delivering thread.
    private volatile @Nullable DeliveredBuffer delivered;

    /// Takes over this thread's work after [#leave]. Guarded by [#waiting].
    private @Nullable Deputy deputy;

    public DeliveryThread(String name) {
        super(null, null, name, 0, false);
        setDaemon(true);
    }

    /// Ends the thread after the deliveries requested so far, and waits for that at most `timeoutMillis`.
    /// Afterwards its buffers are never delivered again.
    void stop(long timeoutMillis) {
        synchronized (waiting) {
            ending = true;
            waiting.notify();
        }
        if (!isAlive()) stopped = true;
        boolean interrupted = false;
        try {
            Thread worker = worker();
            if (!worker.equals(currentThread())) worker.join(timeoutMillis);
        } catch (InterruptedException interruption) {
            interrupted = true;
        }
        if (interrupted) currentThread().interrupt();
    }

    /// Whether deliveries have ended.
    boolean stopped() {
        return stopped;
    }

    /// Returns the callback thread that the calling thread is or deputises for; null on any other thread.
    public static @Nullable DeliveryThread current() {
        Thread thread = currentThread();
        if (thread instanceof Deputy deputy) return deputy.work;
        return thread instanceof DeliveryThread callbackThread ? callbackThread : null;
    }

    /// Hands this thread's remaining deliveries over to another thread. Call on this thread when the current
    /// callback will not return because it ends the process, which waits for the remaining deliveries.
    public void leave() {
        DeliveredBuffer left = delivered;
        if (left == null || currentThread() != this) return;
        left.abandonDelivery();
        synchronized (waiting) {
            deputy = new Deputy(this);
            deputy.start();
        }
    }

    private Thread worker() {
        synchronized (waiting) {
            return deputy == null ? this : deputy;
        }
    }

    @Override
    public void run() {
        work();
    }

    private void work() {
        DeliveredBuffer buffer = next();
        while (buffer != null) {
            deliver(buffer);
            buffer = next();
        }
        stopped = true;
    }

    private static final class Deputy extends Thread {
        private final DeliveryThread work;

        Deputy(DeliveryThread work) {
            super(null, null, work.getName(), 0, false);
            this.work = work;
            setDaemon(true);
        }

        @Override
        public void run() {
            work.work();
        }
    }

    /// Queues `buffer` for delivery. A buffer calls this again only after the delivery has begun.
    void wake(DeliveredBuffer buffer) {
        synchronized (waiting) {
            waiting.addLast(buffer);
            if (!hasWork) workNanos = System.nanoTime();
            hasWork = true;
            waiting.notify();
        }
    }

    /// Delivers `buffer` also at regular intervals, from now on.
    void every(long millis, DeliveredBuffer buffer) {
        synchronized (waiting) {
            periods.add(new Period(buffer, TimeUnit.MILLISECONDS.toNanos(millis)));
            waiting.notify();
        }
    }

    /// Records that this thread waits for another. Call on this thread before the wait.
    ///
    /// @return false if the other thread waits for this one, directly or through others: waiting would be
    /// a deadlock
    boolean beginWait(DeliveryThread other) {
        synchronized (WAITS) {
            for (DeliveryThread next = other; next != null; next = next.waitsFor) {
                if (next == this) return false;
            }
            waitsFor = other;
            return true;
        }
    }

    void endWait() {
        synchronized (WAITS) {
            waitsFor = null;
        }
    }

    private void deliver(DeliveredBuffer buffer) {
        try {
            delivered = buffer;
            buffer.deliver();
        } catch (Throwable thrown) {
            System.err.println("rocprofiler: a delivery failed: " + thrown);
        } finally {
            delivered = null;
        }
    }

    private @Nullable DeliveredBuffer next() {
        long begin = System.nanoTime();
        boolean pauses = !hasWork;
        if (pauses && lastPauseNanos < SHORT_PAUSE_NANOS) look(begin);
        synchronized (waiting) {
            while (waiting.isEmpty() && !ending) {
                long now = System.nanoTime();
                for (Period period : periods) if (period.isDue(now)) return period.buffer;
                await(now);
            }
            if (pauses) lastPauseNanos = workNanos - begin;
            DeliveredBuffer next = waiting.pollFirst();
            hasWork = !waiting.isEmpty();
            return next;
        }
    }

    /// Looks for work for a short time, if that takes no processor from the writers.
    private void look(long begin) {
        if (BriefLock.PROCESSORS <= 2) return;
        while (!hasWork && !ending && System.nanoTime() - begin < LOOK_NANOS) Thread.onSpinWait();
    }

    /// Waits for work, at most until a period is over.
    @SuppressWarnings("WaitNotInLoop") // the caller loops
    private void await(long now) {
        long nanos = Long.MAX_VALUE;
        for (Period period : periods) nanos = Math.min(nanos, period.next - now);
        try {
            if (periods.isEmpty()) waiting.wait();
            else waiting.wait(TimeUnit.NANOSECONDS.toMillis(nanos) + 1);
        } catch (InterruptedException stray) {
            // A callback interrupted its own thread: ignored.
        }
    }

    private static final class Period {
        private final DeliveredBuffer buffer;
        private final long nanos;
        private long next;

        Period(DeliveredBuffer buffer, long nanos) {
            this.buffer = buffer;
            this.nanos = nanos;
            next = System.nanoTime() + nanos;
        }

        /// Whether the period is over. If so, the next one begins.
        boolean isDue(long now) {
            if (now - next < 0) return false;
            next = now + nanos;
            return true;
        }
    }
}
