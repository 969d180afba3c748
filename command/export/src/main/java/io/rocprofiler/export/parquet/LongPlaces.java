package io.rocprofiler.export.parquet;

import java.util.Arrays;

/// Assigns consecutive indexes to distinct numbers.
final class LongPlaces {

    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private final long[] values;
    private final int[] table; // index + 1, 0 is free
    private final int shift;
    private int size;
    private long last;
    private int lastPlace = -1;

    /// @param most one less than the number of distinct numbers it holds
    LongPlaces(int most) {
        values = new long[most + 1];
        int bits = Integer.SIZE - Integer.numberOfLeadingZeros(most) + 1;
        table = new int[1 << bits];
        shift = Long.SIZE - bits;
    }

    void clear() {
        Arrays.fill(table, 0);
        size = 0;
        lastPlace = -1;
    }

    int size() {
        return size;
    }

    long value(int place) {
        return values[place];
    }

    /// Returns the index of a number, adding it if new.
    int of(long value) {
        if (value == last && lastPlace >= 0) {
            return lastPlace;
        }
        int at = (int) ((value * SPREAD) >>> shift);
        while (table[at] != 0 && values[table[at] - 1] != value) {
            at = at + 1 & table.length - 1;
        }
        if (table[at] == 0) {
            values[size++] = value;
            table[at] = size;
        }
        last = value;
        lastPlace = table[at] - 1;
        return lastPlace;
    }
}
