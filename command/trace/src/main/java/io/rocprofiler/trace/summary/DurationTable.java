package io.rocprofiler.trace.summary;

import io.rocprofiler.trace.kind.Domain;
import io.rocprofiler.trace.summary.InsightTable.Column;
import io.rocprofiler.trace.summary.InsightTable.Unit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/// The durations of calls, ranges, kernels and copies by name: how long half of them take at most, and nearly all.
/// Memory is bounded: names beyond the first thousand share a row.
final class DurationTable {

    static final String TITLE = "DURATIONS";
    static final int MOST_NAMES = 1000;

    private static final int DIGITS = 3;
    private static final String OTHERS = "(other names)";

    private record Key(Domain domain, String name) {}

    private static final class Durations {
        private final Histogram histogram = new Histogram(DIGITS);
        private long sum;
        private long max;

        void add(long nanos) {
            histogram.recordValue(nanos);
            sum += nanos;
            max = Math.max(max, nanos);
        }

        /// Returns a percentile, which the histogram rounds up.
        long percentile(double percent) {
            return Math.min(max, histogram.getValueAtPercentile(percent));
        }
    }

    private final Map<Key, Durations> durations = new HashMap<>();

    void add(Domain domain, String name, long nanos) {
        Durations known = durations.get(new Key(domain, name));
        if (known == null) {
            Key key = durations.size() < MOST_NAMES ? new Key(domain, name) : new Key(domain, OTHERS);
            known = durations.computeIfAbsent(key, _ -> new Durations());
        }
        known.add(Math.max(0, nanos));
    }

    /// Returns the table, the largest total first.
    InsightTable table() {
        List<Map.Entry<Key, Durations>> entries = new ArrayList<>(durations.entrySet());
        entries.sort(Comparator.comparingLong((Map.Entry<Key, Durations> entry) -> -entry.getValue().sum)
                .thenComparing(entry -> entry.getKey().name())
                .thenComparing(entry -> entry.getKey().domain()));
        List<List<Object>> rows = new ArrayList<>();
        entries.forEach(entry -> rows.add(row(entry.getKey(), entry.getValue())));
        return new InsightTable(
                TITLE,
                "P50 is the median: half of them took that long or less.",
                List.of(
                        new Column("NAME", Unit.TEXT),
                        new Column("DOMAIN", Unit.TEXT),
                        new Column("COUNT", Unit.COUNT),
                        new Column("P50", Unit.NANOS),
                        new Column("P90", Unit.NANOS),
                        new Column("P99", Unit.NANOS),
                        new Column("MAX", Unit.NANOS)),
                List.copyOf(rows));
    }

    private static List<Object> row(Key key, Durations durations) {
        return List.of(
                key.name(),
                key.domain().name(),
                durations.histogram.getTotalCount(),
                durations.percentile(50),
                durations.percentile(90),
                durations.percentile(99),
                durations.max);
    }
}
