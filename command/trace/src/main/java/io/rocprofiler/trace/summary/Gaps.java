package io.rocprofiler.trace.summary;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// The longest idle times of one agent or queue.
final class Gaps {

    private static final int KEPT = 5;
    private static final String START = "(first record)";
    private static final String END = "(last record)";

    /// Longest gaps first; of equal ones the earlier.
    static final Comparator<Insights.Gap> ORDER =
            Comparator.comparingLong(Insights.Gap::nanos).reversed().thenComparingLong(Insights.Gap::startNanos);

    private final String where;
    private final IntervalUnion busy = new IntervalUnion();
    private final List<Insights.Gap> longest = new ArrayList<>(KEPT + 1);
    private String last = "";
    private String firstName = "";
    private long firstStart;
    private long least;

    Gaps(String where) {
        this.where = where;
    }

    /// Adds an interval. Intervals must arrive in the order of their start.
    void add(long start, long end, String name) {
        if (!busy.isEmpty() && start - busy.until() > least) {
            longest.add(new Insights.Gap(where, busy.until(), start, last, name));
            longest.sort(ORDER);
            if (longest.size() > KEPT) {
                longest.removeLast();
            }
            least = longest.size() == KEPT ? longest.getLast().nanos() : 0;
        }
        if (busy.isEmpty()) {
            firstStart = start;
            firstName = name;
        }
        if (busy.isEmpty() || end > busy.until()) {
            last = name;
        }
        busy.add(start, end);
    }

    /// The time in which work was done.
    long busyNanos() {
        return busy.nanos();
    }

    /// The longest gaps between two intervals.
    List<Insights.Gap> longest() {
        return longest;
    }

    /// Returns the longest gaps, including those before the first interval and after the last; empty if there was
    /// no work.
    List<Insights.Gap> longest(long startNanos, long endNanos) {
        List<Insights.Gap> all = new ArrayList<>(longest);
        if (!busy.isEmpty() && firstStart > startNanos) {
            all.add(new Insights.Gap(where, startNanos, firstStart, START, firstName));
        }
        if (!busy.isEmpty() && endNanos > busy.until()) {
            all.add(new Insights.Gap(where, busy.until(), endNanos, last, END));
        }
        all.sort(ORDER);
        return all.subList(0, Math.min(KEPT, all.size()));
    }
}
