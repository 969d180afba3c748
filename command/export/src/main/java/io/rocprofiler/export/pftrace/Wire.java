package io.rocprofiler.export.pftrace;

import com.google.protobuf.WireFormat;
import io.rocprofiler.trace.primitive.Leb128;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Writes Protobuf's wire format to a growing array.
///
/// The library's writer must know the size of a message before its first byte, which costs a second pass over
/// everything; this class inserts the size of a nested message when the message is closed.
final class Wire {

    private byte[] bytes;
    private int end;

    Wire(int capacity) {
        bytes = new byte[capacity];
    }

    int size() {
        return end;
    }

    void clear() {
        end = 0;
    }

    void writeTo(OutputStream out) throws IOException {
        out.write(bytes, 0, end);
        end = 0;
    }

    /// Returns the tag of a varint field, for [#varint(int, long)].
    static int varintTag(int field) {
        return field << 3 | WireFormat.WIRETYPE_VARINT;
    }

    /// Returns the tag of a field with text, bytes or a message.
    static int sizedTag(int field) {
        return field << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;
    }

    /// Returns the tag of a fixed 64-bit field.
    static int fixed64Tag(int field) {
        return field << 3 | WireFormat.WIRETYPE_FIXED64;
    }

    void varint(int tag, long value) {
        reserve(2 * Leb128.LONGEST);
        put(tag);
        put(value);
    }

    void fixed64(int tag, long value) {
        reserve(Leb128.LONGEST + Long.BYTES);
        put(tag);
        for (int i = 0; i < Long.SIZE; i += Byte.SIZE) {
            bytes[end++] = (byte) (value >>> i);
        }
    }

    void number(int tag, double value) {
        fixed64(tag, Double.doubleToRawLongBits(value));
    }

    void text(int tag, String text) {
        bytes(tag, text.getBytes(StandardCharsets.UTF_8));
    }

    void bytes(int tag, byte[] value) {
        reserve(2 * Leb128.LONGEST + value.length);
        put(tag);
        put(value.length);
        System.arraycopy(value, 0, bytes, end, value.length);
        end += value.length;
    }

    /// Writes a message of two varint fields with one-byte tags, the form of an annotation.
    void pair(int tag, int firstTag, long first, int secondTag, long second) {
        reserve(4 * Leb128.LONGEST);
        put(tag);
        put(2 + size(first) + size(second));
        bytes[end++] = (byte) firstTag;
        put(first);
        bytes[end++] = (byte) secondTag;
        put(second);
    }

    /// Begins a nested message.
    ///
    /// @return a position for [#close(int)]
    int open(int tag) {
        reserve(2 * Leb128.LONGEST);
        put(tag);
        return ++end; // one byte for the size, which is enough for most
    }

    void close(int start) {
        int size = end - start;
        int more = size(size) - 1;
        if (more > 0) {
            reserve(more);
            System.arraycopy(bytes, start, bytes, start + more, size);
        }
        end = start - 1;
        put(size);
        end += size;
    }

    /// Begins a message of known size.
    void sized(int tag, int size) {
        reserve(2 * Leb128.LONGEST);
        put(tag);
        put(size);
    }

    void append(Wire other) {
        reserve(other.end);
        System.arraycopy(other.bytes, 0, bytes, end, other.end);
        end += other.end;
    }

    /// Returns the size of a varint in bytes.
    static int size(long value) {
        return Leb128.length(value);
    }

    private void reserve(int more) {
        if (bytes.length - end < more) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, end + more));
        }
    }

    private void put(long value) {
        end = Leb128.put(bytes, end, value);
    }
}
