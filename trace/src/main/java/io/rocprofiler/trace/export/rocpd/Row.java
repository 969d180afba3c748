package io.rocprofiler.trace.export.rocpd;

import java.util.Arrays;

/// One row in SQLite's record format (section 2.1 of its "Database File Format"), made column by column.
///
/// ```
/// | size of the header | a serial type per column ... | a value per column ... |
/// ```
///
/// The first two columns of all our tables are `id`, which is the row's key and not stored again, and `guid`. Columns
/// at the end that are left out have their default.
final class Row {

    private static final int NULL = 0;
    private static final int INT64 = 6;
    private static final int ZERO = 8;
    private static final int ONE = 9;
    private static final int TEXT = 13; // and twice the length

    private static final int MOST_TYPES = 126; // then the header's size takes one byte, which is all that we need
    private static final int LONGEST_VARINT = 9;

    private final byte[] types = new byte[MOST_TYPES + LONGEST_VARINT];
    private byte[] values = new byte[1024];
    private final int fixedTypes;
    private final int fixedValues;
    private int typesEnd;
    private int valuesEnd;

    Row(byte[] guid) {
        types[0] = NULL;
        typesEnd = 1;
        text(guid);
        fixedTypes = typesEnd;
        fixedValues = valuesEnd;
    }

    /// Begins the next row.
    Row begin() {
        typesEnd = fixedTypes;
        valuesEnd = fixedValues;
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
        int type = bits <= 8 ? 1 : bits <= 16 ? 2 : bits <= 24 ? 3 : bits <= 32 ? 4 : bits <= 48 ? 5 : INT64;
        int length = type < 5 ? type : type == 5 ? 6 : 8;
        types[typesEnd++] = (byte) type;
        room(length);
        int end = valuesEnd + length;
        long rest = value;
        for (int i = end - 1; i >= valuesEnd; i--) {
            values[i] = (byte) rest;
            rest >>= Byte.SIZE;
        }
        valuesEnd = end;
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

    /// SQLite's numbers of variable length: seven bits a byte, the highest first, the ninth byte whole.
    ///
    /// @return the place behind it
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
            target[i] = (byte) (rest & 0x7f | 0x80);
            rest >>>= 7;
        }
        return place + length;
    }

    static int varintLength(long value) {
        int bits = Long.SIZE - Long.numberOfLeadingZeros(value);
        return bits > 56 ? LONGEST_VARINT : Math.max(1, (bits + 6) / 7);
    }
}
