package io.rocprofiler.sdk.internal.marker;

import io.rocprofiler.sdk.internal.call.Event;
import io.rocprofiler.sdk.internal.call.ThreadState;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The ROC-TX ranges that a thread opened and that are not closed yet.
///
/// Thread rule: guarded by the thread's [ThreadState], because a process range may end on another thread.
final class OpenRanges implements ThreadState.Part {
    private static final ThreadState.Key<OpenRanges> KEY = new ThreadState.Key<>() {
        @Override
        public OpenRanges make(ThreadState state) {
            return new OpenRanges(state);
        }
    };

    private final ThreadState state;

    /// The pushed ranges, innermost last: only that one ends, whatever else is open.
    private final ArrayList<Event> pushed = new ArrayList<>();

    /// The others, in no order, each with its index.
    private final ArrayList<Event> started = new ArrayList<>();

    private OpenRanges(ThreadState state) {
        this.state = state;
    }

    static OpenRanges of(long thread) {
        return ThreadState.of(thread).part(KEY);
    }

    static List<Event> ofAllThreads() {
        List<Event> open = new ArrayList<>();
        for (OpenRanges ranges : ThreadState.all(KEY)) ranges.addTo(open);
        return open;
    }

    private void addTo(List<Event> open) {
        synchronized (state) {
            open.addAll(started);
            open.addAll(pushed.reversed());
        }
    }

    @Override
    public void takenOver() {
        pushed.clear();
        started.clear();
    }

    void push(Event range) {
        synchronized (state) {
            List<Event> others = RangePath.isThreadRange(range) ? pushed : started;
            range.index = others.size();
            others.add(range);
            range.owner = this;
            state.enclose(range.internalId());
        }
    }

    /// Removes this range, wherever it is among the thread's open ones.
    void remove(Event range) {
        synchronized (state) {
            if (RangePath.isThreadRange(range)) removePushed(range);
            else removeStarted(range);
            state.leave(range.internalId());
        }
    }

    private void removePushed(Event range) {
        int index = pushed.lastIndexOf(range);
        if (index >= 0) pushed.remove(index);
    }

    /// Not if the thread has ended: another thread has its ranges here since.
    private void removeStarted(Event range) {
        if (range.index >= started.size() || !started.get(range.index).equals(range)) return;
        Event last = started.removeLast();
        if (last.equals(range)) return;
        started.set(range.index, last);
        last.index = range.index;
    }

    /// Returns the innermost thread range whose push returned `level`, or null if it was pushed while no context
    /// traced it.
    @Nullable
    Event pushedAt(long level) {
        synchronized (state) {
            Event range = pushed.isEmpty() ? null : pushed.getLast();
            return range != null && range.key == level ? range : null;
        }
    }
}
