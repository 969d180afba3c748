package io.rocprofiler.export.pftrace;

import java.util.PriorityQueue;

/// A counter track: the sum of what has begun and not ended. Changes may be announced ahead of their time, and are
/// written in the order of time: pending ones are held, as many as there are pieces of work in progress.
final class Counter {

    private final Packets packets;
    private final long track;
    private final PriorityQueue<Change> ahead = new PriorityQueue<>();
    private long value;

    Counter(Packets packets, long track) {
        this.packets = packets;
        this.track = track;
    }

    private record Change(long nanos, long by) implements Comparable<Change> {

        @Override
        public int compareTo(Change other) {
            return Long.compare(nanos, other.nanos);
        }
    }

    /// States that no change before this time will follow.
    void reach(long nanos) {
        while (!ahead.isEmpty() && ahead.element().nanos <= nanos) {
            long at = ahead.element().nanos;
            while (!ahead.isEmpty() && ahead.element().nanos == at) {
                value += ahead.remove().by;
            }
            packets.counter(at, track, value);
        }
    }

    void change(long nanos, long by) {
        ahead.add(new Change(nanos, by));
    }

    void finish() {
        reach(Long.MAX_VALUE);
    }
}
