package io.rocprofiler.sdk.internal.call;

import io.rocprofiler.abi.NativeThread;
import io.rocprofiler.sdk.internal.seam.Memory;
import java.util.Arrays;

/// What a thread is inside of besides its open calls, by correlation id: roctx ranges, and regions and
/// tasks of OpenMP.
///
/// The innermost one stands in the thread's block with the newest id that the process had given when the
/// thread came to be inside of it: an open call with a newer id is inside of it, one with an older id
/// around it. Ids alone would not tell: the id of a task is that of its creation, and a thread may come to
/// it late.
///
/// Thread rule: guarded by the [ThreadState] that owns it.
final class Ancestors {
    private final long thread;
    private long[] ids = new long[8];
    private long[] since = new long[8];
    private int count;

    Ancestors(long thread) {
        this.thread = thread;
    }

    void push(long id) {
        if (count == ids.length) {
            ids = Arrays.copyOf(ids, 2 * count);
            since = Arrays.copyOf(since, 2 * count);
        }
        ids[count] = id;
        since[count++] = Correlation.latest();
        publish();
    }

    /// Removes exactly this one, wherever it stands; nothing if it does not.
    void remove(long id) {
        for (int i = count - 1; i >= 0; i--) {
            if (ids[i] != id) continue;
            System.arraycopy(ids, i + 1, ids, i, count - i - 1);
            System.arraycopy(since, i + 1, since, i, count - i - 1);
            count--;
            publish();
            return;
        }
    }

    /// Drops them without a word: the block was cleared when its thread ended, and may hold ranges of its new one by
    /// now that the engine's C keeps.
    void forget() {
        count = 0;
    }

    private void publish() {
        Memory.putLong(thread + NativeThread.RANGE_TOP_ID, count == 0 ? 0 : ids[count - 1]);
        Memory.putLong(thread + NativeThread.RANGE_TOP_SINCE, count == 0 ? 0 : since[count - 1]);
    }
}
