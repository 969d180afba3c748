package io.rocprofiler.trace.primitive;

/// Numbers of variable length: seven bits a byte, the lowest first; the high bit says that more follow. Protobuf,
/// Thrift and our own packs write them.
public final class Leb128 {

    /// Bytes of the longest number.
    public static final int LONGEST = 10;

    private Leb128() {}

    /// Writes a number, taken as unsigned, where there is room for [#LONGEST] bytes.
    ///
    /// @return the index behind it
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

    /// How many bytes a number takes.
    public static int length(long value) {
        return ((63 - Long.numberOfLeadingZeros(value | 1)) * 9 + 73) >>> 6;
    }

    /// Small numbers of either sign become small ones without: 0, -1, 1, -2 become 0, 1, 2, 3.
    public static long zigzag(long value) {
        return (value << 1) ^ (value >> (Long.SIZE - 1));
    }
}
