package io.rocprofiler.trace.pack;

import java.nio.charset.StandardCharsets;

/// Reads what [ByteSink] wrote. Throws only [PackException] for invalid bytes.
public final class ByteSource {

    private final byte[] bytes;
    private final int end;
    private int place;

    public ByteSource(byte[] bytes) {
        this(bytes, bytes.length);
    }

    ByteSource(byte[] bytes, int length) {
        this.bytes = bytes;
        this.end = length;
    }

    public long number() {
        int at = place;
        if (at < end && bytes[at] >= 0) {
            place = at + 1;
            return bytes[at];
        }
        return longNumber();
    }

    private long longNumber() {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            if (place >= end) {
                throw new PackException("ends within a number");
            }
            byte next = bytes[place++];
            value |= (next & 0x7FL) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw new PackException("a number is too long");
    }

    public long signed() {
        long value = number();
        return (value >>> 1) ^ -(value & 1);
    }

    /// Reads a number that counts or indexes something.
    ///
    /// @param most the largest valid value
    public int count(int most) {
        long value = number();
        if (value < 0 || value > most) {
            throw new PackException("a count of " + value + ", where " + most + " is the most");
        }
        return (int) value;
    }

    public byte[] bytes(int length) {
        if (length > end - place) {
            throw new PackException("ends within " + length + " bytes");
        }
        byte[] part = new byte[length];
        System.arraycopy(bytes, place, part, 0, length);
        place += length;
        return part;
    }

    public String text() {
        return new String(bytes(count(end - place)), StandardCharsets.UTF_8);
    }

    int remaining() {
        return end - place;
    }
}
