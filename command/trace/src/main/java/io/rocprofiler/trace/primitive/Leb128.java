package io.rocprofiler.trace.primitive;

/// Numbers of variable length: seven bits a byte, the lowest first; the high bit says that more follow. Used by
/// Protobuf, Thrift and our packed files.
public final class Leb128 {

    /// The length in bytes of the longest number.
    public static final int LONGEST = 10;

    private Leb128() {}

    /// Writes an unsigned number; [#LONGEST] bytes must be available.
    ///
    /// @return the index after it
    public static int put(byte[] bytes, int index, long value) {
        int at = index;
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            bytes[at++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[at++] = (byte) rest;
        return at;
    }

    /// Returns the length of a number in bytes.
    public static int length(long value) {
        return ((63 - Long.numberOfLeadingZeros(value | 1)) * 9 + 73) >>> 6;
    }

    /// Maps small signed numbers to small unsigned ones: 0, -1, 1, -2 become 0, 1, 2, 3.
    public static long zigzag(long value) {
        return (value << 1) ^ (value >> (Long.SIZE - 1));
    }
}
