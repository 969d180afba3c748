package io.rocprofiler.sdk.internal.call;

import java.util.Arrays;

/// Ids with work that outlives its call: an id is retired when the call and all its work have ended.
///
/// Ids are in parts, each with its own lock. Threads that contend take ids in blocks (`ids.h`), and so use different
/// parts. A call without work takes no lock unless others of its part have some.
///
/// Thread rule: any thread.
final class HeldIds {
    /// Returned where more is to end.
    static final long STILL_HELD = -1;

    private static final int PARTS = 64;
    private static final int LEAST_PLACES = 64;

    /// Log2 of the least number of ids in a block.
    private static final int BLOCK_SHIFT = 6;

    private final Part[] parts = new Part[PARTS];

    HeldIds() {
        Arrays.setAll(parts, i -> new Part(LEAST_PLACES));
    }

    private Part of(long id) {
        return parts[(int) (id >>> BLOCK_SHIFT) & (PARTS - 1)];
    }

    /// Counts submitted work with this id.
    ///
    /// @param isOwn whether no call has the id
    void retain(long id, boolean isOwn) {
        Part part = of(id);
        synchronized (part) {
            part.retain(id, isOwn);
        }
    }

    /// Counts completed work with this id. Returns the latest of all ends if that was the last, or [#STILL_HELD].
    long release(long id, long endNanos) {
        Part part = of(id);
        synchronized (part) {
            int place = part.find(id);
            if (place < 0) return STILL_HELD;
            part.ends[place] = Math.max(part.ends[place], endNanos);
            part.works[place]--;
            return part.isCallOpen[place] ? STILL_HELD : part.ended(place);
        }
    }

    /// Ends the call with this id. Returns the latest of all ends, or [#STILL_HELD].
    long close(long id, long endNanos) {
        Part part = of(id);
        if (part.count == 0) return endNanos;
        synchronized (part) {
            int place = part.find(id);
            if (place < 0) return endNanos;
            part.ends[place] = Math.max(part.ends[place], endNanos);
            part.isCallOpen[place] = false;
            return part.ended(place);
        }
    }

    /// A table with open addressing: an id is behind its place, with others and no gap between. Guarded by itself.
    private static final class Part {
        private long[] ids;
        private long[] ends;
        private int[] works;
        private boolean[] isCallOpen;

        /// Written under the lock, read without it.
        private volatile int count;

        /// @param places a power of two
        private Part(int places) {
            ids = new long[places];
            ends = new long[places];
            works = new int[places];
            isCallOpen = new boolean[places];
        }

        private static int first(long id, int places) {
            return (int) id & (places - 1);
        }

        /// Returns the place of an id, or the complement of the free place for it.
        private int find(long id) {
            int place = first(id, ids.length);
            while (ids[place] != 0 && ids[place] != id) place = (place + 1) & (ids.length - 1);
            return ids[place] == id ? place : ~place;
        }

        private void retain(long id, boolean isOwn) {
            if (2 * count >= ids.length) grow();
            int place = find(id);
            if (place < 0) {
                place = ~place;
                ids[place] = id;
                ends[place] = 0;
                works[place] = 0;
                isCallOpen[place] = !isOwn;
                setCount(count + 1);
            }
            works[place]++;
        }

        private void setCount(int now) {
            count = now;
        }

        /// Removes an id, whose call has ended, unless it has work left.
        private long ended(int place) {
            if (works[place] != 0) return STILL_HELD;
            long end = ends[place];
            remove(place);
            return end;
        }

        /// Fills the gap with the next id that may be as far ahead, and so on.
        private void remove(int place) {
            int last = ids.length - 1;
            int gap = place;
            for (int next = (gap + 1) & last; ids[next] != 0; next = (next + 1) & last) {
                int distance = (next - first(ids[next], ids.length)) & last;
                if (distance < ((next - gap) & last)) continue;
                copy(next, this, gap);
                gap = next;
            }
            ids[gap] = 0;
            setCount(count - 1);
        }

        private void copy(int place, Part to, int other) {
            to.ids[other] = ids[place];
            to.ends[other] = ends[place];
            to.works[other] = works[place];
            to.isCallOpen[other] = isCallOpen[place];
        }

        private void grow() {
            Part more = new Part(2 * ids.length);
            for (int i = 0; i < ids.length; i++) if (ids[i] != 0) copy(i, more, ~more.find(ids[i]));
            ids = more.ids;
            ends = more.ends;
            works = more.works;
            isCallOpen = more.isCallOpen;
        }
    }
}
