package io.rocprofiler.export.otf2;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// The values that records are made of, one behind another. All numbers are little-endian.
final class RecordBytes {

    /// What a reference that names nothing is written as.
    static final long UNDEFINED = -1;

    /// A number takes no more.
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

    /// Forgets everything and the memory beyond `capacity`.
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

    /// A number in its shortest form: how many bytes follow, then those. Zero and [#UNDEFINED] need none.
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

    /// A number in its longest form, which has the same length whatever it is.
    RecordBytes padded(long value) {
        return u8(Long.BYTES).u64(value);
    }

    /// A number that is never shortened.
    RecordBytes u64(long value) {
        room(Long.BYTES);
        U64.set(bytes, length, value);
        length += Long.BYTES;
        return this;
    }

    RecordBytes u32(int value) {
        return u8(value).u8(value >> 8).u8(value >> 16).u8(value >> 24);
    }

    /// UTF-8 with a zero byte behind it; a zero in the text would end it, so it becomes a replacement character.
    ///
    /// @param longest what is kept of the text, in bytes
    RecordBytes text(String text, int longest) {
        String safe = text.indexOf('\0') < 0 ? text : text.replace('\0', '\uFFFD');
        byte[] utf8 = safe.getBytes(StandardCharsets.UTF_8);
        int end = utf8.length;
        if (end > longest) {
            end = longest;
            while (end > 0 && (utf8[end] & 0xC0) == 0x80) { // not in the middle of a character
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
