package io.rocprofiler.sdk.internal.gpu;

import io.rocprofiler.abi.internal.NativeThread;
import io.rocprofiler.sdk.internal.seam.Memory;

/// Whether a thread is telling tools about GPU work: calls that it makes meanwhile must not wait for such work. C
/// counts in the same word.
///
/// Thread rule: the thread itself, with its block.
final class GpuThread {
    private GpuThread() {}

    static void enter(long thread) {
        add(thread, 1);
    }

    static void leave(long thread) {
        add(thread, -1);
    }

    private static void add(long thread, long change) {
        Memory.putLong(thread + NativeThread.TELLING, Memory.getLong(thread + NativeThread.TELLING) + change);
    }

    static boolean isTelling(long thread) {
        return Memory.getLong(thread + NativeThread.TELLING) != 0;
    }
}
