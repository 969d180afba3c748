package io.rocprofiler.trace.pack;

import io.rocprofiler.trace.primitive.Leb128;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Bytes that grow, with numbers of variable length ([Leb128]).
public final class ByteSink {

    private byte[] bytes = new byte[1 << 12];
    private int size;

    void reset() {
        size = 0;
    }

    public int size() {
        return size;
    }

    /// The bytes so far are the first [#size()] of these.
    byte[] array() {
        return bytes;
    }

    public byte[] toByteArray() {
        return Arrays.copyOf(bytes, size);
    }

    void ensure(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, size + more));
        }
    }

    public void number(long value) {
        ensure(Leb128.LONGEST);
        unchecked(value);
    }

    /// A number where [#ensure(int)] has made room.
    void unchecked(long value) {
        size = Leb128.put(bytes, size, value);
    }

    /// A number that may be negative, short if it is near zero.
    public void signed(long value) {
        number(Leb128.zigzag(value));
    }

    public void bytes(byte[] more, int length) {
        ensure(length);
        System.arraycopy(more, 0, bytes, size, length);
        size += length;
    }

    /// Length and UTF-8.
    public void text(String text) {
        byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
        number(encoded.length);
        bytes(encoded, encoded.length);
    }
}
