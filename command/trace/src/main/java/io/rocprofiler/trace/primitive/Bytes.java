package io.rocprofiler.trace.primitive;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Reads little-endian values.
public final class Bytes {

    private static final ValueLayout.OfLong U64 = ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfInt U32 = ValueLayout.JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN);

    private static final long MANY = 1L << 48;

    private Bytes() {}

    public static long u64(MemorySegment bytes, long place) {
        return bytes.get(U64, place);
    }

    /// Returns the count, or 0 if damaged: no genuine count reaches 2^48.
    public static long credible(long count) {
        return count < 0 || count > MANY ? 0 : count;
    }

    public static int i32(MemorySegment bytes, long place) {
        return bytes.get(U32, place);
    }

    public static long u32(MemorySegment bytes, long place) {
        return Integer.toUnsignedLong(i32(bytes, place));
    }
}
