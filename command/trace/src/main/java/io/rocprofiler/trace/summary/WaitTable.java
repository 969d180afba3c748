package io.rocprofiler.trace.summary;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// How long calls waited, by call and by the work whose end they waited for.
final class WaitTable {

    private static final int MOST = 10_000;

    private final Map<List<String>, long[]> sums = new LinkedHashMap<>(); // count, nanoseconds, idle nanoseconds

    void add(String call, String what, long nanos, long idleNanos) {
        List<String> key = List.of(call, what);
        if (sums.size() >= MOST && !sums.containsKey(key)) {
            key = List.of(call, "(other work)");
        }
        long[] sum = sums.computeIfAbsent(key, _ -> new long[3]);
        sum[0]++;
        sum[1] += nanos;
        sum[2] += idleNanos;
    }

    /// The longest total first.
    List<Insights.Wait> waits() {
        List<Insights.Wait> waits = new ArrayList<>();
        sums.forEach((key, sum) -> waits.add(new Insights.Wait(key.getFirst(), key.getLast(), sum[0], sum[1], sum[2])));
        waits.sort(Comparator.comparingLong(Insights.Wait::nanos).reversed().thenComparing(Insights.Wait::call));
        return List.copyOf(waits);
    }
}
