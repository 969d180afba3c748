package io.rocprofiler.sdk.internal.buffer;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/// A thread that runs buffer callbacks, one at a time, for any number of buffers.
///
/// A daemon, so that it never keeps a program from exiting. Buffers request a delivery by [#wake], under their own
/// lock; the lock of the queue is taken inside a buffer's lock, never the other way round.
public final class CallbackThread extends Thread {
    private static final Object WAITS = new Object();

    /// Also the lock: a thread's own monitor is reserved for `join`.
    private final ArrayDeque<DeliveredBuffer> waiting = new ArrayDeque<>();

    /// The thread whose delivery this thread's callback waits for. Guarded by [#WAITS].
    private @Nullable CallbackThread waitsFor;

    private boolean ending;
    private volatile boolean stopped;

    /// The buffer being delivered. Written by the delivering thread.
    private volatile @Nullable DeliveredBuffer delivered;

    /// Takes over this thread's work after [#leave]. Guarded by [#waiting].
    private @Nullable Deputy deputy;

    public CallbackThread(String name) {
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
    public static @Nullable CallbackThread current() {
        Thread thread = currentThread();
        if (thread instanceof Deputy deputy) return deputy.work;
        return thread instanceof CallbackThread callbackThread ? callbackThread : null;
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
        private final CallbackThread work;

        Deputy(CallbackThread work) {
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
            waiting.notify();
        }
    }

    /// Records that this thread waits for another. Call on this thread before the wait.
    ///
    /// @return false if the other thread waits for this one, directly or through others: waiting would be
    /// a deadlock
    boolean beginWait(CallbackThread other) {
        synchronized (WAITS) {
            for (CallbackThread next = other; next != null; next = next.waitsFor) {
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
        synchronized (waiting) {
            while (waiting.isEmpty() && !ending) {
                try {
                    waiting.wait();
                } catch (InterruptedException stray) {
                    // A callback interrupted its own thread: ignored.
                }
            }
            return waiting.pollFirst();
        }
    }
}
