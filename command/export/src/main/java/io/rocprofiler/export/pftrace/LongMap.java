package io.rocprofiler.export.pftrace;

import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/// A map from longs to objects without an object per key. Not thread safe.
final class LongMap<T> {

    private long[] keys = new long[16];
    private @Nullable Object[] values = new @Nullable Object[16];
    private int size;

    @Nullable
    T get(long key) {
        return value(place(key));
    }

    T computeIfAbsent(long key, LongFunction<T> maker) {
        T known = get(key);
        if (known == null) {
            known = maker.apply(key);
            put(key, known);
        }
        return known;
    }

    void put(long key, T value) {
        if (2 * size >= keys.length) {
            grow();
        }
        int place = place(key);
        size += values[place] == null ? 1 : 0;
        keys[place] = key;
        values[place] = value;
    }

    void forEachValue(Consumer<T> action) {
        for (int place = 0; place < values.length; place++) {
            T value = value(place);
            if (value != null) {
                action.accept(value);
            }
        }
    }

    private int place(long key) {
        int place = home(key);
        while (values[place] != null && keys[place] != key) {
            place = (place + 1) & (keys.length - 1);
        }
        return place;
    }

    private int home(long key) {
        return (int) Bits.mix(key) & (keys.length - 1);
    }

    private void grow() {
        long[] oldKeys = keys;
        @Nullable Object[] oldValues = values;
        keys = Arrays.copyOf(keys, 2 * keys.length);
        values = new @Nullable Object[keys.length];
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldValues[i] != null) {
                int place = place(oldKeys[i]);
                keys[place] = oldKeys[i];
                values[place] = oldValues[i];
            }
        }
    }

    @SuppressWarnings("unchecked") // put() accepts only T
    private @Nullable T value(int place) {
        return (T) values[place];
    }
}
