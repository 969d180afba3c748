package io.rocprofiler.roctracer;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// Reads C memory by address.
final class Memory {
    private static final MemorySegment ALL = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

    private Memory() {}

    static int getInt(long address) {
        return ALL.get(ValueLayout.JAVA_INT_UNALIGNED, address);
    }

    static long getLong(long address) {
        return ALL.get(ValueLayout.JAVA_LONG_UNALIGNED, address);
    }

    static void putLong(long address, long value) {
        ALL.set(ValueLayout.JAVA_LONG_UNALIGNED, address, value);
    }

    /// Returns the current value of that many bytes, in the low part of a word.
    static long getBytes(long address, int size) {
        long value = 0;
        for (int i = Math.min(size, Long.BYTES) - 1; i >= 0; i--) {
            value = value << Byte.SIZE | (ALL.get(ValueLayout.JAVA_BYTE, address + i) & 0xFF);
        }
        return value;
    }

    /// Returns a segment limited to these bytes.
    static MemorySegment segment(long address, long sizeBytes) {
        return ALL.asSlice(address, sizeBytes).asReadOnly();
    }

    /// Returns the C string at an address that the library guarantees; null for a null pointer.
    static @Nullable String string(long address) {
        if (address == 0) return null;
        long end = address;
        while (ALL.get(ValueLayout.JAVA_BYTE, end) != 0) end++;
        byte[] bytes = ALL.asSlice(address, end - address).toArray(ValueLayout.JAVA_BYTE);
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
