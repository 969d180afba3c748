package io.rocprofiler.trace;

import java.util.List;

/// The time from the first start to the last end of any record that has times, in nanoseconds of CLOCK_BOOTTIME.
public record TimeSpan(long startNanos, long endNanos) {

    /// Computes the span in one pass over all records. An empty run has length 0.
    public static TimeSpan of(List<ProcessTrace> processes) {
        long[] span = {Long.MAX_VALUE, Long.MIN_VALUE};
        for (ProcessTrace process : processes) {
            process.forEach(record -> {
                if (record.hasTimes()) {
                    span[0] = Math.min(span[0], record.startNanos());
                    span[1] = Math.max(span[1], record.endNanos());
                }
            });
        }
        return span[0] > span[1] ? new TimeSpan(0, 0) : new TimeSpan(span[0], span[1]);
    }

    public long lengthNanos() {
        return endNanos - startNanos;
    }
}
