package io.rocprofiler.export.html;

import java.util.Arrays;

/// The values of one counter in columns, in the order of time; each holds until the next. Above a threshold of zero,
/// the values that begin within the same interval of that length become two: the largest, and the last.
///
/// Thresholds are powers of two, so that merged values can be merged further at the next threshold.
final class Steps {

    private static final int FIRST_ROOM = 64;

    private final Counters.Key key;
    private int size;
    private long[] times = new long[FIRST_ROOM];
    private long[] values = new long[FIRST_ROOM];

    Steps(Counters.Key key) {
        this.key = key;
    }

    Counters.Key key() {
        return key;
    }

    int size() {
        return size;
    }

    /// Adds a value, later than the last.
    ///
    /// @param threshold nanoseconds; 0 to keep every value
    /// @return the number of values more: 0 or 1
    int add(long nanos, long value, long threshold) {
        if (value == (size == 0 ? 0 : values[size - 1])) {
            return 0;
        }
        if (size == times.length) {
            times = Arrays.copyOf(times, 2 * size);
            values = Arrays.copyOf(values, 2 * size);
        }
        int before = size;
        take(nanos, value, threshold);
        return size - before;
    }

    /// Merges values again, at a higher threshold.
    ///
    /// @return the number of values less
    int merge(long threshold) {
        int before = size;
        size = 0;
        for (int place = 0; place < before; place++) {
            take(times[place], values[place], threshold);
        }
        return before - size;
    }

    private void take(long nanos, long value, long threshold) {
        int first = size - 2;
        int last = size - 1;
        if (threshold > 0 && first >= 0 && times[first] / threshold == nanos / threshold) {
            values[first] = Math.max(values[first], values[last]);
            size--;
        }
        times[size] = nanos;
        values[size] = value;
        size++;
    }

    /// Writes both columns as differences.
    void writeTo(Varints out, long base) {
        out.rising(times, size, base);
        out.differences(values, size);
    }
}
