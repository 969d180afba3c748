package io.rocprofiler.trace.summary;

import org.jspecify.annotations.Nullable;

/// The start times of a process's latest calls by correlation id, and the ranges that they were made in: a window over
/// ascending ids.
final class LaunchTimes {

    /// The capacity for all processes together: 48 MiB.
    private static final int IN_ALL = 1 << 21;

    private static final int FIRST = 1 << 8;
    private static final int LEAST = 1 << 12;

    private final int most;
    private long[] ids = new long[FIRST];
    private long[] starts = new long[FIRST];
    private @Nullable RangePath[] paths = new @Nullable RangePath[FIRST];

    /// @param processes the number of processes that share the capacity
    LaunchTimes(int processes) {
        this.most = Math.max(LEAST, Integer.highestOneBit(IN_ALL / Math.max(1, processes)));
    }

    /// @param id not 0
    void put(long id, long startNanos, @Nullable RangePath path) {
        int place = place(id);
        while (ids[place] != 0 && ids[place] != id && ids.length < most) {
            grow();
            place = place(id);
        }
        ids[place] = id;
        starts[place] = startNanos;
        paths[place] = path;
    }

    /// Returns the ranges in which the call was made, null if there were none or they are unknown.
    @Nullable
    RangePath path(long id) {
        int place = place(id);
        return id != 0 && ids[place] == id ? paths[place] : null;
    }

    /// Returns the start time, -1 if unknown or no longer kept.
    long get(long id) {
        int place = place(id);
        return id != 0 && ids[place] == id ? starts[place] : -1;
    }

    private int place(long id) {
        return (int) id & ids.length - 1;
    }

    private void grow() {
        long[] oldIds = ids;
        long[] oldStarts = starts;
        @Nullable RangePath[] oldPaths = paths;
        ids = new long[oldIds.length * 2];
        starts = new long[ids.length];
        paths = new @Nullable RangePath[ids.length];
        for (int i = 0; i < oldIds.length; i++) {
            if (oldIds[i] != 0) {
                int place = place(oldIds[i]); // with one more bit, no two of them collide
                ids[place] = oldIds[i];
                starts[place] = oldStarts[i];
                paths[place] = oldPaths[i];
            }
        }
    }
}
