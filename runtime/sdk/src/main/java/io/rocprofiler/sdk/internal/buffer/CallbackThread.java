package io.rocprofiler.sdk.internal.buffer;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/// A thread that runs buffer callbacks, one at a time, for any number of buffers.
///
/// A daemon: it never keeps a program from ending. Buffers ask for it with [#wake], under their own lock; it takes
/// the lock of its queue inside that, and never the other way round.
public final class CallbackThread extends Thread {
    private static final Object WAITS = new Object();

    /// Also the lock: a thread's own monitor belongs to `join`.
    private final ArrayDeque<DeliveredBuffer> waiting = new ArrayDeque<>();

    /// Whose delivery this thread's callback waits for. Guarded by [#WAITS].
    private @Nullable CallbackThread waitsFor;

    private boolean ending;
    private volatile boolean stopped;

    /// What it delivers now. Written by the thread that delivers.
    private volatile @Nullable DeliveredBuffer delivered;

    /// Does this thread's work once [#leave] was called. Guarded by [#waiting].
    private @Nullable Deputy deputy;

    public CallbackThread(String name) {
        super(null, null, name, 0, false);
        setDaemon(true);
    }

    /// Ends the thread after what it has been asked for so far, and waits for that, but not longer than
    /// `timeoutMillis`. Its buffers are
    /// then full or empty for ever.
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

    /// Whether nothing is delivered any more.
    boolean stopped() {
        return stopped;
    }

    /// The callback thread that the calling thread is, or does the work of; null for all others.
    public static @Nullable CallbackThread current() {
        Thread thread = currentThread();
        if (thread instanceof Deputy deputy) return deputy.work;
        return thread instanceof CallbackThread callbackThread ? callbackThread : null;
    }

    /// To be called on this thread when the callback that it is in will not return: it ends the process, which waits
    /// for what is still to be delivered. Another thread does that.
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

    /// Has `buffer` delivered soon. A buffer calls this again only after the delivery has begun.
    void wake(DeliveredBuffer buffer) {
        synchronized (waiting) {
            waiting.addLast(buffer);
            waiting.notify();
        }
    }

    /// To be called on this thread before it waits for another.
    ///
    /// @return false if the other waits for this one, through any number of others: then nobody would ever go on
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
                    // A callback interrupted its own thread: nobody here to tell.
                }
            }
            return waiting.pollFirst();
        }
    }
}
