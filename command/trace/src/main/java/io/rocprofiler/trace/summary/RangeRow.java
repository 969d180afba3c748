package io.rocprofiler.trace.summary;

/// The sums of all ranges with one name. Inclusive times count a range inside another one of its name once; own times
/// leave out the ranges inside.
final class RangeRow {

    private final String name;

    /// The time in which work that was launched in such a range ran.
    final IntervalUnion work = new IntervalUnion();

    /// The same for work that was launched in no range inside.
    final IntervalUnion ownWork = new IntervalUnion();

    private long count;
    private final long[] sums = new long[Time.values().length];
    private final long[] own = new long[Time.values().length];

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
        sums[time.ordinal()] += nanos;
    }

    void addOwn(Time time, long nanos) {
        own[time.ordinal()] += nanos;
    }

    Insights.RangeUse use() {
        return new Insights.RangeUse(name, count, times(sums, work), times(own, ownWork));
    }

    private static Insights.RangeTimes times(long[] nanos, IntervalUnion gpu) {
        return new Insights.RangeTimes(
                nanos[Time.WHOLE.ordinal()], gpu.nanos(), nanos[Time.IDLE.ordinal()], nanos[Time.WAITING.ordinal()]);
    }
}
