package io.rocprofiler.trace;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// The longest times in which one agent or queue did nothing.
final class Gaps {

    private static final int KEPT = 5;

    /// The longest first; of equal ones the earlier.
    static final Comparator<Insights.Gap> ORDER =
            Comparator.comparingLong(Insights.Gap::nanos).reversed().thenComparingLong(Insights.Gap::startNanos);

    private final String where;
    private final Cover cover = new Cover();
    private final List<Insights.Gap> longest = new ArrayList<>(KEPT + 1);
    private String last = "";
    private long least;

    Gaps(String where) {
        this.where = where;
    }

    /// In the order of starts.
    void add(long start, long end, String name) {
        if (!cover.isEmpty() && start - cover.until() > least) {
            longest.add(new Insights.Gap(where, cover.until(), start, last, name));
            longest.sort(ORDER);
            if (longest.size() > KEPT) {
                longest.removeLast();
            }
            least = longest.size() == KEPT ? longest.getLast().nanos() : 0;
        }
        if (cover.isEmpty() || end > cover.until()) {
            last = name;
        }
        cover.add(start, end);
    }

    /// The time in which something was done.
    long busyNanos() {
        return cover.nanos();
    }

    List<Insights.Gap> longest() {
        return longest;
    }
}
