package io.rocprofiler.sdk.internal.seam;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// C strings that C code may keep until the process exits, and C strings received from C code.
///
/// Thread rule: any thread.
public final class CStrings {
    private static final TextPool POOL = new TextPool();

    /// The lowest bit of each byte in a word.
    private static final long LOWEST_BITS = 0x0101_0101_0101_0101L;

    private static final long HIGHEST_BITS = 0x8080_8080_8080_8080L;

    private CStrings() {}

    /// Returns the address of a C string with this text: the same for equal texts, valid until the process exits.
    public static long intern(String text) {
        return POOL.intern(text.getBytes(StandardCharsets.UTF_8));
    }

    /// Returns the address of a C string equal to one that C guarantees to be valid now: the same for equal texts,
    /// valid until the process exits. Tools keep pointers to the texts of records. 0 for a null pointer.
    public static long intern(long address) {
        return address == 0 ? 0 : POOL.intern(bytes(address));
    }

    static byte[] bytes(long address) {
        byte[] bytes = new byte[length(address, Integer.MAX_VALUE)];
        Memory.copy(address, bytes, bytes.length);
        return bytes;
    }

    /// Returns the length of the text in bytes, like `strlen` of its C form.
    public static int lengthBytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    /// Returns the text at an address that C guarantees to be valid; null for a null pointer.
    public static @Nullable String read(long address, int maxBytes) {
        if (address == 0) return null;
        byte[] bytes = new byte[length(address, maxBytes)];
        for (int i = 0; i < bytes.length; i++) bytes[i] = Memory.getByte(address + i);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /// Returns the number of bytes before the terminating zero, at most `maxBytes`; 0 for a null pointer.
    ///
    /// Reads eight bytes at a time: in the interpreter, each access costs as much as a whole marker does once
    /// compiled. An aligned word never crosses the end of a page, so that nothing unreadable is read.
    public static int length(long address, int maxBytes) {
        if (address == 0) return 0;
        long at = address & -8;
        int before = (int) (address - at);
        long word = Memory.getLong(at) | ((1L << (8 * before)) - 1);
        int length = -before;
        while (true) {
            long zeros = (word - LOWEST_BITS) & ~word & HIGHEST_BITS;
            if (zeros != 0) return Math.min(length + (Long.numberOfTrailingZeros(zeros) >>> 3), maxBytes);
            length += Long.BYTES;
            if (length >= maxBytes) return maxBytes;
            at += Long.BYTES;
            word = Memory.getLong(at);
        }
    }
}
