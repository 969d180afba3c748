package io.rocprofiler.roctx;

import java.lang.foreign.Arena;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// A cache of recurring texts as C strings: a text is cached when it occurs for the second time, so that texts
/// without repetition do not fill the table. Cached strings are never freed, because another thread may be passing
/// one to C; once the table is full, texts are no longer cached.
///
/// At most [#SLOTS] texts of [#MAX_BYTES] bytes each: 1 MiB. Lookups are wait-free and allocate nothing.
///
/// Thread rule: any thread.
final class Strings {
    static final int SLOTS = 4096;
    static final int MAX_BYTES = 256;

    /// The number of slots to search for a text, from its own slot on.
    private static final int PROBES = 8;

    private static final VarHandle ENTRY = MethodHandles.arrayElementVarHandle(Entry[].class);

    private record Entry(String text, long address) {}

    // Lifetime: until the process exits (shorter in tests), because C reads the strings during calls.
    private final Arena arena;
    private final @Nullable Entry[] entries = new Entry[SLOTS];

    /// Hashes of texts seen once, each in its own slot until another text overwrites it. Written without ordering:
    /// a lost write only delays the caching of a text.
    private final int[] seen = new int[SLOTS];

    Strings(Arena arena) {
        this.arena = arena;
    }

    /// Returns the address of the text as a C string, or 0 if it is not cached.
    long find(String text) {
        int hash = spread(text.hashCode());
        for (int i = 0; i < PROBES; i++) {
            Entry entry = (Entry) ENTRY.getAcquire(entries, (hash + i) & (SLOTS - 1));
            if (entry == null) return noted(text, hash);
            if (entry.text.equals(text)) return entry.address;
        }
        return 0;
    }

    /// Notes that an unknown text has occurred, or caches it if it occurred before.
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

    /// Mixes the bits of a hash: hash codes of similar texts often share their low bits. Never returns 0, which
    /// stands for no text.
    private static int spread(int hash) {
        int mixed = hash * 0x9E3779B9;
        return (mixed ^ (mixed >>> 16)) | 0x8000_0000;
    }
}
