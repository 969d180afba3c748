package io.rocprofiler.sdk.internal.seam;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/// Native memory by absolute address.
///
/// One segment covers the whole address space, so that the hot path reads and writes without creating an object per
/// access: an address is a `long`, and a compiled access is one machine instruction. The name of a method states
/// its memory order. Addresses come from C or from arenas that the caller keeps alive. An invalid address crashes
/// the process, so use this class only with the offsets of the generated layouts. Plain accesses need no alignment
/// (C packs `dim3` by fours); accesses with a memory order do.
///
/// Thread rule: any thread.
public final class Memory {
    private static final MemorySegment ALL = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();

    private Memory() {}

    /// The whole address space as a segment, for views and bulk copies.
    public static MemorySegment all() {
        return ALL;
    }

    public static long getLong(long address) {
        return ALL.get(ValueLayout.JAVA_LONG_UNALIGNED, address);
    }

    public static void putLong(long address, long value) {
        ALL.set(ValueLayout.JAVA_LONG_UNALIGNED, address, value);
    }

    public static int getInt(long address) {
        return ALL.get(ValueLayout.JAVA_INT_UNALIGNED, address);
    }

    public static void putInt(long address, int value) {
        ALL.set(ValueLayout.JAVA_INT_UNALIGNED, address, value);
    }

    public static byte getByte(long address) {
        return ALL.get(ValueLayout.JAVA_BYTE, address);
    }

    public static void putByte(long address, byte value) {
        ALL.set(ValueLayout.JAVA_BYTE, address, value);
    }

    public static short getShort(long address) {
        return ALL.get(ValueLayout.JAVA_SHORT_UNALIGNED, address);
    }

    public static void putShort(long address, short value) {
        ALL.set(ValueLayout.JAVA_SHORT_UNALIGNED, address, value);
    }

    public static long getLongAcquire(long address) {
        return (long) LONG.getAcquire(ALL, address);
    }

    /// Publishes everything written before it to a reader that loads `address` with acquire.
    public static void putLongRelease(long address, long value) {
        LONG.setRelease(ALL, address, value);
    }

    public static void putLongVolatile(long address, long value) {
        LONG.setVolatile(ALL, address, value);
    }

    public static long getLongVolatile(long address) {
        return (long) LONG.getVolatile(ALL, address);
    }

    /// Compares and exchanges with full ordering, and returns the previous value.
    public static long compareAndExchangeLong(long address, long expected, long value) {
        return (long) LONG.compareAndExchange(ALL, address, expected, value);
    }

    public static long getAndAddLong(long address, long delta) {
        return (long) LONG.getAndAdd(ALL, address, delta);
    }

    public static long getAndBitwiseOrLong(long address, long mask) {
        return (long) LONG.getAndBitwiseOr(ALL, address, mask);
    }

    public static long getAndBitwiseAndLong(long address, long mask) {
        return (long) LONG.getAndBitwiseAnd(ALL, address, mask);
    }

    public static void copy(long from, long to, long bytes) {
        MemorySegment.copy(ALL, from, ALL, to, bytes);
    }

    // Copies between arrays and memory, because MemorySegment's own methods for that make code at their first use.

    static void copy(byte[] from, long to) {
        MemorySegment.copy(MemorySegment.ofArray(from), 0, ALL, to, from.length);
    }

    static void copy(long[] from, long to) {
        MemorySegment.copy(MemorySegment.ofArray(from), 0, ALL, to, (long) Long.BYTES * from.length);
    }

    /// Fills the array's first `count` bytes.
    public static void copy(long from, byte[] to, int count) {
        MemorySegment.copy(ALL, from, MemorySegment.ofArray(to), 0, count);
    }

    static void copy(long from, long[] to) {
        MemorySegment.copy(ALL, from, MemorySegment.ofArray(to), 0, (long) Long.BYTES * to.length);
    }

    public static void zero(long address, long bytes) {
        ALL.asSlice(address, bytes).fill((byte) 0);
    }
}
