package io.rocprofiler.trace.summary;

/// The length of a union of intervals that arrive in the order of their start.
final class IntervalUnion {

    private long until = Long.MIN_VALUE;
    private long nanos;

    /// Adds an interval.
    void add(long start, long end) {
        nanos += Math.max(0, end - Math.max(start, until));
        until = Math.max(until, end);
    }

    boolean isEmpty() {
        return until == Long.MIN_VALUE;
    }

    /// The end of the covered time.
    long until() {
        return until;
    }

    long nanos() {
        return nanos;
    }
}
