package io.rocprofiler.sdk.internal.seam;

import io.rocprofiler.abi.internal.NativeLink;
import io.rocprofiler.abi.internal.NativeThread;

/// All thread blocks of the process, including those of ended threads: they are never freed. Thread rule:
/// any thread.
public final class ThreadBlocks {
    private ThreadBlocks() {}

    /// Frames that an exception or `longjmp` left.
    public static long abandoned() {
        return sum(NativeThread.ABANDONED);
    }

    /// Calls that were not traced on purpose.
    public static long passedThrough() {
        return sum(NativeThread.PASSED_THROUGH);
    }

    /// Calls that have begun and not returned.
    public static long open() {
        long total = 0;
        long block = Memory.getLongAcquire(Native.linked(NativeLink.THREADS));
        for (; block != 0; block = Memory.getLong(block + NativeThread.NEXT)) {
            total += Memory.getInt(block + NativeThread.DEPTH);
        }
        return total;
    }

    /// Counts also in the header of the process's trace segment, if there is one, where the count survives a kill.
    public static void count(int counter, int calls) {
        long header = Memory.getLongAcquire(Native.address(NativeLink.SEGMENT_HEADER));
        if (header != 0) Memory.getAndAddLong(header + counter, calls);
    }

    /// Returns what that header counts; 0 without one.
    public static long counted(int counter) {
        long header = Memory.getLongAcquire(Native.address(NativeLink.SEGMENT_HEADER));
        return header == 0 ? 0 : Memory.getLong(header + counter);
    }

    private static long sum(int counter) {
        long total = 0;
        long block = Memory.getLongAcquire(Native.linked(NativeLink.THREADS));
        for (; block != 0; block = Memory.getLong(block + NativeThread.NEXT)) total += Memory.getLong(block + counter);
        return total;
    }
}
