package io.rocprofiler.export.otf2;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// A buffer for the values of records. All numbers are little-endian.
final class RecordBytes {

    /// The value of an undefined reference.
    static final long UNDEFINED = -1;

    /// The maximum length of a number.
    static final int LONGEST_NUMBER = 1 + Long.BYTES;

    private static final VarHandle U64 = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private byte[] bytes;
    private int length;

    RecordBytes(int capacity) {
        bytes = new byte[capacity];
    }

    int length() {
        return length;
    }

    int capacity() {
        return bytes.length;
    }

    byte[] array() {
        return bytes;
    }

    byte[] toArray() {
        return Arrays.copyOf(bytes, length);
    }

    void clear() {
        length = 0;
    }

    /// Clears the buffer and releases the memory beyond `capacity`.
    void clear(int capacity) {
        length = 0;
        if (bytes.length > capacity) {
            bytes = new byte[capacity];
        }
    }

    private void room(int more) {
        if (bytes.length - length < more) {
            bytes = Arrays.copyOf(bytes, Math.max(length + more, 2 * bytes.length));
        }
    }

    RecordBytes u8(int value) {
        room(1);
        bytes[length++] = (byte) value;
        return this;
    }

    /// Appends a number in its shortest form: the count of bytes, then the bytes. Zero and [#UNDEFINED] need none.
    RecordBytes number(long value) {
        if (value == 0 || value == UNDEFINED) {
            return u8((int) value);
        }
        room(LONGEST_NUMBER);
        int size = Long.BYTES - Long.numberOfLeadingZeros(value) / Byte.SIZE;
        bytes[length] = (byte) size;
        U64.set(bytes, length + 1, value);
        length += 1 + size;
        return this;
    }

    /// Appends a number in its longest form, whose length does not depend on the value.
    RecordBytes padded(long value) {
        return u8(Long.BYTES).u64(value);
    }

    /// Appends a number of eight bytes.
    RecordBytes u64(long value) {
        room(Long.BYTES);
        U64.set(bytes, length, value);
        length += Long.BYTES;
        return this;
    }

    RecordBytes u32(int value) {
        return u8(value).u8(value >> 8).u8(value >> 16).u8(value >> 24);
    }

    /// Appends UTF-8 with a terminating zero byte; a zero in the text becomes a replacement character.
    ///
    /// @param longest the maximum length of the text in bytes; the rest is cut off
    RecordBytes text(String text, int longest) {
        String safe = text.indexOf('\0') < 0 ? text : text.replace('\0', '\uFFFD');
        byte[] utf8 = safe.getBytes(StandardCharsets.UTF_8);
        int end = utf8.length;
        if (end > longest) {
            end = longest;
            while (end > 0 && (utf8[end] & 0xC0) == 0x80) { // do not split a character
                end--;
            }
        }
        return put(utf8, 0, end).u8(0);
    }

    RecordBytes put(byte[] from, int start, int count) {
        room(count);
        System.arraycopy(from, start, bytes, length, count);
        length += count;
        return this;
    }

    /// Overwrites one byte.
    void set(int place, int value) {
        bytes[place] = (byte) value;
    }
}
