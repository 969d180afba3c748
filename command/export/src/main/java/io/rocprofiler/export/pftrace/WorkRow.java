package io.rocprofiler.export.pftrace;

/// A row of work on a GPU. If a kernel begins before the previous kernel of its queue ends, both are drawn to meet
/// in the middle (`generatePerfetto.cpp` of rocprofiler-sdk 1.0.0), so the last slice is held until the next one
/// arrives. Their annotations are not changed.
final class WorkRow {

    /// The queue of work that is not in a queue.
    static final long NO_QUEUE = -1;

    private final Lanes lanes;
    private final Wire waiting = new Wire(256);
    private boolean waits;
    private long start;
    private long end;
    private long queue;

    WorkRow(Lanes lanes) {
        this.lanes = lanes;
    }

    void add(long newStart, long newEnd, long newQueue, Wire body) {
        long from = newStart;
        if (waits) {
            long middle = end - (end - newStart) / 2;
            boolean meet = newQueue == queue && queue != NO_QUEUE && newStart < end;
            if (meet && middle > start && middle < newEnd) {
                end = middle;
                from = middle;
            }
            lanes.slice(start, end, waiting);
        }
        waiting.clear();
        waiting.append(body);
        waits = true;
        start = from;
        end = newEnd;
        queue = newQueue;
    }

    void finish() {
        if (waits) {
            lanes.slice(start, end, waiting);
        }
        lanes.finish();
    }
}
