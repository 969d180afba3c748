package io.rocprofiler.sdk.internal.buffer;

import io.rocprofiler.abi.BufferTracingMarkerApiRecord;
import io.rocprofiler.sdk.internal.seam.Memory;
import java.util.concurrent.locks.LockSupport;

/// Records back to back in memory: each begins with its size, 0 until it is committed, [#PADDING] where no
/// more follow.
public final class Records {
    static final long PADDING = -1;

    private static final int SPINS = 200;
    private static final long PAUSE_NANOS = 50_000;

    private Records() {}

    /// Adds the records in `[base, end)`, waiting for each to be committed.
    ///
    /// @return false if a record was not committed in time: the records after it cannot be found
    static boolean collect(long base, long end, RecordHeaders into, long patienceNanos) {
        long at = base;
        while (at < end) {
            long size = Memory.getLongAcquire(at);
            if (size == 0) size = await(at, patienceNanos);
            if (size == 0) return false;
            if (size == PADDING) return true;
            long step = size + 7 & -8;
            // Of records of one size in a row, the address of the next does not depend on what was read, so that the
            // processor fetches several of them from other processors' caches at a time.
            do {
                into.add(at);
                at += step;
            } while (at < end && Memory.getLongAcquire(at) == size);
        }
        return true;
    }

    /// The offset of kind and operation in every record.
    private static final int KIND = BufferTracingMarkerApiRecord.KIND;

    /// Writes kind and operation in one store.
    public static void kind(long record, long kindAndOperation) {
        Memory.putLong(record + KIND, kindAndOperation);
    }

    /// Marks the rest of a piece as empty, for a claim that crosses its end.
    static void pad(long address) {
        Memory.putLongRelease(address, PADDING);
    }

    /// Waits for a record whose writer is between claim and commit. That takes nanoseconds unless the writer was
    /// preempted or has died there.
    private static long await(long address, long patienceNanos) {
        for (int i = 0; i < SPINS; i++) {
            Thread.onSpinWait();
            long size = Memory.getLongAcquire(address);
            if (size != 0) return size;
        }
        long start = System.nanoTime();
        while (System.nanoTime() - start < patienceNanos) {
            pause();
            long size = Memory.getLongAcquire(address);
            if (size != 0) return size;
        }
        return Memory.getLongAcquire(address);
    }

    /// Lets another thread run that was preempted, or has died, in the middle of something short.
    static void pause() {
        LockSupport.parkNanos(PAUSE_NANOS);
    }
}
