package io.rocprofiler.collector;

/// The clocks of the machine, in nanoseconds.
interface Clock {
    /// `CLOCK_BOOTTIME`: what records are stamped with.
    long boottimeNanos();

    /// `CLOCK_MONOTONIC`.
    long monotonicNanos();

    /// Since 1970.
    long realtimeNanos();

    /// Lets the calling thread wait.
    void sleep(long nanos) throws InterruptedException;
}
