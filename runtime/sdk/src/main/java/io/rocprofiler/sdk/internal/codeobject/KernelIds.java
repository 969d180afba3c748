package io.rocprofiler.sdk.internal.codeobject;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/// Which kernel a kernel object is: from the address that a dispatch packet names to the kernel id of its symbol.
///
/// A hash table with linear probing. An address stays in it for ever once it was there, as runtimes use the same ones
/// again; a kernel that is unloaded has id 0.
///
/// Assumptions: no kernel object is 0. Thread rule: [#get] from any thread, without a lock, while others change the
/// table; [#put] and [#remove] exclude one another. Guarantees: a get that starts after a put has returned sees it.
final class KernelIds {
    private static final int FIRST_CAPACITY = 1024;
    private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);

    /// Kernel object and id, in turns; the id is written first. A power of two entries, at most half of them used.
    private volatile long[] table = new long[2 * FIRST_CAPACITY];

    private int used;

    /// The id of a kernel object, or 0 when nothing is known of it.
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

    /// Forgets a kernel object, unless it has become another kernel's meanwhile.
    synchronized void remove(long kernelObject, long id) {
        if (kernelObject != 0 && get(kernelObject) == id) insert(table, kernelObject, 0);
    }

    /// A table twice as large, or as large as before when most of it was unloaded: that need not move along.
    private void grow() {
        long[] old = table;
        int live = 0;
        for (int i = 0; i < old.length; i += 2) if (old[i + 1] != 0) live++;
        long[] grown = new long[8 * live > old.length ? 2 * old.length : old.length];
        for (int i = 0; i < old.length; i += 2) if (old[i + 1] != 0) insert(grown, old[i], old[i + 1]);
        used = live;
        table = grown;
    }

    /// Kernel objects that there is room for, twice as many as may be used.
    int capacity() {
        return table.length / 2;
    }

    /// Returns whether the object was not there before.
    private static boolean insert(long[] entries, long kernelObject, long id) {
        int i = home(kernelObject, entries);
        while (entries[i] != 0 && entries[i] != kernelObject) i = next(i, entries);
        boolean added = entries[i] == 0;
        LONGS.setRelease(entries, i + 1, id);
        LONGS.setRelease(entries, i, kernelObject);
        return added;
    }

    /// Kernel descriptors lie 64 bytes apart: the low bits of an address say nothing.
    private static int home(long kernelObject, long[] entries) {
        long hash = kernelObject * 0x9E37_79B9_7F4A_7C15L;
        return 2 * ((int) (hash >>> 33) & (entries.length / 2 - 1));
    }

    private static int next(int i, long[] entries) {
        return (i + 2) & (entries.length - 1);
    }
}
