package io.rocprofiler.export.jfr;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Bytes in the encoding of a recording: whole numbers of variable length, seven bits a byte, lowest first; the ninth
/// byte has eight.
final class JfrBytes {
    private static final int STRING_NULL = 0;
    private static final int STRING_EMPTY = 1;
    private static final int STRING_POOLED = 2;
    private static final int STRING_UTF8 = 3;
    private static final int LONGEST = 9;

    private byte[] bytes = new byte[1 << 12];
    private int size;

    int size() {
        return size;
    }

    byte[] array() {
        return bytes;
    }

    void clear() {
        size = 0;
    }

    JfrBytes octet(int value) {
        room(1);
        bytes[size++] = (byte) value;
        return this;
    }

    JfrBytes number(long value) {
        room(LONGEST);
        long rest = value;
        for (int i = 1; i < LONGEST && (rest & ~0x7FL) != 0; i++) {
            bytes[size++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[size++] = (byte) rest;
        return this;
    }

    JfrBytes text(@Nullable String text) {
        if (text == null) {
            return octet(STRING_NULL);
        }
        if (text.isEmpty()) {
            return octet(STRING_EMPTY);
        }
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        octet(STRING_UTF8).number(utf8.length);
        return append(utf8, utf8.length);
    }

    JfrBytes pooledText(long key) {
        return octet(STRING_POOLED).number(key);
    }

    JfrBytes append(JfrBytes other) {
        return append(other.bytes, other.size);
    }

    private JfrBytes append(byte[] other, int length) {
        room(length);
        System.arraycopy(other, 0, bytes, size, length);
        size += length;
        return this;
    }

    /// Appends an event: its size, which counts itself, and what it consists of.
    JfrBytes event(JfrBytes body) {
        int length = body.size + 1;
        while (body.size + lengthOf(length) != length) {
            length++;
        }
        return number(length).append(body);
    }

    private static int lengthOf(int value) {
        return (Integer.SIZE - Integer.numberOfLeadingZeros(value | 1) + 6) / 7;
    }

    private void room(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, size + more));
        }
    }
}
