package io.rocprofiler.sdk.internal.gpu;

import io.rocprofiler.abi.internal.NativeQueue;
import io.rocprofiler.sdk.internal.seam.Memory;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The queues whose packets the engine sees, in the order of their creation. Queues are never removed.
///
/// Thread rule: any thread.
final class GpuQueues {
    private volatile WorkQueue[] all = new WorkQueue[0];

    /// Adds a queue, and writes its number into its `native_queue_t`.
    synchronized void add(WorkQueue queue, long address) {
        WorkQueue[] grown = Arrays.copyOf(all, all.length + 1);
        grown[grown.length - 1] = queue;
        all = grown;
        Memory.putLongRelease(address + NativeQueue.NUMBER, grown.length);
    }

    /// Returns the queue of a `native_queue_t`, or null if it is not known yet.
    @Nullable
    WorkQueue at(long address) {
        int number = (int) Memory.getLongAcquire(address + NativeQueue.NUMBER);
        return number == 0 ? null : all[number - 1];
    }

    WorkQueue[] all() {
        return all;
    }
}
