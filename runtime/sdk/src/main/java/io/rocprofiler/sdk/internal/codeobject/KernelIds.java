package io.rocprofiler.sdk.internal.codeobject;

import io.rocprofiler.abi.internal.NativeKernelIds;
import io.rocprofiler.sdk.internal.seam.Memory;
import java.lang.foreign.Arena;
import java.util.function.LongSupplier;

/// Maps kernel objects, the addresses in dispatch packets, to the kernel ids of their symbols. C reads it by
/// the functions of `kernel_ids.h`, from any thread, without a lock, concurrently with changes.
///
/// A hash table with linear probing in native memory. An address is never removed, because runtimes reuse
/// addresses; an unloaded kernel has id 0.
///
/// Assumptions: no kernel object is 0. Thread rule: any thread; one lock. Guarantees: a reader that starts after a put
/// has returned sees it. Memory: of a table that has become too small, no more than of its successor; one that had to
/// be
/// cleared is used again for the next.
final class KernelIds {
    private static final int FIRST_CAPACITY = 1024;

    /// Kernel object and id; the id is written first.
    private static final int ENTRY_BYTES = 2 * Long.BYTES;

    private static final int ID = Long.BYTES;

    private final LongSupplier place;

    /// A `native_kernel_ids_t`: the table, of a power of two entries, at most half of them used. Its version is odd
    /// while another table takes its place. 0 before the first use.
    private volatile long shared;

    private int used;

    /// A table of the same size as the present one, or 0.
    private long spare;

    /// @param place the address of a `native_kernel_ids_t`, asked at the first use
    KernelIds(LongSupplier place) {
        this.place = place;
    }

    private long shared() {
        long known = shared;
        return known != 0 ? known : share();
    }

    private synchronized long share() {
        if (shared == 0) {
            long address = place.getAsLong();
            publish(address, allocate(FIRST_CAPACITY), FIRST_CAPACITY);
            shared = address;
        }
        return shared;
    }

    /// Returns the id of a kernel object, or 0 if it is unknown.
    synchronized long get(long kernelObject) {
        long table = table();
        long last = capacity() - 1L;
        long i = home(kernelObject, last);
        while (true) {
            long key = Memory.getLong(table + i * ENTRY_BYTES);
            if (key == kernelObject) return Memory.getLong(table + i * ENTRY_BYTES + ID);
            if (key == 0) return 0;
            i = i + 1 & last;
        }
    }

    synchronized void put(long kernelObject, long id) {
        if (kernelObject == 0) return;
        if (2 * (used + 1) > capacity()) grow();
        if (insert(table(), capacity(), kernelObject, id)) used++;
    }

    /// Removes a kernel object, unless it has become another kernel's meanwhile.
    synchronized void remove(long kernelObject, long id) {
        if (kernelObject != 0 && get(kernelObject) == id) insert(table(), capacity(), kernelObject, 0);
    }

    /// Makes a table twice as large, or of the same size if most kernels were unloaded: those are not copied.
    private void grow() {
        long old = table();
        int capacity = capacity();
        int live = 0;
        for (int i = 0; i < capacity; i++) if (Memory.getLong(old + (long) i * ENTRY_BYTES + ID) != 0) live++;
        boolean isLarger = 4 * live > capacity;
        int grown = isLarger ? 2 * capacity : capacity;
        long table = isLarger || spare == 0 ? allocate(grown) : spare;
        for (long at = table; at < table + (long) grown * ENTRY_BYTES; at += Long.BYTES) Memory.putLongRelease(at, 0);
        for (int i = 0; i < capacity; i++) {
            long entry = old + (long) i * ENTRY_BYTES;
            if (Memory.getLong(entry + ID) != 0)
                insert(table, grown, Memory.getLong(entry), Memory.getLong(entry + ID));
        }
        used = live;
        publish(shared(), table, grown);
        spare = isLarger ? 0 : old;
    }

    private static long allocate(int capacity) {
        return Arena.global()
                .allocate((long) capacity * ENTRY_BYTES, Long.BYTES)
                .address();
    }

    private static void publish(long shared, long table, int capacity) {
        long version = Memory.getLong(shared + NativeKernelIds.VERSION);
        Memory.putLongVolatile(shared + NativeKernelIds.VERSION, version + 1);
        Memory.putLongVolatile(shared + NativeKernelIds.ENTRIES, table);
        Memory.putLongVolatile(shared + NativeKernelIds.LAST, capacity - 1);
        Memory.putLongVolatile(shared + NativeKernelIds.VERSION, version + 2);
    }

    private long table() {
        return Memory.getLong(shared() + NativeKernelIds.ENTRIES);
    }

    /// The number of entries, twice as many as may be used.
    int capacity() {
        return (int) Memory.getLong(shared() + NativeKernelIds.LAST) + 1;
    }

    /// Inserts an entry. Returns whether the object is new.
    private static boolean insert(long table, int capacity, long kernelObject, long id) {
        long last = capacity - 1L;
        long i = home(kernelObject, last);
        long known = Memory.getLong(table + i * ENTRY_BYTES);
        while (known != 0 && known != kernelObject) {
            i = i + 1 & last;
            known = Memory.getLong(table + i * ENTRY_BYTES);
        }
        Memory.putLongRelease(table + i * ENTRY_BYTES + ID, id);
        Memory.putLongRelease(table + i * ENTRY_BYTES, kernelObject);
        return known == 0;
    }

    /// Returns the first entry to probe, the same as in C. Kernel descriptors are 64 bytes apart, so the low bits
    /// of an address carry no information.
    private static long home(long kernelObject, long last) {
        return (kernelObject * 0x9E37_79B9_7F4A_7C15L) >>> 33 & last;
    }
}
