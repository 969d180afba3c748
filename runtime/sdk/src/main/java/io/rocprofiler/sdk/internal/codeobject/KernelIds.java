package io.rocprofiler.sdk.internal.codeobject;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/// Maps kernel objects, the addresses in dispatch packets, to the kernel ids of their symbols.
///
/// A hash table with linear probing. An address is never removed, because runtimes reuse addresses; an unloaded
/// kernel has id 0.
///
/// Assumptions: no kernel object is 0. Thread rule: [#get] from any thread, without a lock, concurrently with
/// changes; [#put] and [#remove] exclude one another. Guarantees: a get that starts after a put has returned
/// sees it.
final class KernelIds {
    private static final int FIRST_CAPACITY = 1024;
    private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);

    /// Kernel object and id, alternating; the id is written first. A power of two entries, at most half of
    /// them used.
    private volatile long[] table = new long[2 * FIRST_CAPACITY];

    private int used;

    /// Returns the id of a kernel object, or 0 if it is unknown.
    long get(long kernelObject) {
        long[] entries = table;
        for (int i = home(kernelObject, entries); ; i = next(i, entries)) {
            long key = (long) LONGS.getAcquire(entries, i);
            if (key == kernelObject) return (long) LONGS.getAcquire(entries, i + 1);
            if (key == 0) return 0;
        }
    }

    synchronized void put(long kernelObject, long id) {
        if (kernelObject == 0) return;
        if (4 * (used + 1) > table.length) grow();
        if (insert(table, kernelObject, id)) used++;
    }

    /// Removes a kernel object, unless it has become another kernel's meanwhile.
    synchronized void remove(long kernelObject, long id) {
        if (kernelObject != 0 && get(kernelObject) == id) insert(table, kernelObject, 0);
    }

    /// Allocates a table twice as large, or of the same size if most kernels were unloaded: those are not copied.
    private void grow() {
        long[] old = table;
        int live = 0;
        for (int i = 0; i < old.length; i += 2) if (old[i + 1] != 0) live++;
        long[] grown = new long[8 * live > old.length ? 2 * old.length : old.length];
        for (int i = 0; i < old.length; i += 2) if (old[i + 1] != 0) insert(grown, old[i], old[i + 1]);
        used = live;
        table = grown;
    }

    /// The number of entries, twice as many as may be used.
    int capacity() {
        return table.length / 2;
    }

    /// Inserts an entry. Returns whether the object is new.
    private static boolean insert(long[] entries, long kernelObject, long id) {
        int i = home(kernelObject, entries);
        while (entries[i] != 0 && entries[i] != kernelObject) i = next(i, entries);
        boolean added = entries[i] == 0;
        LONGS.setRelease(entries, i + 1, id);
        LONGS.setRelease(entries, i, kernelObject);
        return added;
    }

    /// Returns the first index to probe. Kernel descriptors are 64 bytes apart, so the low bits of an address carry
    /// no information.
    private static int home(long kernelObject, long[] entries) {
        long hash = kernelObject * 0x9E37_79B9_7F4A_7C15L;
        return 2 * ((int) (hash >>> 33) & (entries.length / 2 - 1));
    }

    private static int next(int i, long[] entries) {
        return (i + 2) & (entries.length - 1);
    }
}
