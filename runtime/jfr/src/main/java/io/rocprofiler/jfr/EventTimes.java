package io.rocprofiler.jfr;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import jdk.jfr.Event;
import org.jspecify.annotations.Nullable;

/// Gives events of one type times of their own. JFR's API knows only "now", but GPU work is told of when it is over.
///
/// JFR adds the fields `startTime` and `duration` to each class of events, in ticks of its clock, and `commit` keeps
/// what is in them. In a JVM that keeps times elsewhere, events have the time of their delivery.
///
/// Thread rule: any thread.
final class EventTimes {
    private final @Nullable VarHandle start;
    private final @Nullable VarHandle duration;

    private EventTimes(@Nullable VarHandle start, @Nullable VarHandle duration) {
        this.start = start;
        this.duration = duration;
    }

    /// @param lookup of the event's own class, in which JFR's fields are
    static EventTimes of(MethodHandles.Lookup lookup, Class<? extends Event> type) {
        try {
            return new EventTimes(
                    lookup.findVarHandle(type, "startTime", long.class),
                    lookup.findVarHandle(type, "duration", long.class));
        } catch (ReflectiveOperationException unlike) {
            return new EventTimes(null, null);
        }
    }

    /// Whether times can be set.
    boolean areKnown() {
        return start != null && duration != null;
    }

    /// Returns JFR's clock: the start of an event that has just begun.
    long startTicks(Event begun) {
        return start == null ? 0 : (long) start.get(begun);
    }

    void set(Event event, long startTicks, long durationTicks) {
        if (start == null || duration == null) return;
        start.set(event, startTicks);
        duration.set(event, Math.max(1, durationTicks)); // 0 would mean: until now
    }
}
