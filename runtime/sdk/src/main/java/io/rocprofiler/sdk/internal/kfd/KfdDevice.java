package io.rocprofiler.sdk.internal.kfd;

/// The kernel driver as a source of events.
public interface KfdDevice {
    /// The version of its interface: major in the high half, minor in the low one; 0 if there is no driver,
    /// or it may not be used. Thread rule: any thread.
    long version();

    /// Begins to listen, once per process.
    ///
    /// @param gpus by the driver's numbers
    /// @param mask bit `n - 1` for the event number `n`
    /// @return how many of the GPUs can be listened to
    int start(int[] gpus, long mask);

    /// Waits for text and reads it. Thread rule: one thread, after [#start].
    ///
    /// @param text address of so many writable bytes
    /// @return the place of the source in the high half, the number of bytes in the low one; 0 at the end
    long next(long text, int capacity);

    /// Ends the waiting. Thread rule: any thread.
    void stop();
}
