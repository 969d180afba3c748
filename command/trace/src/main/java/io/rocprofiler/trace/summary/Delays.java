package io.rocprofiler.trace.summary;

import org.HdrHistogram.Histogram;

/// How long one type of work of an agent waited.
final class Delays {

    private static final int DIGITS = 3;

    private final Histogram histogram = new Histogram(DIGITS); // grows with its values, to at most 0.5 MB
    private long unknown;
    private double sum;

    /// @param launchNanos the start of the call, -1 if unknown
    void add(long launchNanos, long startNanos) {
        if (launchNanos < 0) {
            unknown++;
            return;
        }
        long delay = Math.max(0, startNanos - launchNanos);
        sum += delay;
        histogram.recordValue(delay);
    }

    boolean isEmpty() {
        return unknown == 0 && histogram.getTotalCount() == 0;
    }

    Insights.LaunchDelay of(String agent, String work) {
        long count = histogram.getTotalCount();
        return new Insights.LaunchDelay(
                agent,
                work,
                count,
                unknown,
                count == 0 ? 0 : sum / count,
                percentile(50),
                percentile(90),
                percentile(99),
                count == 0 ? 0 : histogram.getMaxValue());
    }

    private long percentile(double percent) {
        return histogram.getTotalCount() == 0 ? 0 : histogram.getValueAtPercentile(percent);
    }
}
