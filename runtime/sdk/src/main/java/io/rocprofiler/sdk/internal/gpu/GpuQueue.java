package io.rocprofiler.sdk.internal.gpu;

import io.rocprofiler.abi.NativeGpu;
import io.rocprofiler.abi.NativeQueue;
import io.rocprofiler.sdk.internal.call.Event;
import io.rocprofiler.sdk.internal.seam.Memory;
import org.jspecify.annotations.Nullable;

/// A user queue whose packets the engine sees, and its dispatches that have not been told as complete.
///
/// They stand in the order of the queue. Where a tool's callback waits for a completion, the runtime is asked to
/// tell, of one at a time: when it does, everything that has completed by then is taken, so that many short
/// kernels cost few calls from the runtime. What only becomes records is looked for by [GpuPoller].
///
/// Thread rule: any thread; the lock is held for list operations and looks at signals only.
final class GpuQueue {
    /// So many dispatches may complete before the runtime tells: a record comes late, but it comes with others.
    private static final int MOST_PER_SIGNAL = 32;

    private static final int MOST_AT_ONCE = 256;

    private static final long PAUSE_MILLIS = 2;

    final GpuRuntime runtime;
    private final GpuLosses losses;

    /// `native_queue_t`
    private final long address;

    /// `hsa_agent_t`
    final long agent;

    final long agentId;
    final long id;

    private @Nullable Event first;
    private @Nullable Event last;
    private volatile int pending;
    private long submitted;
    private long taken;
    private int delivering;
    private long givenUp;

    /// The signal that the runtime watches for us, 0 if none.
    private long watched;

    /// The dispatch with the watched signal, which somebody else has taken: it is used again when the runtime has told.
    private @Nullable Event orphan;

    /// Dispatches that are over, each with its signal, to be used again: for those who submit, and what others
    /// gave back.
    private @Nullable Event spare;

    private final Object spareLock = new Object();
    private @Nullable Event returned;

    GpuQueue(GpuRuntime runtime, GpuLosses losses, long address, long agentId) {
        this.runtime = runtime;
        this.losses = losses;
        this.address = address;
        this.agentId = agentId;
        agent = Memory.getLong(address + NativeQueue.AGENT);
        id = Memory.getLong(address + NativeQueue.ID);
    }

    /// Appends dispatches that are about to be written to the queue, a list.
    ///
    /// @param isWatched the runtime is to tell of them; else [GpuPoller] looks
    synchronized void submit(Event head, Event tail, int count, boolean isWatched) {
        Event before = last;
        if (before == null) first = head;
        else before.next = head;
        last = tail;
        setPending(pending + count);
        submitted += count;
        if (!isWatched) runtime.pollSoon();
        else if (watched == 0) watch();
    }

    private void watch() {
        Event event = first;
        for (int i = 1; i < MOST_PER_SIGNAL && event != null && event.next != null; i++) event = event.next;
        if (event == null) return;
        long handler = GpuLink.get(NativeGpu.WORK_DONE);
        if (runtime.whenDone(event.key, handler, address)) watched = event.key;
        else losses.refused();
    }

    /// The runtime tells that the watched signal has fallen.
    synchronized void told() {
        Event event = orphan;
        orphan = null;
        watched = 0;
        if (event == null) return;
        event.next = returned;
        returned = event;
    }

    // --- dispatches that are used again ---------------------------------------------------------------------------

    /// A dispatch that is over, with its signal in `key`, or null if there is none.
    @Nullable
    Event takeSpare() {
        synchronized (spareLock) {
            Event event = spare;
            if (event == null) event = takeReturned();
            if (event == null) return null;
            spare = event.next;
            event.next = null;
            return event;
        }
    }

    private synchronized @Nullable Event takeReturned() {
        Event list = returned;
        returned = null;
        return list;
    }

    // --- completion -----------------------------------------------------------------------------------------------

    /// Looks after what is still pending, after [#told].
    synchronized void goOn() {
        if (watched == 0) watch();
    }

    /// Under the lock; read without.
    private void setPending(int now) {
        pending = now;
    }

    int pending() {
        return pending;
    }

    /// The oldest dispatches as far as they have completed, a list; null if the first has not. The caller says
    /// [#delivered] when their records are written.
    synchronized @Nullable Event takeCompleted() {
        Event head = first;
        Event tail = null;
        int count = 0;
        Event event = head;
        while (event != null && count < MOST_AT_ONCE && runtime.isDone(event.key)) {
            tail = event;
            event = event.next;
            count++;
        }
        if (tail == null) return null;
        tail.next = null;
        first = event;
        if (event == null) last = null;
        tookAway(count);
        return head;
    }

    /// The first completed dispatch behind one that has not, for the end: packets without barrier bit may overtake.
    synchronized @Nullable Event takeOvertaking() {
        Event before = null;
        for (Event event = first; event != null; event = event.next) {
            if (runtime.isDone(event.key)) return take(before, event);
            before = event;
        }
        return null;
    }

    private Event take(@Nullable Event before, Event event) {
        if (before == null) first = event.next;
        else before.next = event.next;
        if (event.next == null) last = before;
        event.next = null;
        tookAway(1);
        return event;
    }

    private void tookAway(int count) {
        setPending(pending - count);
        taken += count;
        delivering += count;
    }

    /// Takes back what [#takeCompleted] gave, to be used again; but not while the runtime still watches its signal.
    synchronized void delivered(Event list) {
        Event event = list;
        while (event != null) {
            Event next = event.next;
            if (event.key == watched) {
                orphan = event;
            } else {
                event.next = returned;
                returned = event;
            }
            delivering--;
            event = next;
        }
        if (delivering == 0) notifyAll();
    }

    synchronized long submitted() {
        return submitted;
    }

    /// Whether the first so many dispatches are complete and told.
    synchronized boolean isDone(long target) {
        return taken >= target && delivering == 0;
    }

    /// Whether what somebody has waited for in vain still stands at the head.
    synchronized boolean isStuck() {
        return taken < givenUp;
    }

    synchronized void giveUp(long target) {
        givenUp = Math.max(givenUp, target);
    }

    /// Waits a moment, or until something that was taken has been told; false if the thread is interrupted.
    @SuppressWarnings("WaitNotInLoop") // the caller loops, over its own condition
    synchronized boolean pause() {
        try {
            wait(PAUSE_MILLIS);
            return true;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /// What has not completed, oldest first; nothing of it is waited for any more.
    synchronized @Nullable Event abandon() {
        Event list = first;
        first = null;
        last = null;
        setPending(0);
        taken = submitted;
        return list;
    }
}
