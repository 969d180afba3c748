package io.rocprofiler.sdk.internal.gpu;

/// A user queue whose packets the profiler sees, and the dispatches on it that have not been reported as complete:
/// in Java, or in C where only records are asked for (`docs/adr/0024-kernels-in-c.md`).
///
/// Thread rule: any thread.
sealed interface WorkQueue permits GpuQueue, QueueInC {
    /// The number of dispatches that have not been reported.
    int pending();

    /// From now on nothing more is followed.
    void close();

    /// The number of dispatches so far.
    long submitted();

    /// Whether the first `target` dispatches are complete and reported.
    boolean isDone(long target);

    /// Whether what is pending may never complete: the queue or its GPU has had an error.
    boolean isBroken();

    /// Whether a dispatch that was waited for until a timeout is still at the head.
    boolean isStuck();

    /// Says that the first `target` dispatches have been waited for until a timeout.
    void giveUp(long target);

    /// Whether the runtime may still tell the engine of one of its dispatches.
    boolean isWatched();

    /// Waits a moment, or until dispatches were reported. Returns false if the thread is interrupted.
    boolean pause();
}
