package io.rocprofiler.trace.pack;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Bytes that grow, with numbers of variable length (LEB128: seven bits per byte, the low ones first).
public final class ByteSink {

    private static final int LONGEST_NUMBER = 10;

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
        ensure(LONGEST_NUMBER);
        unchecked(value);
    }

    /// A number where [#ensure(int)] has made room.
    void unchecked(long value) {
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            bytes[size++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[size++] = (byte) rest;
    }

    /// A number that may be negative, short if it is near zero.
    public void signed(long value) {
        number(zigzag(value));
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

    /// Small numbers of either sign become small ones without.
    static long zigzag(long value) {
        return (value << 1) ^ (value >> 63);
    }

    /// How many bytes a number takes.
    static int length(long value) {
        return ((63 - Long.numberOfLeadingZeros(value | 1)) * 9 + 73) >>> 6;
    }
}
