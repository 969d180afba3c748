package io.rocprofiler.trace;

import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/// The records of some domains in order of their start, over any number of processes.
///
/// Costs 8 bytes per record, 24 while it is made; the records stay in their files.
public final class RecordIndex {

    /// A place is a process and an offset in its segment (at most 256 TiB).
    private static final int OFFSET_BITS = 48;

    private static final long OFFSET_MASK = (1L << OFFSET_BITS) - 1;

    private final List<ProcessTrace> processes;
    private final long[] places;

    private RecordIndex(List<ProcessTrace> processes, long[] places) {
        this.processes = processes;
        this.places = places;
    }

    public static RecordIndex of(List<ProcessTrace> processes, Set<Domain> domains) {
        long size = 0;
        for (ProcessTrace process : processes) {
            size += size(process, domains);
        }
        long[] starts = new long[Math.toIntExact(size)];
        long[] places = new long[starts.length];
        int[] filled = new int[1];
        for (int i = 0; i < processes.size(); i++) {
            fill(processes.get(i), domains, (long) i << OFFSET_BITS, starts, places, filled);
        }
        PairSort.sort(starts, places);
        return new RecordIndex(processes, places);
    }

    private static long size(ProcessTrace process, Set<Domain> domains) {
        return domains.stream().mapToLong(process::records).sum();
    }

    private static void fill(
            ProcessTrace process, Set<Domain> domains, long base, long[] starts, long[] places, int[] filled) {
        if (size(process, domains) == 0) {
            return;
        }
        RecordViews views = new RecordViews(process);
        new SegmentScan(process.segment()).run((kind, place) -> {
            // A process that still runs may have published more since it was counted.
            Domain domain = Domain.ofKind(kind);
            if (domain != null && domains.contains(domain) && filled[0] < starts.length) {
                starts[filled[0]] = views.at(domain, process, place).startNanos();
                places[filled[0]++] = base | place;
            }
        });
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
            action.accept(views.at(process, place & OFFSET_MASK));
        }
    }
}
