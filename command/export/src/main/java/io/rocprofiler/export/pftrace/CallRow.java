package io.rocprofiler.export.pftrace;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// A row of calls. Of slices with equal start times the longest is the outermost, in whatever order they arrive, so
/// they are held until a later one arrives.
final class CallRow {

    private static final Comparator<Waiting> LONGEST_FIRST = Comparator.comparingLong(slice -> -slice.end);

    private final Lanes lanes;
    private final List<Waiting> slices = new ArrayList<>(); // those from `count` on are kept for reuse
    private int count;
    private long start;

    CallRow(Lanes lanes) {
        this.lanes = lanes;
    }

    private static final class Waiting {
        final Wire body = new Wire(256);
        long end;
        boolean instant;
    }

    void slice(long newStart, long end, Wire body) {
        add(newStart, end, false, body);
    }

    void instant(long nanos, Wire body) {
        add(nanos, nanos, true, body);
    }

    private void add(long newStart, long end, boolean instant, Wire body) {
        if (count > 0 && newStart != start) {
            write();
        }
        if (count == slices.size()) {
            slices.add(new Waiting());
        }
        Waiting slice = slices.get(count++);
        slice.body.clear();
        slice.body.append(body);
        slice.end = end;
        slice.instant = instant;
        start = newStart;
    }

    private void write() {
        if (count > 1) {
            slices.subList(0, count).sort(LONGEST_FIRST);
        }
        for (int i = 0; i < count; i++) {
            Waiting slice = slices.get(i);
            if (slice.instant) {
                lanes.instant(start, slice.body);
            } else {
                lanes.slice(start, slice.end, slice.body);
            }
        }
        count = 0;
    }

    void finish() {
        write();
        lanes.finish();
    }
}
