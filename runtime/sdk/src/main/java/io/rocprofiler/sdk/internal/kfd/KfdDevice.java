package io.rocprofiler.sdk.internal.kfd;

/// The kernel driver as a source of events.
public interface KfdDevice {
    /// The version of the driver's interface: major in the high half, minor in the low one; 0 if there is no
    /// driver, or access is denied. Thread rule: any thread.
    long version();

    /// Starts listening, once per process.
    ///
    /// @param gpus by the driver's numbers
    /// @param mask bit `n - 1` for the event number `n`
    /// @return the number of GPUs that can be listened to
    int start(int[] gpus, long mask);

    /// Waits for text and reads it. Thread rule: one thread, after [#start].
    ///
    /// @param text address of `capacity` writable bytes
    /// @return the index of the source in the high half, the number of bytes in the low one; 0 after [#stop]
    long next(long text, int capacity);

    /// Ends the wait in [#next]. Thread rule: any thread.
    void stop();
}
