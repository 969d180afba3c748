package io.rocprofiler.sdk.internal.gpu;

import io.rocprofiler.abi.internal.NativeConstants;
import io.rocprofiler.abi.internal.NativeDispatches;
import io.rocprofiler.abi.internal.NativeGpu;
import io.rocprofiler.abi.internal.NativeQueue;
import io.rocprofiler.sdk.internal.call.Event;
import io.rocprofiler.sdk.internal.seam.Memory;
import org.jspecify.annotations.Nullable;

/// A user queue whose packets the engine sees, and whose dispatches it follows in Java.
///
/// Dispatches are in the order of the queue. If a tool's callback waits for a completion, the engine asks the
/// runtime to notify it of one dispatch at a time. On a notification it takes all dispatches completed by then, so
/// that many short kernels need few notifications. [GpuPoller] looks for those that only become records.
///
/// Thread rule: any thread; the lock is held for list operations and reads of signals only.
final class GpuQueue implements WorkQueue {
    /// The number of dispatches that may complete before one notification: records come later, but in a batch.
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
    private final Deliveries deliveries = new Deliveries();
    private long givenUp;

    /// Whether the process ends: nothing more is followed. Written under the lock.
    private volatile boolean closed;

    /// The signal that the runtime watches for the engine, or 0.
    private long watched;

    /// The dispatch with the watched signal, if another thread has taken it: reusable after the
    /// runtime's notification.
    private @Nullable Event orphan;

