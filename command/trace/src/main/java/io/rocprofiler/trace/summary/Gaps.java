package io.rocprofiler.trace.summary;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// The longest times in which one agent or queue did nothing.
final class Gaps {

    private static final int KEPT = 5;
    private static final String START = "(first record)";
    private static final String END = "(last record)";

    /// The longest first; of equal ones the earlier.
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

    /// In the order of starts.
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

    /// The time in which something was done.
    long busyNanos() {
        return busy.nanos();
    }

    /// Between one thing and the next.
    List<Insights.Gap> longest() {
        return longest;
    }

    /// With the times before the first thing and after the last one; none if nothing was ever done.
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
