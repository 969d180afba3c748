package io.rocprofiler.cli.dataset;

/// Between what the difference of another clock from CLOCK_MONOTONIC was at a time, in nanoseconds.
///
/// @param atNanos the time, of CLOCK_MONOTONIC
public record ClockBounds(long atNanos, long leastNanos, long mostNanos) {

    long middle() {
        return leastNanos + (mostNanos - leastNanos) / 2;
    }

    /// By how much the middle may be wrong.
    long error() {
        return (mostNanos - leastNanos + 1) / 2;
    }
}