    /// Completed dispatches for reuse, each with its signal: `spare` for submitting threads, `returned` for those
    /// given back by other threads.
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
        submitted = taken = Memory.getLong(address + NativeQueue.SUBMITTED); // of queues that had it before
    }

    /// Appends a list of dispatches that are about to be written to the queue.
    ///
    /// @param isWatched whether the runtime is to report completion; otherwise [GpuPoller] polls
    /// @return false if they come too late to be waited for
    synchronized boolean submit(Event head, Event tail, int count, boolean isWatched) {
        if (closed) return false;
        Event before = last;
        if (before == null) setFirst(head);
        else before.next = head;
        last = tail;
        setPending(pending + count);
        submitted += count;
        Memory.putLongVolatile(address + NativeQueue.SUBMITTED, submitted);
        if (!isWatched) runtime.pollSoon();
        else if (watched == 0) watch();
        return true;
    }

    private void watch() {
        Event event = first;
        for (int i = 1; i < MOST_PER_SIGNAL && event != null && event.next != null; i++) event = event.next;
        if (event == null) return;
        long handler = GpuLink.get(NativeGpu.WORK_DONE);
        if (runtime.whenDone(event.key, handler, address)) watched = event.key;
        else losses.refused(1);
    }

    /// Called when the watched signal has fallen.
    synchronized void told() {
        Event event = orphan;
        orphan = null;
        watched = 0;
        if (event == null) return;
        event.next = returned;
        returned = event;
    }

    // --- reuse of dispatches ---------------------------------------------------------------------------

    /// Returns a completed dispatch for reuse, with its signal in `key`, or null if there is none.
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

    /// Watches the next pending dispatch, after [#told].
    synchronized void goOn() {
        if (watched == 0) watch();
    }

    /// Written under the lock, read without it.
    private void setPending(int now) {
        pending = now;
    }

    /// C looks at the signal of the first dispatch, then at what has been taken, which is therefore written before.
    private void setFirst(@Nullable Event now) {
        first = now;
        Memory.putLongRelease(address + NativeQueue.HEAD, now == null ? 0 : now.key);
    }

    @Override
    public int pending() {
        return pending;
    }

    /// Removes the completed dispatches at the head and returns them as a list; null if the first has not
    /// completed. The caller calls [#wentOn] after each, and [#delivered] once their records are written.
    ///
    /// @param teller the id of the calling thread
    synchronized @Nullable Event takeCompleted(long teller) {
        Event head = first;
        Event tail = null;
        int count = 0;
        Event event = head;
        while (event != null && count < MOST_AT_ONCE && runtime.isDone(event.key)) {
            tail = event;
            event = event.next;
            count++;
        }
        if (head == null || tail == null) return null;
        tail.next = null;
        if (event == null) last = null;
        tookAway(head, count, teller);
        setFirst(event);
        return head;
    }

    /// Removes the first completed dispatch after one that has not completed. Used at finalization: packets without
    /// barrier bit may overtake others.
    synchronized @Nullable Event takeOvertaking(long teller) {
        Event before = null;
        for (Event event = first; event != null; event = event.next) {
            if (runtime.isDone(event.key)) return take(before, event, teller);
            before = event;
        }
        return null;
    }

    private Event take(@Nullable Event before, Event event, long teller) {
        Event after = event.next;
        if (after == null) last = before;
        event.next = null;
        tookAway(event, 1, teller);
        if (before == null) setFirst(after);
        else before.next = after;
        return event;
    }

    private void tookAway(Event batch, int count, long teller) {
        setPending(pending - count);
        deliveries.begin(batch, taken, teller);
        taken += count;
        setTold();
        Memory.putLongVolatile(address + NativeQueue.TAKEN, taken);
    }

    /// Called when tools have been told of one more dispatch of a list.
    synchronized void wentOn(Event list) {
        deliveries.goOn(list);
        setTold();
    }

    private void setTold() {
        Memory.putLongRelease(address + NativeQueue.TOLD, deliveries.told(taken));
        Memory.putLongRelease(address + NativeQueue.TELLER, deliveries.teller());
    }

    /// Takes back the dispatches of [#takeCompleted] for reuse, except one whose signal the runtime is
    /// still watching.
    synchronized void delivered(Event list) {
        deliveries.end(list);
        Event event = list;
        while (event != null) {
            Event next = event.next;
            if (event.key == watched) {
                orphan = event;
            } else {
                event.next = returned;
                returned = event;
            }
            event = next;
        }
        setReported();
        if (deliveries.isEmpty()) notifyAll();
    }

    /// Threads of the program may wait for this (`harvest.c`).
    private void setReported() {
        setTold();
        Memory.putLongVolatile(address + NativeQueue.REPORTED, deliveries.told(taken));
        if (Memory.getLongVolatile(address + NativeQueue.WAITING) != 0)
            DispatchLink.call(NativeDispatches.WAKE, address, 0);
    }

    /// Whether a dispatch may have overtaken others.
    boolean isUnordered() {
        return Memory.getLong(address + NativeQueue.UNORDERED) != 0;
    }

    @Override
    public synchronized void close() {
        closed = true;
    }

    @Override
    public boolean isBroken() {
        return Memory.getLongAcquire(address + NativeQueue.BROKEN) != 0;
    }

    /// The signal whose times a program gets that asks for those of its own: `own`, unless it wants none.
    long standsFor(long own) {
        return Memory.getLongAcquire(address + NativeQueue.UNTIMED) == 0 ? own : NativeConstants.NO_SIGNAL;
    }

    boolean isClosed() {
        return closed;
    }

    @Override
    public synchronized long submitted() {
        return submitted;
    }

    @Override
    public synchronized boolean isDone(long target) {
        return taken >= target && deliveries.isEmpty();
    }

    @Override
    public synchronized boolean isStuck() {
        return taken < givenUp;
    }

    @Override
    public synchronized void giveUp(long target) {
        givenUp = Math.max(givenUp, target);
    }

    @Override
    public synchronized boolean isWatched() {
        return watched != 0;
    }

    @Override
    @SuppressWarnings("WaitNotInLoop") // the caller loops, over its own condition
    public synchronized boolean pause() {
        try {
            wait(PAUSE_MILLIS);
            return true;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /// Removes and returns the dispatches that have not completed, oldest first; they are no longer waited for.
    synchronized @Nullable Event abandon() {
        Event list = first;
        setFirst(null);
        last = null;
        setPending(0);
        taken = submitted;
        Memory.putLongVolatile(address + NativeQueue.TAKEN, taken);
        setReported();
        return list;
    }
}
