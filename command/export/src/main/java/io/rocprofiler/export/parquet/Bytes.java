package io.rocprofiler.export.parquet;

import io.rocprofiler.trace.primitive.Leb128;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// A growing byte array. Numbers are little-endian or of variable length, as in Parquet.
final class Bytes {

    private static final int FIRST = 1 << 10;

    private byte[] array = new byte[FIRST];
    private int size;

    int size() {
        return size;
    }

    byte[] array() {
        return array;
    }

    void clear() {
        size = 0;
    }

    private void room(int more) {
        if (more > array.length - size) {
            array = Arrays.copyOf(
                    array, Math.max(Math.addExact(size, more), (int) Math.min(2L * array.length, 1 << 30)));
        }
    }

    void u8(int value) {
        room(1);
        array[size++] = (byte) value;
    }

    /// Appends the lowest `count` bytes, the lowest first.
    void little(long value, int count) {
        room(count);
        for (int i = 0; i < count; i++) {
            array[size++] = (byte) (value >>> (Byte.SIZE * i));
        }
    }

    /// Appends a number of variable length ([Leb128]).
    void varint(long value) {
        room(Leb128.LONGEST);
        size = Leb128.put(array, size, value);
    }

    /// Appends a signed number so that small values of either sign stay short.
    void zigzag(long value) {
        varint(Leb128.zigzag(value));
    }

    void bytes(byte[] from, int length) {
        room(length);
        System.arraycopy(from, 0, array, size, length);
        size += length;
    }

    void bytes(Bytes from) {
        bytes(from.array, from.size);
    }

    /// Appends a text's length, then its UTF-8, as Thrift does.
    void text(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        varint(utf8.length);
        bytes(utf8, utf8.length);
    }
}
