package io.rocprofiler.sdk.internal.tool;

import io.rocprofiler.sdk.internal.call.ThreadState;
import io.rocprofiler.sdk.internal.seam.NativePeek;
import io.rocprofiler.sdk.internal.view.CallbackViews;
import java.util.ArrayList;

/// The views for Java callbacks on one thread; callbacks nest if a tool calls a runtime from its callback.
///
/// Thread rule: the thread itself.
final class ThreadViews implements ThreadState.Part {
    private static final ThreadState.Key<ThreadViews> KEY = new ThreadState.Key<>() {
        @Override
        public ThreadViews make(ThreadState state) {
            return new ThreadViews();
        }
    };

    private final ArrayList<CallbackViews> views = new ArrayList<>();
    private int inUse;

    private ThreadViews() {}

    static ThreadViews of(long thread) {
        return ThreadState.of(thread).part(KEY);
    }

    @Override
    public void takenOver() {
        inUse = 0;
    }

    /// Returns views for one callback, until [#giveBack].
    CallbackViews take() {
        if (inUse == views.size()) views.add(new CallbackViews(NativePeek.PROCESS));
        return views.get(inUse++);
    }

    void giveBack() {
        inUse--;
    }
}
