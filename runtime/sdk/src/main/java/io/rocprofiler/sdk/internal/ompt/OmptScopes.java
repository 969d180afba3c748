package io.rocprofiler.sdk.internal.ompt;

import io.rocprofiler.abi.BufferTracingOmptRecord;
import io.rocprofiler.abi.OmptArgs;
import io.rocprofiler.abi.OmptOperation;
import io.rocprofiler.abi.internal.NativeOmptData;
import io.rocprofiler.abi.internal.NativeOmptEvent;
import io.rocprofiler.sdk.internal.call.Correlation;
import io.rocprofiler.sdk.internal.call.Event;
import io.rocprofiler.sdk.internal.call.ThreadState;
import io.rocprofiler.sdk.internal.plan.EventSlot;
import io.rocprofiler.sdk.internal.seam.Clock;
import io.rocprofiler.sdk.internal.seam.Memory;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/// The OMPT events of one thread, and its open scopes, innermost last.
///
/// An end belongs to the innermost open scope of its operation and key, the data word that the runtime passes to
/// both callbacks. Scopes may overlap, and a runtime may leave some without an end (LLVM's does if code compiled by
/// GCC enters `single`): those of an implicit task end with it.
///
/// Thread rule: the thread itself.
final class OmptScopes implements ThreadState.Part {
    private static final int IMPLICIT_TASK = OmptOperation.IMPLICIT_TASK.value();
    private static final int TASK_CREATE = OmptOperation.TASK_CREATE.value();
    private static final int TASK_SCHEDULE = OmptOperation.TASK_SCHEDULE.value();

    /// The offset from a tool's first word to the correlation id in the block before it.
    private static final int ID_BEFORE_WORDS = NativeOmptData.ID - NativeOmptData.SIZEOF;

    /// The limit of open scopes: beyond it the oldest is dropped, so that scopes without an end do not accumulate.
    private static final int MOST_OPEN = 64;

    private static final ThreadState.Key<OmptScopes> KEY = new ThreadState.Key<>() {
        @Override
        public OmptScopes make(ThreadState state) {
            return new OmptScopes(state);
        }
    };

    private final ThreadState state;
    private final ArrayList<Event> open = new ArrayList<>();

    private OmptScopes(ThreadState state) {
        this.state = state;
    }

    static OmptScopes of(long thread) {
        return ThreadState.of(thread).part(KEY);
    }

    /// The number of open scopes. While it is not 0, the native half reports every end.
    int count() {
        return open.size();
    }

    @Override
    public void takenOver() {
        for (int i = open.size() - 1; i >= 0; i--) open.get(i).release();
        open.clear();
    }

    // --- points in time -------------------------------------------------------------------------------------------

    /// Handles an event that neither begins nor ends a scope.
    ///
    /// @param entries those that may be told
    /// @param from a `native_ompt_event_t`
    void point(@Nullable EventSlot slot, long entries, int operation, long from) {
        long thread = state.thread;
        Event event = slot == null ? null : Event.beginFor(slot, entries, thread);
        if (event != null) {
            event.correlate(Correlation.next(thread), Correlation.top(thread));
            OmptPayload.fill(event, from);
            state.enclose(event.internalId());
            event.point(thread);
            event.startNanos = Clock.now();
            event.endNanos = event.startNanos;
            event.record(thread, BufferTracingOmptRecord.SIZEOF, OmptRecord.WRITER);
            state.leave(event.internalId());
            if (operation == TASK_CREATE) nameTask(from, event.internalId());
            Correlation.retire(thread, event.internalId(), event.endNanos);
            event.release();
        }
        if (operation == TASK_SCHEDULE) switchTasks(from);
    }

    /// Stores the id of a task's creation, which is the ancestor of the task's events.
    private static void nameTask(long from, long id) {
        long task = Memory.getLong(from + NativeOmptEvent.KEY);
        if (task != 0) Memory.putLong(task + ID_BEFORE_WORDS, id);
    }

    private void switchTasks(long from) {
        long arguments = Memory.getLong(from + NativeOmptEvent.ARGS);
        long prior = taskId(Memory.getLong(arguments + OmptArgs.TASK_SCHEDULE_PRIOR_TASK_DATA));
        long next = taskId(Memory.getLong(arguments + OmptArgs.TASK_SCHEDULE_NEXT_TASK_DATA));
        if (prior != 0) state.leave(prior);
        if (next != 0) state.enclose(next);
    }

    private static long taskId(long task) {
        return task == 0 ? 0 : Memory.getLong(task + ID_BEFORE_WORDS);
    }

    // --- scopes ---------------------------------------------------------------------------------------------------

    void begin(@Nullable EventSlot slot, long from) {
        long thread = state.thread;
        Event event = slot == null ? null : Event.begin(slot, thread);
        if (event == null) return;
        event.correlate(Correlation.next(thread), Correlation.top(thread));
        event.key = Memory.getLong(from + NativeOmptEvent.KEY);
        if (open.size() == MOST_OPEN) abandon(0);
        open.add(event);
        state.enclose(event.internalId());
        OmptPayload.fill(event, from);
        event.enter(thread);
        event.startNanos = Clock.now();
    }

    void end(@Nullable EventSlot slot, int operation, long from) {
        long key = Memory.getLong(from + NativeOmptEvent.KEY);
        int index = find(slot, key);
        if (index >= 0) end(open.get(index), from); // otherwise it began without a listener
        if (operation == IMPLICIT_TASK && key != 0) abandonTask(key);
    }

    private void end(Event event, long from) {
        long thread = state.thread;
        event.endNanos = Clock.now();
        OmptPayload.fill(event, from);
        event.exit(thread);
        event.record(thread, BufferTracingOmptRecord.SIZEOF, OmptRecord.WRITER);
        open.remove(event);
        close(event);
    }

    private int find(@Nullable EventSlot slot, long key) {
        for (int i = open.size() - 1; i >= 0; i--) {
            Event event = open.get(i);
            if (event.slot() == slot && (event.key == key || event.key == 0 || key == 0)) return i;
        }
        return -1;
    }

    /// Drops the scopes inside a task that the runtime left without an end: they get no EXIT and no record.
    private void abandonTask(long key) {
        for (int i = open.size() - 1; i >= 0; i--) if (open.get(i).key == key) abandon(i);
    }

    private void abandon(int index) {
        Event event = open.remove(index);
        event.endNanos = 0;
        close(event);
    }

    private void close(Event event) {
        state.leave(event.internalId());
        Correlation.retire(state.thread, event.internalId(), event.endNanos);
        event.release();
    }
}
