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
    private final ArrayList<Event> ranges = new ArrayList<>();

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
            open.addAll(ranges);
        }
    }

    @Override
    public void takenOver() {
        ranges.clear();
    }

    void push(Event range) {
        synchronized (state) {
            ranges.add(range);
            range.owner = this;
            state.enclose(range.internalId());
        }
    }

    /// Removes this range, wherever it is among the thread's open ones.
    void remove(Event range) {
        synchronized (state) {
            ranges.remove(range);
            state.leave(range.internalId());
        }
    }

    /// Returns the innermost thread range whose push returned `level`, or null if it was pushed while no context
    /// traced it.
    @Nullable
    Event pushedAt(long level) {
        synchronized (state) {
            for (int i = ranges.size() - 1; i >= 0; i--) {
                Event range = ranges.get(i);
                if (RangePath.isThreadRange(range)) return range.key == level ? range : null;
            }
            return null;
        }
    }
}
