package io.rocprofiler.trace.summary;

/// Count, sum and spread of durations, without storing them (Welford's method: no loss of digits however long the
/// run). Not thread safe.
public final class Statistic {

    private long count;
    private long sum;
    private long min = Long.MAX_VALUE;
    private long max = Long.MIN_VALUE;
    private double mean;
    private double squaredDeviations;
    private double squares;

    Statistic() {}

    void add(long nanos) {
        count++;
        sum += nanos;
        min = Math.min(min, nanos);
        max = Math.max(max, nanos);
        double delta = nanos - mean;
        mean += delta / count;
        squaredDeviations += delta * (nanos - mean);
        squares += (double) nanos * nanos;
    }

    /// Adds the values of another statistic (Chan's formula).
    void add(Statistic other) {
        if (other.count == 0) {
            return;
        }
        double delta = other.mean - mean;
        double weight = (double) count * other.count / (count + other.count);
        squaredDeviations += other.squaredDeviations + delta * delta * weight;
        count += other.count;
        mean += delta * other.count / count;
        sum += other.sum;
        squares += other.squares;
        min = Math.min(min, other.min);
        max = Math.max(max, other.max);
    }

    public long count() {
        return count;
    }

    public long sum() {
        return sum;
    }

    public long min() {
        return count == 0 ? 0 : min;
    }

    public long max() {
        return count == 0 ? 0 : max;
    }

    public double mean() {
        return count == 0 ? 0 : (double) sum / count;
    }

    /// The sum of the squares, AMD's `sqr`.
    public double squares() {
        return squares;
    }

    /// The variance of a sample (n - 1); 0 for one value.
    public double variance() {
        return count < 2 ? 0 : squaredDeviations / (count - 1);
    }

    public double standardDeviation() {
        return Math.sqrt(variance());
    }

    /// Returns this statistic's share of `total`, in percent.
    public double percentOf(long total) {
        return total == 0 ? 0 : 100.0 * sum / total;
    }
}
