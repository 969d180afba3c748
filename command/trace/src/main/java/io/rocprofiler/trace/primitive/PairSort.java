package io.rocprofiler.trace.primitive;

/// Sorts longs by keys in a second array: stable, and close to one pass over nearly sorted data such as the records
/// of one thread.
public final class PairSort {

    private static final int SMALL = 24;

    private final long[] keys;
    private final long[] values;
    private final long[] spareKeys;
    private final long[] spareValues;

    private PairSort(long[] keys, long[] values, int count) {
        this.keys = keys;
        this.values = values;
        this.spareKeys = new long[count / 2 + 1];
        this.spareValues = new long[count / 2 + 1];
    }

    /// Sorts both arrays in ascending order of the keys (signed).
    public static void sort(long[] keys, long[] values, int count) {
        new PairSort(keys, values, count).sort(0, count);
    }

    private void sort(int from, int to) {
        if (to - from <= SMALL) {
            insertionSort(from, to);
            return;
        }
        int middle = (from + to) >>> 1;
        sort(from, middle);
        sort(middle, to);
        if (keys[middle - 1] > keys[middle]) {
            merge(from, middle, to);
        }
    }

    private void merge(int from, int middle, int to) {
        int left = middle - from;
        System.arraycopy(keys, from, spareKeys, 0, left);
        System.arraycopy(values, from, spareValues, 0, left);
        int i = 0;
        int j = middle;
        int out = from;
        while (i < left && j < to) {
            boolean fromRight = keys[j] < spareKeys[i];
            keys[out] = fromRight ? keys[j] : spareKeys[i];
            values[out++] = fromRight ? values[j++] : spareValues[i++];
        }
        System.arraycopy(spareKeys, i, keys, out, left - i);
        System.arraycopy(spareValues, i, values, out, left - i);
    }

    private void insertionSort(int from, int to) {
        for (int i = from + 1; i < to; i++) {
            long key = keys[i];
            long value = values[i];
            int j = i;
            for (; j > from && keys[j - 1] > key; j--) {
                keys[j] = keys[j - 1];
                values[j] = values[j - 1];
            }
            keys[j] = key;
            values[j] = value;
        }
    }
}
