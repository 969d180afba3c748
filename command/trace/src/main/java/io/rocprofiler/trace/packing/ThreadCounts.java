package io.rocprofiler.trace.packing;

import io.rocprofiler.trace.problem.Counts;
import java.util.LinkedHashMap;
import java.util.Map;

/// Sums up the counters of a segment's stretches per thread.
final class ThreadCounts {

    private static final class Sums {
        long submitted;
        long recorded;
        long dropped;

        Counts counts() {
            return new Counts(submitted, recorded, dropped);
        }
    }

    private final Map<Long, Sums> byThread = new LinkedHashMap<>();
    private Sums current = new Sums();

    /// Begins a stretch of a thread, to which the following records belong.
    void stretch(long tid, long submitted, long dropped) {
        current = byThread.computeIfAbsent(tid, _ -> new Sums());
        current.submitted += submitted;
        current.dropped += dropped;
    }

    void recorded() {
        current.recorded++;
    }

    /// Leaves out threads that only wrote what explains the records of others.
    Map<Long, Counts> byThread() {
        Map<Long, Counts> result = new LinkedHashMap<>();
        byThread.forEach((tid, sums) -> {
            if (sums.submitted != 0 || sums.recorded != 0 || sums.dropped != 0) {
                result.put(tid, sums.counts());
            }
        });
        return result;
    }
}
