package io.rocprofiler.sdk.internal.gpu;

import io.rocprofiler.abi.internal.NativeQueue;
import io.rocprofiler.sdk.internal.seam.Memory;
import java.util.ArrayDeque;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The queues whose packets the engine sees, until they are destroyed.
///
/// Thread rule: any thread.
final class GpuQueues {
    private volatile GpuQueue[] all = new GpuQueue[0];

    /// By number, less one. Null where the queue of that number has been removed.
    private volatile @Nullable GpuQueue[] numbered = new @Nullable GpuQueue[1];

    private final ArrayDeque<Integer> freeNumbers = new ArrayDeque<>();
    private int lastNumber;

    /// Adds a queue, and writes its number into its `native_queue_t`.
    synchronized void add(GpuQueue queue, long address) {
        GpuQueue[] grown = Arrays.copyOf(all, all.length + 1);
        grown[grown.length - 1] = queue;
        all = grown;
        int number = freeNumbers.isEmpty() ? ++lastNumber : freeNumbers.pop();
        @Nullable GpuQueue[] slots = numbered;
        if (number > slots.length) slots = Arrays.copyOf(slots, 2 * number);
        slots[number - 1] = queue;
        numbered = slots;
        Memory.putLongRelease(address + NativeQueue.NUMBER, number);
    }

    /// Removes a queue that is about to be destroyed; without a number its `native_queue_t` may become another's.
    synchronized void remove(GpuQueue queue, long address) {
        int at = 0;
        while (all[at] != queue) at++;
        GpuQueue[] rest = Arrays.copyOf(all, all.length - 1);
        System.arraycopy(all, at + 1, rest, at, rest.length - at);
        all = rest;
        int number = (int) Memory.getLongAcquire(address + NativeQueue.NUMBER);
        numbered[number - 1] = null;
        freeNumbers.push(number);
        Memory.putLongRelease(address + NativeQueue.NUMBER, 0);
    }

    /// Returns the queue of a `native_queue_t`, or null if it is not known yet, or no longer.
    @Nullable
    GpuQueue at(long address) {
        int number = (int) Memory.getLongAcquire(address + NativeQueue.NUMBER);
        return number == 0 ? null : numbered[number - 1];
    }

    /// Those that are known now, in the order of their creation.
    GpuQueue[] all() {
        return all;
    }

    /// Whether there has been any.
    synchronized boolean wereMade() {
        return lastNumber != 0;
    }
}
