package io.rocprofiler.export.rocpd;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/// Builds a row in SQLite's record format (section 2.1 of its "Database File Format") column by column.
///
/// ```
/// | size of the header | a serial type per column ... | a value per column ... |
/// ```
///
/// The first column of all our tables is `id`, which is the row's key and not stored again. Omitted trailing
/// columns have their default.
final class Row {

    private static final int NULL = 0;
    private static final int ZERO = 8;
    private static final int ONE = 9;
    private static final int TEXT = 13; // plus twice the length

    /// For each number of bytes that an integer needs: the number stored, and its serial type.
    private static final int[] LENGTHS = {0, 1, 2, 3, 4, 6, 6, 8, 8};

    private static final byte[] TYPES = {0, 1, 2, 3, 4, 5, 5, 6, 6};

    private static final VarHandle BIG_ENDIAN =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private static final int MOST_TYPES = 126; // keeps the header's size to one byte, which suffices here
    private static final int LONGEST_VARINT = 9;

    private final byte[] types = new byte[MOST_TYPES + LONGEST_VARINT];
    private byte[] values = new byte[1024];
    private int typesEnd = 1; // after the type of `id`
    private int valuesEnd;

    /// Begins the next row.
    Row begin() {
        typesEnd = 1;
        valuesEnd = 0;
        return this;
    }

    Row nothing() {
        types[typesEnd++] = NULL;
        return this;
    }

    Row integer(long value) {
        if (value == 0 || value == 1) {
            types[typesEnd++] = (byte) (value == 0 ? ZERO : ONE);
            return this;
        }
        int bits = Long.SIZE + 1 - Long.numberOfLeadingZeros(value < 0 ? ~value : value);
        int bytes = (bits + Byte.SIZE - 1) >> 3;
        int length = LENGTHS[bytes];
        types[typesEnd++] = TYPES[bytes];
        room(Long.BYTES); // all eight are written; the next value overwrites the excess
        BIG_ENDIAN.set(values, valuesEnd, value << (Long.SIZE - Byte.SIZE * length));
        valuesEnd += length;
        return this;
    }

    Row text(byte[] utf8) {
        return text(utf8, 0, utf8.length);
    }

    Row text(byte[] utf8, int from, int length) {
        typesEnd = putVarint(types, typesEnd, 2L * length + TEXT);
        room(length);
        System.arraycopy(utf8, from, values, valuesEnd, length);
        valuesEnd += length;
        return this;
    }

    private void room(int length) {
        if (valuesEnd + length > values.length) {
            values = Arrays.copyOf(values, Math.max(valuesEnd + length, 2 * values.length));
        }
    }

    int sizeBytes() {
        return 1 + typesEnd + valuesEnd;
    }

    void copyTo(byte[] target, int place) {
        target[place] = (byte) (typesEnd + 1);
        System.arraycopy(types, 0, target, place + 1, typesEnd);
        System.arraycopy(values, 0, target, place + 1 + typesEnd, valuesEnd);
    }

    /// Writes SQLite's variable-length numbers: seven bits a byte, the highest first, the ninth byte whole.
    ///
    /// @return the index after it
    static int putVarint(byte[] target, int place, long value) {
        if (value >>> 7 == 0) {
            target[place] = (byte) value;
            return place + 1;
        }
        int length = varintLength(value);
        long rest = value;
        int last = place + length - 1;
        if (length == LONGEST_VARINT) {
            target[last] = (byte) rest;
            rest >>>= 8;
        } else {
            target[last] = (byte) (rest & 0x7f);
            rest >>>= 7;
        }
        for (int i = last - 1; i >= place; i--) {
            target[i] = (byte) ((rest & 0x7f) | 0x80);
            rest >>>= 7;
        }
        return place + length;
    }

    static int varintLength(long value) {
        int bits = Long.SIZE - Long.numberOfLeadingZeros(value);
        return bits > 56 ? LONGEST_VARINT : Math.max(1, (bits + 6) / 7);
    }
}
