package io.rocprofiler.export.parquet;

import java.util.function.Predicate;

/// A chunk of numbers: encoded with a dictionary if few are distinct, else by differences.
final class NumberChunk<R> extends Chunk<R> {

    private static final int REPEATS = 4; // average number of repetitions that makes a dictionary pay
    private static final int MOST_DISTINCT = 1 << 12;

    private final Column.Word<R> column;
    private final long[] values;
    private final int[] indexes;
    private final LongPlaces places = new LongPlaces(MOST_DISTINCT);
    private final int[] levels; // of the rows of a column that may lack values: 1 for one that has it
    private int rows;
    private int count;

    NumberChunk(Column.Word<R> column, int rows) {
        this.column = column;
        this.values = new long[rows];
        this.indexes = new int[rows];
        this.levels = new int[column.present() == null ? 0 : rows];
    }

    @Override
    void add(R record) {
        Predicate<R> present = column.present();
        if (present != null) {
            boolean has = present.test(record);
            levels[rows++] = has ? 1 : 0;
            if (!has) {
                return;
            }
        }
        values[count++] = column.value().applyAsLong(record);
    }

    @Override
    long heldBytes() {
        return 0;
    }

    @Override
    Bounds bounds() {
        int absent = rows == 0 ? 0 : rows - count;
        if (count == 0) {
            return new Bounds(0, 0, absent, false);
        }
        long flip = column.unsigned() ? Long.MIN_VALUE : 0;
        long least = values[0] ^ flip;
        long most = least;
        for (int i = 1; i < count; i++) {
            long value = values[i] ^ flip;
            least = Math.min(least, value);
            most = Math.max(most, value);
        }
        return new Bounds(least ^ flip, most ^ flip, absent, true);
    }

    @Override
    Pages encode(Bytes dictionary, Bytes data) {
        if (column.present() != null) {
            IndexEncoding.levels(levels, rows, data);
        }
        int size = distinct();
        if (size > 0) {
            for (int i = 0; i < size; i++) {
                dictionary.little(places.value(i), Long.BYTES);
            }
            IndexEncoding.encode(indexes, count, size, data);
        } else {
            DeltaEncoding.encode(values, count, data);
        }
        count = 0;
        rows = 0;
        return new Pages(size > 0 ? Format.RLE_DICTIONARY : Format.DELTA_BINARY_PACKED, size);
    }

    /// Returns the number of distinct values and prepares their indexes; 0 if too many for a dictionary.
    private int distinct() {
        places.clear();
        int most = Math.min(MOST_DISTINCT, Math.max(1, count / REPEATS));
        for (int i = 0; i < count; i++) {
            indexes[i] = places.of(values[i]);
            if (places.size() > most) {
                return 0;
            }
        }
        return places.size();
    }
}
