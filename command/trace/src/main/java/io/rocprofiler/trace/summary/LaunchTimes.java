package io.rocprofiler.trace.summary;

/// The start times of a process's latest calls by correlation id: a window over ascending ids.
final class LaunchTimes {

    /// The capacity for all processes together: 32 MiB.
    private static final int IN_ALL = 1 << 21;

    private static final int FIRST = 1 << 8;
    private static final int LEAST = 1 << 12;

    private final int most;
    private long[] ids = new long[FIRST];
    private long[] starts = new long[FIRST];

    /// @param processes the number of processes that share the capacity
    LaunchTimes(int processes) {
        this.most = Math.max(LEAST, Integer.highestOneBit(IN_ALL / Math.max(1, processes)));
    }

    /// @param id not 0
    void put(long id, long startNanos) {
        int place = place(id);
        while (ids[place] != 0 && ids[place] != id && ids.length < most) {
            grow();
            place = place(id);
        }
        ids[place] = id;
        starts[place] = startNanos;
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
        ids = new long[oldIds.length * 2];
        starts = new long[ids.length];
        for (int i = 0; i < oldIds.length; i++) {
            if (oldIds[i] != 0) {
                int place = place(oldIds[i]); // with one more bit, no two of them collide
                ids[place] = oldIds[i];
                starts[place] = oldStarts[i];
            }
        }
    }
}
