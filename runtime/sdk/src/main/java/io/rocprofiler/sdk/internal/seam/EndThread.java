package io.rocprofiler.sdk.internal.seam;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The thread that calls tools at finalization, so that a call that never returns can be abandoned.
///
/// It is created in advance, because a process may be unable to create threads at its end: its sandbox may forbid
/// it, or its limits leave no room.
public final class EndThread extends Thread {
    private static @Nullable EndThread waiting;

    private @Nullable Runnable task;
    private boolean done;

    private EndThread() {
        super(null, null, "rocprofiler-finalize", 0, false);
        setDaemon(true);
    }

    /// Creates the thread, if it does not exist. Any thread.
    public static void prepare() {
        synchronized (EndThread.class) {
            if (waiting == null) waiting = started();
        }
    }

    /// Runs a task that calls tools on the thread, or on the calling thread if no thread can be created.
    /// Any thread.
    ///
    /// @return whether the task is done; if not, the thread is abandoned
    public static boolean run(int seconds, Runnable task) {
        EndThread thread;
        synchronized (EndThread.class) {
            thread = waiting != null ? waiting : started();
            waiting = null;
        }
        if (thread == null) {
            task.run();
            return true;
        }
        if (!thread.does(task, seconds)) return false;
        synchronized (EndThread.class) {
            waiting = thread;
        }
        return true;
    }

    private static @Nullable EndThread started() {
        try {
            EndThread thread = new EndThread();
            thread.start();
            return thread;
        } catch (OutOfMemoryError noThread) {
            return null;
        }
    }

    /// Runs a task and waits. An interrupt of the caller is restored after the wait.
    private synchronized boolean does(Runnable next, int seconds) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        boolean interrupted = false;
        task = next;
        done = false;
        notifyAll();
        for (long left = seconds * 1000L;
                !done && left > 0;
                left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime())) {
            try {
                wait(left);
            } catch (InterruptedException _) {
                interrupted = true;
            }
        }
        if (interrupted) currentThread().interrupt();
        return done;
    }

    @Override
    public void run() {
        while (true) {
            Runnable next = next();
            if (next == null) return;
            try {
                next.run();
            } finally {
                ended();
            }
        }
    }

    private synchronized @Nullable Runnable next() {
        try {
            while (task == null) wait();
        } catch (InterruptedException _) {
            return null;
        }
        Runnable next = task;
        task = null;
        return next;
    }

    private synchronized void ended() {
        done = true;
        notifyAll();
    }
}
