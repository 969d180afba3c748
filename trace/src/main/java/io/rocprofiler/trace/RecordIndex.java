package io.rocprofiler.trace;

import java.util.List;
import java.util.function.Consumer;

/// The records of one domain in order of their start, over any number of processes.
///
/// Costs 8 bytes per record, 24 while it is made; the records stay in their files.
public final class RecordIndex {

    /// A place is a process and an offset in its segment (at most 256 TiB).
    private static final int OFFSET_BITS = 48;

    private static final long OFFSET_MASK = (1L << OFFSET_BITS) - 1;

    private final Domain domain;
    private final List<ProcessTrace> processes;
    private final long[] places;

    private RecordIndex(Domain domain, List<ProcessTrace> processes, long[] places) {
        this.domain = domain;
        this.processes = processes;
        this.places = places;
    }

    public static RecordIndex of(List<ProcessTrace> processes, Domain domain) {
        long size = 0;
        for (ProcessTrace process : processes) {
            size += process.records(domain);
        }
        long[] starts = new long[Math.toIntExact(size)];
        long[] places = new long[starts.length];
        int[] filled = new int[1];
        for (int i = 0; i < processes.size(); i++) {
            fill(processes.get(i), domain, (long) i << OFFSET_BITS, starts, places, filled);
        }
        PairSort.sort(starts, places);
        return new RecordIndex(domain, processes, places);
    }

    private static void fill(
            ProcessTrace process, Domain domain, long base, long[] starts, long[] places, int[] filled) {
        if (process.records(domain) == 0) {
            return;
        }
        RecordViews views = new RecordViews(process);
        new SegmentScan(process.segment()).run((kind, place) -> {
            // A process that still runs may have published more since it was counted.
            if (Domain.ofKind(kind) == domain && filled[0] < starts.length) {
                starts[filled[0]] = views.at(domain, process, place).startNanos();
                places[filled[0]++] = base | place;
            }
        });
    }

    public Domain domain() {
        return domain;
    }

    public int size() {
        return places.length;
    }

    /// Hands over views, moved from record to record.
    public void forEach(Consumer<TraceRecord> action) {
        if (places.length == 0) {
            return;
        }
        RecordViews views = new RecordViews(processes.getFirst());
        for (long place : places) {
            ProcessTrace process = processes.get((int) (place >>> OFFSET_BITS));
            action.accept(views.at(domain, process, place & OFFSET_MASK));
        }
    }
}
