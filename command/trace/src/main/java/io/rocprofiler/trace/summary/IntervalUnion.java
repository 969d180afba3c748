package io.rocprofiler.trace.summary;

/// The length of a union of intervals that come in the order of their start.
final class IntervalUnion {

    private long until = Long.MIN_VALUE;
    private long nanos;

    /// The length that is new.
    void add(long start, long end) {
        nanos += Math.max(0, end - Math.max(start, until));
        until = Math.max(until, end);
    }

    boolean isEmpty() {
        return until == Long.MIN_VALUE;
    }

    /// The end of what is covered.
    long until() {
        return until;
    }

    long nanos() {
        return nanos;
    }
}
