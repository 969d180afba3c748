package io.rocprofiler.roctx;

import java.lang.foreign.Arena;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// Texts in C's form, for those that come again: a text is kept when it is seen for the second time, so
/// that texts which never repeat do not fill the table. What is kept is never freed, as another thread may
/// just be showing it to C; what there is no room for is not kept.
///
/// At most [#SLOTS] texts of [#MAX_BYTES] bytes each: 1 MiB. Reading is wait-free and allocates nothing.
///
/// Thread rule: any thread.
final class Strings {
    static final int SLOTS = 4096;
    static final int MAX_BYTES = 256;

    /// Where a text may stand: from its own slot on.
    private static final int PROBES = 8;

    private static final VarHandle ENTRY = MethodHandles.arrayElementVarHandle(Entry[].class);

    private record Entry(String text, long address) {}

    // Lifetime: that of the strings, whose addresses C sees during calls; of the process outside of tests.
    private final Arena arena;
    private final @Nullable Entry[] entries = new Entry[SLOTS];

    /// Hashes of texts seen once, each in its own slot until another one comes. Written without order: a
    /// lost one only means that the text is kept later.
    private final int[] seen = new int[SLOTS];

    Strings(Arena arena) {
        this.arena = arena;
    }

    /// The address of the text in C's form, or 0 if it is not kept.
    long find(String text) {
        int hash = spread(text.hashCode());
        for (int i = 0; i < PROBES; i++) {
            Entry entry = (Entry) ENTRY.getAcquire(entries, (hash + i) & (SLOTS - 1));
            if (entry == null) return noted(text, hash);
            if (entry.text.equals(text)) return entry.address;
        }
        return 0;
    }

    /// The text is new: notes that it has been seen, or keeps it if it was.
    private long noted(String text, int hash) {
        int slot = hash & (SLOTS - 1);
        if (seen[slot] == hash) return text.length() < MAX_BYTES ? keep(text, hash) : 0;
        seen[slot] = hash;
        return 0;
    }

    private synchronized long keep(String text, int hash) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length >= MAX_BYTES) return 0;
        for (int i = 0; i < PROBES; i++) {
            int slot = (hash + i) & (SLOTS - 1);
            Entry entry = entries[slot];
            if (entry == null) {
                entry = new Entry(text, arena.allocateFrom(text).address());
                ENTRY.setRelease(entries, slot, entry);
            }
            if (entry.text.equals(text)) return entry.address;
        }
        return 0;
    }

    /// Hash codes of similar texts differ in their low bits only now and then. Never 0, which stands for
    /// nothing seen.
    private static int spread(int hash) {
        int mixed = hash * 0x9E3779B9;
        return (mixed ^ (mixed >>> 16)) | 0x8000_0000;
    }
}
