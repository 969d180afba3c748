package io.rocprofiler.trace.pack;

import io.rocprofiler.trace.primitive.Leb128;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// A growing byte array with numbers of variable length ([Leb128]).
public final class ByteSink {

    private byte[] bytes = new byte[1 << 12];
    private int size;

    void reset() {
        size = 0;
    }

    public int size() {
        return size;
    }

    /// The underlying array; the first [#size()] bytes are valid.
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

    /// Appends a number without a bounds check, after a call of [#ensure(int)].
    void unchecked(long value) {
        size = Leb128.put(bytes, size, value);
    }

    /// Appends a signed number; numbers near zero are short.
    public void signed(long value) {
        number(Leb128.zigzag(value));
    }

    public void bytes(byte[] more, int length) {
        ensure(length);
        System.arraycopy(more, 0, bytes, size, length);
        size += length;
    }

    /// Appends the length and the UTF-8 bytes.
    public void text(String text) {
        byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
        number(encoded.length);
        bytes(encoded, encoded.length);
    }
}
