package io.rocprofiler.sdk.internal.gpu;

/// How long the thread that looks for completed dispatches pauses between two looks.
///
/// Records may come slightly later, so it looks seldom, and more often while so much is pending that submitting
/// threads would help. Where tools are told about completion it looks often as long as something happens; a kernel that
/// runs on delays the news of its end by a quarter of its own time at most. (The runtime tells of those that a tool is
/// likely to wait for: `dispatch_watch.c`.)
///
/// Thread rule: one thread.
final class PollPeriod {
    static final long USUAL_NANOS = 2_000_000;
    static final long BUSY_NANOS = 250_000;
    static final long SOON_NANOS = 50_000;

    /// More dispatches are many.
    static final int MANY = 1024;

    /// The number of looks that find nothing pending before the thread sleeps until it is woken.
    static final int PATIENCE = 50;

    private long nanos = USUAL_NANOS;
    private long seen;
    private int idle;

    /// Called after a look.
    ///
    /// @param events a number that grows with each dispatch that is submitted or reported
    /// @param tells whether tools are told about completion
    /// @return the time until the next look, or 0 to sleep until woken
    long next(int pending, long events, boolean tells) {
        idle = pending != 0 ? 0 : idle + 1;
        if (pending > MANY) nanos = BUSY_NANOS;
        else if (tells && events != seen) nanos = SOON_NANOS;
        else nanos = tells ? Math.min(nanos + nanos / 4, USUAL_NANOS) : USUAL_NANOS;
        seen = events;
        return idle >= PATIENCE ? 0 : nanos;
    }

    /// Called when the thread has been woken.
    void woken() {
        idle = 0;
    }
}
