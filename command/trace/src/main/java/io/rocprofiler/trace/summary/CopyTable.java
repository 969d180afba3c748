package io.rocprofiler.trace.summary;

import io.rocprofiler.trace.CopyRecord;
import io.rocprofiler.trace.display.Display;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The bytes and times of copies, by direction and agents.
final class CopyTable {

    private final Map<List<String>, long[]> sums = new LinkedHashMap<>(); // count, bytes, nanoseconds

    void add(CopyRecord copy, Display display) {
        long nanos = copy.durationNanos();
        long[] sum = sums.computeIfAbsent(
                List.of(
                        copy.name(),
                        display.agent(copy.process(), copy.sourceAgentId()),
                        display.agent(copy.process(), copy.destinationAgentId())),
                _ -> new long[3]);
        sum[0]++;
        sum[1] += copy.sizeBytes();
        sum[2] += nanos;
    }

    List<Insights.Copies> copies() {
        List<Insights.Copies> copies = new ArrayList<>();
        sums.forEach((key, sum) ->
                copies.add(new Insights.Copies(key.get(0), key.get(1), key.get(2), sum[0], sum[1], sum[2])));
        return List.copyOf(copies);
    }
}
