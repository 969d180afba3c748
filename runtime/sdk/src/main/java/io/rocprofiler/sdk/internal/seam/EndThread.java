package io.rocprofiler.sdk.internal.seam;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The thread that limits the time of tools at finalization, so that a call that never returns can be abandoned: it
/// calls Java tools itself, and measures the time of C tools, which run on the thread that ends the process.
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
        giveBack(thread);
        return true;
    }

    /// Runs a task that calls C functions of tools on the calling thread. When the time is up, the thread leaves the
    /// function that it is in, and [#isLate] is true for it. Without another thread there is no limit. Any thread.
    ///
    /// @return whether the task ended in time
    public static boolean runHere(int seconds, Runnable task) {
        EndThread thread;
        synchronized (EndThread.class) {
            thread = waiting != null ? waiting : started();
            waiting = null;
        }
        long id = thread == null ? 0 : Native.beginLimit();
        if (thread == null || id == 0) {
            giveBack(thread);
            task.run();
            return true;
        }
        TimeLimit limit = new TimeLimit(currentThread(), id, seconds);
        thread.begin(limit);
        try {
            task.run();
        } finally {
            limit.end();
            Native.endLimit();
        }
        if (thread.hasEndedWithin(1)) giveBack(thread);
        boolean late = limit.isOver();
        if (late) interrupted(); // by the limit
        return !late;
    }

    /// Whether the calling thread runs a task whose time is up: it waits for nothing any more.
    public static boolean isLate() {
        return TimeLimit.isOverFor(currentThread());
    }

    private static void giveBack(@Nullable EndThread thread) {
        synchronized (EndThread.class) {
            if (thread != null) waiting = thread;
        }
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

    private synchronized void begin(Runnable next) {
        task = next;
        done = false;
        notifyAll();
    }

    /// Runs a task and waits. An interrupt of the caller is restored after the wait.
    private synchronized boolean does(Runnable next, int seconds) {
        begin(next);
        return hasEndedWithin(seconds);
    }

    private synchronized boolean hasEndedWithin(int seconds) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        boolean interrupted = false;
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
