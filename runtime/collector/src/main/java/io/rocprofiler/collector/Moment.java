package io.rocprofiler.collector;

/// A moment of three clocks. CLOCK_MONOTONIC is read before the others: CLOCK_BOOTTIME never is behind it, and is ahead
/// by the time for which the machine was suspended and by less than the error.
///
/// @param errorNanos how long it took to read all three
record Moment(long monotonicNanos, long boottimeNanos, long realtimeNanos, long errorNanos) {
    private static final int TRIES = 5;

    /// Reads the clocks a few times; the time in which nothing interrupted that counts.
    static Moment read(Clock clock) {
        Moment best = once(clock);
        for (int i = 1; i < TRIES; i++) {
            Moment other = once(clock);
            if (other.errorNanos < best.errorNanos) best = other;
        }
        return best;
    }

    private static Moment once(Clock clock) {
        long monotonic = clock.monotonicNanos();
        long boottime = clock.boottimeNanos();
        long realtime = clock.realtimeNanos();
        return new Moment(monotonic, boottime, realtime, clock.monotonicNanos() - monotonic);
    }
}
