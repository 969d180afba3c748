package io.rocprofiler.collector;

/// The clocks of the machine, in nanoseconds.
interface Clock {
    /// `CLOCK_BOOTTIME`, the clock of records.
    long boottimeNanos();

    /// `CLOCK_MONOTONIC`.
    long monotonicNanos();

    /// Since 1970.
    long realtimeNanos();

    /// Makes the calling thread sleep.
    void sleep(long nanos) throws InterruptedException;
}
