package io.rocprofiler.sdk.internal.seam;

import java.lang.foreign.Arena;
import java.util.Arrays;

/// C strings that are kept once each until the process exits: in native memory, with a table of their addresses.
///
/// Thread rule: any thread.
final class TextPool {
    private static final int BLOCK_BYTES = 1 << 16;
    private static final int FIRST_SLOTS = 1 << 9;

    // Lifetime: tools keep the addresses; the memory is never freed.
    private final Arena process = Arena.global();

    /// Open addressing; 0 is a free slot. At most half of the slots are in use.
    private long[] texts = new long[FIRST_SLOTS];

    private int used;
    private long next;
    private long left;

    /// Returns the address of a C string of these bytes, none of which is zero.
    synchronized long intern(byte[] bytes) {
        int slot = slotOf(bytes);
        if (texts[slot] != 0) return texts[slot];
        if (2 * (used + 1) > texts.length) {
            grow();
            slot = slotOf(bytes);
        }
        used++;
        texts[slot] = store(bytes);
        return texts[slot];
    }

    private int slotOf(byte[] bytes) {
        int mask = texts.length - 1;
        int slot = spread(Arrays.hashCode(bytes)) & mask;
        while (texts[slot] != 0 && !isAt(texts[slot], bytes)) slot = slot + 1 & mask;
        return slot;
    }

    private static int spread(int hash) {
        int mixed = hash * 0x9E37_79B9;
        return mixed ^ mixed >>> 16;
    }

    /// Ends at the first difference, so that it never reads beyond the text's end.
    private static boolean isAt(long text, byte[] bytes) {
        for (int i = 0; i < bytes.length; i++) if (Memory.getByte(text + i) != bytes[i]) return false;
        return Memory.getByte(text + bytes.length) == 0;
    }

    private void grow() {
        long[] before = texts;
        texts = new long[2 * before.length];
        for (long text : before) if (text != 0) texts[slotOf(CStrings.bytes(text))] = text;
    }

    private long store(byte[] bytes) {
        long size = bytes.length + 1L;
        if (size > left) reserve(size);
        long text = next;
        Memory.copy(bytes, text);
        Memory.putByte(text + bytes.length, (byte) 0);
        next += size;
        left -= size;
        return text;
    }

    /// Starts a new block; the rest of the old one is not used.
    private void reserve(long size) {
        left = Math.max(size, BLOCK_BYTES);
        next = process.allocate(left, 1).address();
    }
}
