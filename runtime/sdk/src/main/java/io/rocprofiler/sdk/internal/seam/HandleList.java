package io.rocprofiler.sdk.internal.seam;

import io.rocprofiler.abi.NativeList;
import java.lang.foreign.Arena;

/// A `native_list_t`: where C collects the handles that HSA hands out one by one (`rpj_collect` and its like).
///
/// ```
/// do iterate with address() while (isTooShort()); take()
/// ```
///
/// Thread rule: one thread.
public final class HandleList {
    private static final int FIRST_CAPACITY = 256;

    /// Lifetime: its owner's; the runtime holds nothing in it.
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

    /// For the next iteration.
    public long address() {
        return list;
    }

    /// Whether there were more handles than room; then there is room the next time.
    public boolean isTooShort() {
        long count = Memory.getLong(list + NativeList.COUNT);
        if (count <= Memory.getLong(list + NativeList.CAPACITY)) return false;
        list = make(2 * count);
        return true;
    }

    /// The handles of the last iteration; the list is empty afterwards.
    public long[] take() {
        long[] handles = new long[(int) Memory.getLong(list + NativeList.COUNT)];
        for (int i = 0; i < handles.length; i++)
            handles[i] = Memory.getLong(list + NativeList.SIZEOF + (long) Long.BYTES * i);
        Memory.putLong(list + NativeList.COUNT, 0);
        return handles;
    }
}
