package io.rocprofiler.export.counter;

import java.util.PriorityQueue;

/// The sum of what has begun and not ended. Changes may be announced ahead of their time, and are passed on in the
/// order of time: pending ones are held, as many as there are pieces of work in progress.
public final class Counter {

    /// Takes the values of a counter; each holds until the next.
    @FunctionalInterface
    public interface Sink {

        /// Takes the next value.
        ///
        /// @param nanos later than that of the value before
        void value(long nanos, long value);
    }

    private final Sink sink;
    private final PriorityQueue<Change> ahead = new PriorityQueue<>();
    private long value;

    public Counter(Sink sink) {
        this.sink = sink;
    }

    private record Change(long nanos, long by) implements Comparable<Change> {

        @Override
        public int compareTo(Change other) {
            return Long.compare(nanos, other.nanos);
        }
    }

    /// States that no change before this time will follow.
    public void reach(long nanos) {
        while (!ahead.isEmpty() && ahead.element().nanos < nanos) {
            long at = ahead.element().nanos;
            while (!ahead.isEmpty() && ahead.element().nanos == at) {
                value += ahead.remove().by;
            }
            sink.value(at, value);
        }
    }

    /// Announces a change.
    public void change(long nanos, long by) {
        ahead.add(new Change(nanos, by));
    }

    /// Announces what lasts for some time, a nanosecond at least. Nothing that begins earlier may follow.
    public void during(long startNanos, long endNanos, long by) {
        reach(startNanos);
        change(startNanos, by);
        change(Math.max(startNanos + 1, endNanos), -by);
    }

    /// Passes on all changes that are left.
    public void finish() {
        reach(Long.MAX_VALUE);
    }
}
