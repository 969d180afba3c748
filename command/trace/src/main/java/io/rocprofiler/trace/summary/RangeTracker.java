package io.rocprofiler.trace.summary;

import io.rocprofiler.trace.summary.RangeRow.Time;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/// Follows the ranges of one process, its waiting calls and its GPU work, in the order of their start.
///
/// A range is inside the last range of its thread that contains it wholly; ranges that cross are beside each other.
/// Memory holds the ranges that are open at the current time only.
final class RangeTracker {

    /// Distinct names of ranges; further ones share a row.
    private static final int MOST_NAMES = 10_000;

    private static final String OTHERS = "(other names)";

    private final Map<String, RangeRow> rows;
    private final WaitTable waits;
    private final Map<Long, TracedThread> threads = new HashMap<>();
    private final PriorityQueue<Open> ending = new PriorityQueue<>(Comparator.comparingLong(Open::end));
    private final IntervalUnion busy = new IntervalUnion();
    private final RecentWork recent = new RecentWork();

    private static final class TracedThread {
        final List<Open> ranges = new ArrayList<>();
        long waitedUntil = Long.MIN_VALUE;
    }

    /// A range or a waiting call that has begun.
    ///
    /// @param outer the range that contains it
    /// @param path of the range, null for a call
    /// @param call that waits, empty for a range
    /// @param busyNanos of the GPUs before its start
    private record Open(
            long start,
            long end,
            @Nullable Open outer,
            @Nullable RangePath path,
            String call,
            long busyNanos) {}

    /// @param rows the rows of all processes
    RangeTracker(Map<String, RangeRow> rows, WaitTable waits) {
        this.rows = rows;
        this.waits = waits;
    }

    /// Ends what ended before `nanos`; call it before each record with the record's start.
    void until(long nanos) {
        while (!ending.isEmpty() && ending.element().end() <= nanos) {
            close(ending.remove());
        }
    }

    void range(long threadId, long start, long end, String name) {
        List<Open> open = opened(threadId, start).ranges;
        Open outer = null;
        for (Open range : open) {
            outer = range.end() >= end ? range : outer;
        }
        RangeRow row = row(name);
        RangePath around = outer == null ? null : outer.path();
        RangePath path = around == null ? RangePath.of(row) : around.inside(row);
        row.count();
        add(path, around, Time.WHOLE, end - start);
        Open made = new Open(start, end, outer, path, "", busyBefore(start));
        open.add(made);
        ending.add(made);
    }

    private RangeRow row(String name) {
        RangeRow known = rows.get(name);
        if (known != null) {
            return known;
        }
        String shown = rows.size() < MOST_NAMES ? name : OTHERS;
        return rows.computeIfAbsent(shown, RangeRow::new);
    }

    /// Adds the time of a range: to its name unless a range around it counts it already, and from the own time of the
    /// range around it to its own.
    private static void add(RangePath path, @Nullable RangePath around, Time time, long nanos) {
        if (!path.repeated()) {
            path.row.add(time, nanos);
        }
        path.row.addOwn(time, nanos);
        if (around != null) {
            around.row.addOwn(time, -nanos);
        }
    }

    /// Adds a call that waits for a GPU. A waiting call inside another one counts once.
    void waited(long threadId, long start, long end, String name) {
        TracedThread thread = opened(threadId, start);
        if (end <= thread.waitedUntil) {
            return;
        }
        long nanos = end - Math.max(start, thread.waitedUntil);
        thread.waitedUntil = end;
        RangePath path = innermost(thread);
        if (path != null) {
            path.row.addOwn(Time.WAITING, nanos);
            path.forEachRow(row -> row.add(Time.WAITING, nanos));
        }
        ending.add(new Open(start, end, null, null, name, busyBefore(start)));
    }

    /// Returns the ranges in which a thread is.
    @Nullable
    RangePath path(long threadId, long at) {
        return threads.containsKey(threadId) ? innermost(opened(threadId, at)) : null;
    }

    private static @Nullable RangePath innermost(TracedThread thread) {
        return thread.ranges.isEmpty() ? null : thread.ranges.getLast().path();
    }

    private TracedThread opened(long threadId, long at) {
        TracedThread thread = threads.computeIfAbsent(threadId, _ -> new TracedThread());
        thread.ranges.removeIf(range -> range.end() <= at);
        return thread;
    }

    /// Adds a kernel or a copy.
    ///
    /// @param path where it was launched, null if in no range or unknown
    void work(long start, long end, String name, @Nullable RangePath path) {
        busy.add(start, end);
        recent.add(end, name);
        if (path != null) {
            path.row.ownWork.add(start, end);
            path.forEachRow(row -> row.work.add(start, end));
        }
    }

    /// The time with GPU work before `at`. Everything that starts before `at` has been added, and nothing else.
    private long busyBefore(long at) {
        return busy.isEmpty() ? 0 : busy.nanos() - Math.max(0, busy.until() - at);
    }

    private void close(Open open) {
        long idle = open.end() - open.start() - (busyBefore(open.end()) - open.busyNanos());
        RangePath path = open.path();
        if (path == null) {
            String what = recent.endedIn(open.start(), open.end());
            waits.add(open.call(), what, open.end() - open.start(), idle);
        } else {
            Open outer = open.outer();
            add(path, outer == null ? null : outer.path(), Time.IDLE, idle);
        }
    }

    /// Ends everything.
    void finish() {
        until(Long.MAX_VALUE);
    }
}
