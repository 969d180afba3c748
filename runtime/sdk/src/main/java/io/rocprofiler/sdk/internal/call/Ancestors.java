package io.rocprofiler.sdk.internal.call;

import io.rocprofiler.abi.internal.NativeThread;
import io.rocprofiler.sdk.internal.seam.Memory;
import java.util.Arrays;

/// The enclosing scopes of a thread other than its open calls, by correlation id: roctx ranges, and regions and
/// tasks of OpenMP.
///
/// The thread block holds the innermost one, together with the newest id of the thread at the time when it entered
/// that: an open call with a newer id is inside of it, one with an older id around it. Ids alone do not
/// determine the nesting: the id of a task is that of its creation, and a thread may enter it much later.
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
        since[count++] = Correlation.latest(thread);
        publish();
    }

    /// Removes this id, wherever it is in the list; does nothing if it is absent.
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

    /// Drops all without publishing: the block was cleared when its thread ended, and may already hold ranges of
    /// its new thread that the C half keeps.
    void forget() {
        count = 0;
    }

    private void publish() {
        Memory.putLong(thread + NativeThread.RANGE_TOP_ID, count == 0 ? 0 : ids[count - 1]);
        Memory.putLong(thread + NativeThread.RANGE_TOP_SINCE, count == 0 ? 0 : since[count - 1]);
    }
}
