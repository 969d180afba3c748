package io.rocprofiler.trace.summary;

import java.util.EnumMap;
import java.util.Map;

/// The sums of all ranges with one name. Inclusive times count a range inside another one of its name once; own times
/// leave out the ranges inside.
final class RangeRow {

    private final String name;

    /// The time in which work that was launched in such a range ran.
    final IntervalUnion work = new IntervalUnion();

    /// The same for work that was launched in no range inside.
    final IntervalUnion ownWork = new IntervalUnion();

    private long count;
    private final Map<Time, Long> sums = new EnumMap<>(Time.class);
    private final Map<Time, Long> own = new EnumMap<>(Time.class);

    /// What is summed.
    enum Time {
        WHOLE,
        /// Without work on any GPU.
        IDLE,
        /// In calls that wait for a GPU.
        WAITING
    }

    RangeRow(String name) {
        this.name = name;
    }

    void count() {
        count++;
    }

    void add(Time time, long nanos) {
        sums.merge(time, nanos, Long::sum);
    }

    void addOwn(Time time, long nanos) {
        own.merge(time, nanos, Long::sum);
    }

    Insights.RangeUse use() {
        return new Insights.RangeUse(name, count, times(sums, work), times(own, ownWork));
    }

    private static Insights.RangeTimes times(Map<Time, Long> nanos, IntervalUnion gpu) {
        return new Insights.RangeTimes(
                nanos.getOrDefault(Time.WHOLE, 0L),
                gpu.nanos(),
                nanos.getOrDefault(Time.IDLE, 0L),
                nanos.getOrDefault(Time.WAITING, 0L));
    }
}
