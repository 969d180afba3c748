package io.rocprofiler.trace.summary;

/// The latest kernels and copies, to find the one that a call waited for.
final class RecentWork {

    private static final int KEPT = 256; // power of two

    private final long[] ends = new long[KEPT];
    private final String[] names = new String[KEPT];
    private int next;

    void add(long end, String name) {
        ends[next] = end;
        names[next] = name;
        next = next + 1 & KEPT - 1;
    }

    /// Returns what ended last between two times, empty if nothing did.
    String endedIn(long start, long end) {
        long last = Long.MIN_VALUE;
        String found = "";
        for (int i = 0; i < KEPT; i++) {
            if (names[i] != null && ends[i] >= start && ends[i] <= end && ends[i] > last) {
                last = ends[i];
                found = names[i];
            }
        }
        return found;
    }
}
