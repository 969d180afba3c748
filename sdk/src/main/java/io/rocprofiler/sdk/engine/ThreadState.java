package io.rocprofiler.sdk.engine;

import io.rocprofiler.abi.NativeThread;
import io.rocprofiler.sdk.internal.view.CallbackViews;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The Java half of a thread block: the roctx ranges that the thread opened, its scopes of OpenMP, and the
/// views that Java callbacks get.
///
/// Thread rule: `of`, the scopes and the views belong to the block's own thread; the ranges are guarded by
/// this object, because a process range may end on another thread.
final class ThreadState {
    private static final Object LOCK = new Object();
    private static volatile ThreadState[] all = new ThreadState[0];

    final long thread;
    private long threadId;
    private final Ancestors ancestors;
    private final ArrayList<Event> ranges = new ArrayList<>();
    private @Nullable OmptScopes ompt;
    private final ArrayList<CallbackViews> views = new ArrayList<>();
    private int viewsInUse;
    private int inGpu;

    private ThreadState(long thread) {
        this.thread = thread;
        ancestors = new Ancestors(thread);
    }

    static ThreadState of(long thread) {
        long index = Memory.getLong(thread + NativeThread.JAVA_INDEX);
        ThreadState state = index == 0 ? create(thread) : all[(int) index - 1];
        long threadId = Memory.getLong(thread + NativeThread.TID);
        if (state.threadId != threadId) state.takeOver(threadId);
        return state;
    }

    private static ThreadState create(long thread) {
        ThreadState state = new ThreadState(thread);
        synchronized (LOCK) {
            ThreadState[] longer = Arrays.copyOf(all, all.length + 1);
            longer[longer.length - 1] = state;
            all = longer;
            Memory.putLong(thread + NativeThread.JAVA_INDEX, longer.length);
        }
        return state;
    }

    /// The block of an ended thread serves a new one: ranges that the old one left open stay open in the
    /// trace, but are no ancestors of what the new one does.
    private synchronized void takeOver(long newThreadId) {
        threadId = newThreadId;
        ranges.clear();
        if (ompt != null) ompt.forget();
        ancestors.forget();
        viewsInUse = 0;
        inGpu = 0;
    }

    // --- ranges ---------------------------------------------------------------------------------------------------

    synchronized void push(Event range) {
        ranges.add(range);
        range.owner = this;
        ancestors.push(range.internalId());
    }

    /// Removes exactly this range, wherever it stands among the thread's open ones.
    synchronized void remove(Event range) {
        ranges.remove(range);
        ancestors.remove(range.internalId());
    }

    /// The innermost thread range whose push returned `level`, or null: it was pushed while nothing was
    /// traced.
    synchronized @Nullable Event pushedAt(long level) {
        for (int i = ranges.size() - 1; i >= 0; i--) {
            Event range = ranges.get(i);
            if (RangePath.isThreadRange(range)) return range.key == level ? range : null;
        }
        return null;
    }

    /// The open ranges of all threads.
    static List<Event> openRanges() {
        List<Event> open = new ArrayList<>();
        for (ThreadState state : all) state.addRangesTo(open);
        return open;
    }

    private synchronized void addRangesTo(List<Event> open) {
        open.addAll(ranges);
    }

    // --- OpenMP ---------------------------------------------------------------------------------------------------

    OmptScopes ompt() {
        OmptScopes scopes = ompt;
        if (scopes == null) ompt = scopes = new OmptScopes(this);
        return scopes;
    }

    /// What the thread does from now on is inside of something with this id.
    synchronized void enclose(long id) {
        ancestors.push(id);
    }

    /// And no longer.
    synchronized void leave(long id) {
        ancestors.remove(id);
    }

    // --- GPU work -------------------------------------------------------------------------------------------------

    /// The thread tells of GPU work: what it calls meanwhile must not wait for such work.
    void enterGpu() {
        inGpu++;
    }

    void leaveGpu() {
        inGpu--;
    }

    boolean isInGpu() {
        return inGpu != 0;
    }

    // --- views for Java callbacks ---------------------------------------------------------------------------------

    /// Views for one callback; callbacks nest when a tool calls a runtime from its callback.
    CallbackViews takeViews() {
        if (viewsInUse == views.size()) views.add(new CallbackViews(NativePeek.PROCESS));
        return views.get(viewsInUse++);
    }

    void returnViews() {
        viewsInUse--;
    }
}
