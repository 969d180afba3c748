package io.rocprofiler.trace.pack;

import io.rocprofiler.trace.primitive.Leb128;
import java.util.Arrays;

/// Encodes records of one size by column: the words at the same offset of all records are stored together, as the
/// differences that need the fewest bytes.
///
/// Most words of AMD's records equal those of every other record (size, external id) or are close to their
/// neighbours (times, ids), so that a record of 104 bytes takes about 12.
final class Columns {

    private static final int SAME = 0; // all values are equal
    private static final int RAW = 1;
    private static final int FROM_PREVIOUS = 2; // difference from the same word of the previous record
    private static final int FROM_LEFT =
            3; // difference from the previous word of the same record: an end from its start
    private static final int DICTIONARY = 4; // few distinct values, by index
    private static final int MOST_VALUES = 64;
    private static final int TABLE = 4 * MOST_VALUES;

    private final long[] values = new long[MOST_VALUES];
    private final int[] table = new int[TABLE]; // index of the value + 1, by its hash
    private int known;

    /// @param bases the index of each record in `words`
    void write(long[] words, int[] bases, int count, int width, ByteSink out) {
        for (int column = 0; column < width; column++) {
            writeColumn(words, bases, count, column, out);
        }
    }

    private void writeColumn(long[] words, int[] bases, int count, int column, ByteSink out) {
        long first = words[bases[0] + column];
        long previous = first;
        long different = 0;
        long raw = 0;
        long fromPrevious = 0;
        long fromLeft = 0;
        for (int i = 0; i < count; i++) {
            int at = bases[i] + column;
            long value = words[at];
            different |= value ^ first;
            raw += Leb128.length(value);
            fromPrevious += Leb128.length(Leb128.zigzag(value - previous));
            fromLeft += column == 0 ? Long.BYTES + 2 : Leb128.length(Leb128.zigzag(value - words[at - 1]));
            previous = value;
        }
        if (different == 0) {
            out.number(SAME);
            out.number(first);
            return;
        }
        long least = Math.min(raw, Math.min(fromPrevious, fromLeft));
        if (least > count + count / 2 && learn(words, bases, count, column) && dictionaryBytes(count) < least) {
            writeDictionary(words, bases, count, column, out);
        } else {
            int form = least == fromPrevious ? FROM_PREVIOUS : least == fromLeft ? FROM_LEFT : RAW;
            writeNumbers(form, words, bases, count, column, (int) least, out);
        }
    }

    private static void writeNumbers(
            int form, long[] words, int[] bases, int count, int column, int bytes, ByteSink out) {
        out.number(form);
        out.ensure(bytes + Long.BYTES + 2);
        long previous = words[bases[0] + column];
        if (form == FROM_PREVIOUS) {
            out.number(previous); // the difference of the first is zero and carries no information
            out.ensure(bytes);
        }
        for (int i = 0; i < count; i++) {
            int at = bases[i] + column;
            long value = words[at];
            out.unchecked(
                    switch (form) {
                        case FROM_PREVIOUS -> Leb128.zigzag(value - previous);
                        case FROM_LEFT -> Leb128.zigzag(value - words[at - 1]);
                        default -> value;
                    });
            previous = value;
        }
    }

    private boolean learn(long[] words, int[] bases, int count, int column) {
        Arrays.fill(table, 0);
        known = 0;
        for (int i = 0; i < count; i++) {
            if (find(words[bases[i] + column]) < 0) {
                return false;
            }
        }
        return true;
    }

    /// Returns the index of a value, adding it if new; -1 if there are too many.
    private int find(long value) {
        int slot = (int) ((value * 0x9E3779B97F4A7C15L) >>> 56) & (TABLE - 1);
        while (table[slot] != 0) {
            if (values[table[slot] - 1] == value) {
                return table[slot] - 1;
            }
            slot = (slot + 1) & (TABLE - 1);
        }
        if (known == MOST_VALUES) {
            return -1;
        }
        values[known++] = value;
        table[slot] = known;
        return known - 1;
    }

    private long dictionaryBytes(int count) {
        long bytes = 1L + count;
        for (int i = 0; i < known; i++) {
            bytes += Leb128.length(values[i]);
        }
        return bytes;
    }

    private void writeDictionary(long[] words, int[] bases, int count, int column, ByteSink out) {
        out.number(DICTIONARY);
        out.number(known);
        for (int i = 0; i < known; i++) {
            out.number(values[i]);
        }
        out.ensure(count);
        for (int i = 0; i < count; i++) {
            out.unchecked(find(words[bases[i] + column]));
        }
    }

    /// Fills `words`, where records lie at `bases`.
    void read(ByteSource in, long[] words, int[] bases, int count, int width) {
        for (int column = 0; column < width; column++) {
            readColumn(in, words, bases, count, column);
        }
    }

    private void readColumn(ByteSource in, long[] words, int[] bases, int count, int column) {
        int form = in.count(DICTIONARY);
        switch (form) {
            case SAME -> {
                long value = in.number();
                for (int i = 0; i < count; i++) {
                    words[bases[i] + column] = value;
                }
            }
            case RAW -> {
                for (int i = 0; i < count; i++) {
                    words[bases[i] + column] = in.number();
                }
            }
            case FROM_PREVIOUS -> {
                long value = in.number();
                for (int i = 0; i < count; i++) {
                    value += in.signed();
                    words[bases[i] + column] = value;
                }
            }
            case FROM_LEFT -> {
                if (column == 0) {
                    throw new PackException("the first column has nothing to its left");
                }
                for (int i = 0; i < count; i++) {
                    int at = bases[i] + column;
                    words[at] = words[at - 1] + in.signed();
                }
            }
            default -> readDictionary(in, words, bases, count, column);
        }
    }

    private void readDictionary(ByteSource in, long[] words, int[] bases, int count, int column) {
        int size = in.count(MOST_VALUES);
        for (int i = 0; i < size; i++) {
            values[i] = in.number();
        }
        for (int i = 0; i < count; i++) {
            words[bases[i] + column] = values[in.count(size - 1)];
        }
    }
}
