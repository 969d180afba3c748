package io.rocprofiler.trace;

import java.util.LinkedHashMap;
import java.util.Map;

/// Adds up, per thread, what the stretches of a segment say.
final class ThreadCounts {

    private final Map<Long, long[]> byThread = new LinkedHashMap<>(); // {submitted, recorded, dropped}
    private long[] current = new long[3];

    /// The following records lie in a stretch of this thread.
    void stretch(long tid, long submitted, long dropped) {
        current = byThread.computeIfAbsent(tid, _ -> new long[3]);
        current[0] += submitted;
        current[2] += dropped;
    }

    void recorded() {
        current[1]++;
    }

    Map<Long, Counts> byThread() {
        Map<Long, Counts> result = new LinkedHashMap<>();
        byThread.forEach((tid, sums) -> result.put(tid, new Counts(sums[0], sums[1], 0, sums[2])));
        return result;
    }

    /// @param incomplete records that no thread's sum holds
    /// @param dropped records that were given up before they had a stretch
    Counts total(long incomplete, long dropped) {
        Counts sum = new Counts(0, 0, incomplete, dropped);
        for (Counts counts : byThread().values()) {
            sum = sum.plus(counts);
        }
        return sum;
    }
}
