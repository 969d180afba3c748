package io.rocprofiler.sdk.internal.call;

import io.rocprofiler.abi.internal.NativeThread;
import io.rocprofiler.sdk.internal.seam.Memory;
import java.util.Arrays;

/// The regions and tasks of OpenMP that enclose what a thread does, by correlation id. (Ranges of ROC-TX: `ranges.h`.)
///
/// The thread block holds the innermost one, together with the newest id of the thread at the time when it entered
/// that: an open call with a newer id is inside of it, one with an older id around it. Ids alone do not
/// determine the nesting: the id of a task is that of its creation, and a thread may enter it much later.
///
/// A scope stays at its place, from 1, until it ends. Places are linked in the order of the scopes, and found by ids in
/// a table of chains, so that no operation walks over the open scopes.
///
/// Thread rule: guarded by the [ThreadState] that owns it.
final class Ancestors {
    private static final int LEAST_PLACES = 16;

    private final long thread;
    private long[] ids = new long[LEAST_PLACES];
    private long[] since = new long[LEAST_PLACES];
    private int[] outer = new int[LEAST_PLACES];
    private int[] inner = new int[LEAST_PLACES];
    private int[] first = new int[LEAST_PLACES]; // of the chain
    private int[] next = new int[LEAST_PLACES]; // in the chain, or the next free place
    private int top;
    private int used;
    private int free;

    Ancestors(long thread) {
        this.thread = thread;
    }

    void push(long id) {
        int place = freePlace();
        ids[place] = id;
        since[place] = Correlation.latest(thread);
        outer[place] = top;
        inner[place] = 0;
        inner[top] = place;
        top = place;
        chain(place);
        publish();
    }

    private int freePlace() {
        int place = free;
        if (place != 0) {
            free = next[place];
            return place;
        }
        if (used + 1 == ids.length) grow();
        return ++used;
    }

    private void grow() {
        int places = 2 * ids.length;
        ids = Arrays.copyOf(ids, places);
        since = Arrays.copyOf(since, places);
        outer = Arrays.copyOf(outer, places);
        inner = Arrays.copyOf(inner, places);
        next = new int[places];
        first = new int[places];
        for (int place = 1; place <= used; place++) chain(place); // none is free
    }

    private void chain(int place) {
        int chain = chain(ids[place]);
        next[place] = first[chain];
        first[chain] = place;
    }

    private int chain(long id) {
        return (int) id & (first.length - 1);
    }

    /// Removes the innermost scope with this id, wherever it is in the list; does nothing if it is absent.
    void remove(long id) {
        int place = takeFromChain(id);
        if (place == 0) return;
        inner[outer[place]] = inner[place];
        if (place == top) top = outer[place];
        else outer[inner[place]] = outer[place];
        next[place] = free;
        free = place;
        publish();
    }

    private int takeFromChain(long id) {
        int chain = chain(id);
        int before = 0;
        int place = first[chain];
        while (place != 0 && ids[place] != id) {
            before = place;
            place = next[place];
        }
        if (place == 0) return 0;
        if (before == 0) first[chain] = next[place];
        else next[before] = next[place];
        return place;
    }

    /// Drops all without publishing: the block was cleared when its thread ended.
    void forget() {
        Arrays.fill(first, 0);
        top = used = free = 0;
    }

    private void publish() {
        Memory.putLong(thread + NativeThread.SCOPE_TOP_ID, top == 0 ? 0 : ids[top]);
        Memory.putLong(thread + NativeThread.SCOPE_TOP_SINCE, top == 0 ? 0 : since[top]);
    }
}
