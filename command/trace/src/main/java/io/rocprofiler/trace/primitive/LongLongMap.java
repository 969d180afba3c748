package io.rocprofiler.trace.primitive;

import java.util.Arrays;

/// A map from positive longs to longs without an object per entry: 16 to 32 bytes each. Not thread safe.
public final class LongLongMap {

    private static final int SMALLEST = 16;

    private long[] keys = new long[SMALLEST];
    private long[] values = new long[SMALLEST];
    private int size;

    /// Creates an empty map.
    public LongLongMap() {}

    /// Sets the value of a key.
    ///
    /// @param key not 0, which marks a free slot
    public void put(long key, long value) {
        if (size * 2 >= keys.length) {
            grow();
        }
        int place = placeOf(key);
        if (keys[place] == 0) {
            keys[place] = key;
            size++;
        }
        values[place] = value;
    }

    /// Returns the value, or `missing` if absent.
    public long get(long key, long missing) {
        int place = placeOf(key);
        return keys[place] == key && key != 0 ? values[place] : missing;
    }

    /// Sets the value of an existing key to 0.
    void clear(long key) {
        int place = placeOf(key);
        if (keys[place] == key) {
            values[place] = 0;
        }
    }

    LongLongMap copy() {
        LongLongMap copy = new LongLongMap();
        copy.keys = keys.clone();
        copy.values = values.clone();
        copy.size = size;
        return copy;
    }

    int size() {
        return size;
    }

    private int placeOf(long key) {
        int mask = keys.length - 1;
        int place = Long.hashCode(key * 0x9E3779B97F4A7C15L) & mask;
        while (keys[place] != 0 && keys[place] != key) {
            place = (place + 1) & mask;
        }
        return place;
    }

    private void grow() {
        long[] oldKeys = keys;
        long[] oldValues = values;
        keys = new long[oldKeys.length * 2];
        values = new long[keys.length];
        size = 0;
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldKeys[i] != 0) {
                put(oldKeys[i], oldValues[i]);
            }
        }
    }

    /// The keys in ascending order.
    public long[] sortedKeys() {
        return Arrays.stream(keys).filter(key -> key != 0).sorted().toArray();
    }
}
