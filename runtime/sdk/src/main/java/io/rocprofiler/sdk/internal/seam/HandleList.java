package io.rocprofiler.sdk.internal.seam;

import io.rocprofiler.abi.internal.NativeList;
import java.lang.foreign.Arena;

/// A `native_list_t`, in which C collects the handles that HSA passes to callbacks (`rpj_collect` and
/// similar functions).
///
/// ```
/// do iterate with address() while (isTooShort()); take()
/// ```
///
/// Thread rule: one thread.
public final class HandleList {
    private static final int FIRST_CAPACITY = 256;

    /// Lifetime: that of its owner; the runtime keeps no pointer into it.
    private final Arena arena;

    private long list;

    public HandleList(Arena arena) {
        this.arena = arena;
        list = make(FIRST_CAPACITY);
    }

    private long make(long capacity) {
        long made = arena.allocate(NativeList.SIZEOF + Long.BYTES * capacity, Long.BYTES)
                .address();
        Memory.putLong(made + NativeList.CAPACITY, capacity);
        return made;
    }

    /// The address for the next iteration.
    public long address() {
        return list;
    }

    /// Whether there were more handles than room; if so, makes room for the next iteration.
    public boolean isTooShort() {
        long count = Memory.getLong(list + NativeList.COUNT);
        if (count <= Memory.getLong(list + NativeList.CAPACITY)) return false;
        list = make(2 * count);
        return true;
    }

    /// Returns the handles of the last iteration, and empties the list.
    public long[] take() {
        long[] handles = new long[(int) Memory.getLong(list + NativeList.COUNT)];
        for (int i = 0; i < handles.length; i++)
            handles[i] = Memory.getLong(list + NativeList.SIZEOF + (long) Long.BYTES * i);
        Memory.putLong(list + NativeList.COUNT, 0);
        return handles;
    }
}
