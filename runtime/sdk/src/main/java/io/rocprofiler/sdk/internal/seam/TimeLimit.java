package io.rocprofiler.sdk.internal.seam;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The limit of a task on another thread: measures its time, and then makes that thread leave tools' functions until
/// the task ends. If it does not end even so, the process is ended with the status that it is ending with.
///
/// Thread rule: [#run] belongs to the measuring thread, [#end] to the thread of the task.
final class TimeLimit implements Runnable {
    private static final long ATTEMPT_MILLIS = 20;

    /// For how long after the limit a thread is asked to leave.
    private static final int PATIENCE_SECONDS = 2;

    private static volatile @Nullable Thread late;

    private final Thread thread;
    private final long threadId;
    private final int seconds;
    private boolean ended;
    private boolean over;

    TimeLimit(Thread thread, long threadId, int seconds) {
        this.thread = thread;
        this.threadId = threadId;
        this.seconds = seconds;
    }

    static boolean isOverFor(Thread thread) {
        return thread.equals(late);
    }

    synchronized boolean isOver() {
        return over;
    }

    /// The task has ended.
    synchronized void end() {
        ended = true;
        notifyAll();
        if (thread.equals(late)) late = null;
    }

    @Override
    public void run() {
        if (hasEndedWithin(TimeUnit.SECONDS.toMillis(seconds))) return;
        if (!begins()) return;
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (System.nanoTime() - end < 0) {
            if (!leave() || hasEndedWithin(ATTEMPT_MILLIS)) return;
        }
        Messages.warn("a tool does not let go of the thread that ends the program, which is ended here");
        Native.exitLate();
    }

    private synchronized boolean begins() {
        if (ended) return false;
        over = true;
        late = thread;
        thread.interrupt();
        return true;
    }

    private synchronized boolean leave() {
        if (!ended) Native.leave(threadId);
        return !ended;
    }

    private synchronized boolean hasEndedWithin(long millis) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        try {
            for (long left = millis; !ended && left > 0; left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime()))
                wait(left);
        } catch (InterruptedException _) {
            return true;
        }
        return ended;
    }
}
