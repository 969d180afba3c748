package io.rocprofiler.sdk.internal.tool;

import io.rocprofiler.abi.internal.NativeThread;
import io.rocprofiler.sdk.CallbackRecord;
import io.rocprofiler.sdk.internal.call.ThreadState;
import io.rocprofiler.sdk.internal.seam.Memory;
import io.rocprofiler.sdk.internal.seam.NativePeek;
import io.rocprofiler.sdk.internal.view.CallbackViews;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

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

    /// What [ThreadState] knows too, found with fewer loads: by the index of a thread's block.
    private static volatile @Nullable ThreadViews[] known = new @Nullable ThreadViews[0];

    private CallbackViews[] views = {new CallbackViews(NativePeek.PROCESS)};
    private int inUse;
    private long threadId;

    private ThreadViews() {}

    static ThreadViews of(long thread) {
        @Nullable ThreadViews[] all = known;
        long index = Memory.getLong(thread + NativeThread.JAVA_INDEX);
        ThreadViews own = index < all.length ? all[(int) index] : null;
        return own != null && own.threadId == Memory.getLong(thread + NativeThread.TID) ? own : find(thread);
    }

    /// The first callback of a thread.
    private static synchronized ThreadViews find(long thread) {
        ThreadViews own = ThreadState.of(thread).part(KEY);
        own.threadId = Memory.getLong(thread + NativeThread.TID);
        int index = (int) Memory.getLong(thread + NativeThread.JAVA_INDEX);
        @Nullable ThreadViews[] all = Arrays.copyOf(known, Math.max(known.length, index + 1));
        all[index] = own;
        known = all;
        return own;
    }

    @Override
    public void takenOver() {
        inUse = 0;
    }

    /// Returns the view of a callback, until [#end(CallbackRecord)].
    CallbackRecord begin(long record, long userData) {
        if (inUse == views.length) deepen();
        CallbackRecord shown = views[inUse].show(record, userData);
        inUse++;
        return shown;
    }

    private void deepen() {
        views = Arrays.copyOf(views, inUse + 1);
        views[inUse] = new CallbackViews(NativePeek.PROCESS);
    }

    void end(CallbackRecord shown) {
        CallbackViews.hide(shown);
        inUse--;
    }
}
