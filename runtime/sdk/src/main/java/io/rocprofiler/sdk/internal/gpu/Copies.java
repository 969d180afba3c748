package io.rocprofiler.sdk.internal.gpu;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.BufferTracingMemoryCopyRecord;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.CallbackTracingMemoryCopyData;
import io.rocprofiler.abi.MemoryCopyOperation;
import io.rocprofiler.abi.internal.NativeCopy;
import io.rocprofiler.abi.internal.NativeFrame;
import io.rocprofiler.abi.internal.NativeGpu;
import io.rocprofiler.abi.internal.SegmentGraphNode;
import io.rocprofiler.sdk.internal.agent.AgentTable;
import io.rocprofiler.sdk.internal.agent.Agents;
import io.rocprofiler.sdk.internal.call.Correlation;
import io.rocprofiler.sdk.internal.call.Event;
import io.rocprofiler.sdk.internal.call.RecordIds;
import io.rocprofiler.sdk.internal.plan.EventSlot;
import io.rocprofiler.sdk.internal.plan.EventSlots;
import io.rocprofiler.sdk.internal.seam.Clock;
import io.rocprofiler.sdk.internal.seam.Memory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// `MEMORY_COPY`: asynchronous copies of HSA, from the call that submits one to its completion.
///
/// The runtime completes a signal of the engine's. After that notification, and after the record is written, C
/// completes the program's signal.
///
/// Thread rule: any thread.
public final class Copies {
    private static final long PAUSE_NANOS = 500_000;
    private static final int MOST_PAUSES = 2_000;
    private static final long BROKEN_NANOS = 200_000_000;

    /// The slots by operation; null for an operation that no context traces.
    private final @Nullable EventSlot[] slots = new @Nullable EventSlot[MemoryCopyOperation.last()];

    /// Active if any of them is.
    private @Nullable EventSlot any;

    private volatile boolean closed;
    private final AtomicLong entering = new AtomicLong();
    private final AtomicLong begun = new AtomicLong();
    private final AtomicLong ended = new AtomicLong();

    /// The number of copies that were begun at the last timeout: a hanging copy is waited for only once.
    private volatile long givenUp;

    private final EventSlots events;
    private final Agents agents;
    private final GpuLosses losses;
    private volatile @Nullable GpuRuntime runtime;

    Copies(EventSlots events, Agents agents, GpuLosses losses) {
        this.events = events;
        this.agents = agents;
        this.losses = losses;
    }

    boolean isWanted() {
        return events.isAsked(CallbackTracingKind.MEMORY_COPY, BufferTracingKind.MEMORY_COPY);
    }

    /// Creates the slots, once a window has closed; after a further one, they have its contexts, too.
    ///
    /// @return a slot that is active if any of them is; null if no context traces copies
    @Nullable
    EventSlot prepare(GpuRuntime followed) {
        runtime = followed;
        List<EventSlot> all = new ArrayList<>();
        for (int operation = 1; operation < MemoryCopyOperation.last(); operation++) {
            EventSlot slot = events.of(CallbackTracingKind.MEMORY_COPY, BufferTracingKind.MEMORY_COPY, operation);
            slots[operation] = slot;
            if (slot != null) all.add(slot);
        }
        any = events.joint(any, all);
        return any;
    }

    /// Called before a copy is submitted.
    ///
    /// @param copy address of a `native_copy_t`
    /// @return whether its `replacement` is to be used, and [#done] will be called
    public boolean begin(long copy) {
        GpuRuntime of = runtime;
        if (of == null) return false;
        long from = agent(Memory.getLong(copy + NativeCopy.SRC_AGENT));
        long to = agent(Memory.getLong(copy + NativeCopy.DST_AGENT));
        EventSlot slot = slots[operation(from, to).value()];
        if (slot == null || slot.active() == 0) return false;
        if (!enter()) {
            losses.lateCopy();
            return false;
        }
        boolean isFollowed = begin(copy, of, slot, from, to);
        if (!isFollowed) ended.incrementAndGet();
        return isFollowed;
    }

    /// Counts a copy that begins, or returns false if the process ends.
    private boolean enter() {
        entering.incrementAndGet(); // before the look at `closed`, so that who closes waits for it
        try {
            if (closed) return false;
            begun.incrementAndGet();
            return true;
        } finally {
            entering.decrementAndGet();
        }
    }

    private boolean begin(long copy, GpuRuntime of, EventSlot slot, long from, long to) {
        long thread = Memory.getLong(copy + NativeCopy.THREAD);
        long signal = of.takeSignal();
        if (signal == 0 || !of.whenDone(signal, GpuLink.get(NativeGpu.COPY_DONE), copy)) {
            if (signal != 0) of.giveSignal(signal);
            losses.refused(1);
            return false;
        }
        Memory.putLong(copy + NativeCopy.REPLACEMENT, signal);
        Event event = Event.begin(slot, thread);
        // If no context listens any more, the signal is replaced all the same, because the runtime watches it.
        Memory.putLong(copy + NativeCopy.EVENT, event == null ? 0 : event.number);
        if (event != null) tell(event, copy, from, to, thread);
        return true;
    }

    private static void tell(Event event, long copy, long from, long to, long thread) {
        event.correlateWithCall(thread);
        Correlation.retain(thread, event.internalId(), event.key != 0);
        long payload = event.payload(CallbackTracingMemoryCopyData.SIZEOF);
        Memory.putLong(payload + CallbackTracingMemoryCopyData.DST_AGENT_ID, to);
        Memory.putLong(payload + CallbackTracingMemoryCopyData.SRC_AGENT_ID, from);
        Memory.putLong(payload + CallbackTracingMemoryCopyData.BYTES, Memory.getLong(copy + NativeCopy.BYTES));
        Memory.putLong(payload + CallbackTracingMemoryCopyData.DST_ADDRESS, Memory.getLong(copy + NativeCopy.DST));
        Memory.putLong(payload + CallbackTracingMemoryCopyData.SRC_ADDRESS, Memory.getLong(copy + NativeCopy.SRC));
        GpuThread.enter(thread);
        try {
            event.enter(thread);
        } finally {
            GpuThread.leave(thread);
        }
        event.startNanos = Clock.now();
    }

    /// Called when a copy has completed; of one that the runtime has refused, on the thread that has submitted it, and
    /// again when its signal is free.
    public void done(long copy) {
        GpuRuntime of = runtime;
        if (of == null) return;
        long thread = Memory.getLong(copy + NativeCopy.THREAD);
        int number = (int) Memory.getLong(copy + NativeCopy.EVENT);
        long signal = Memory.getLong(copy + NativeCopy.REPLACEMENT);
        boolean refused = Memory.getLong(copy + NativeCopy.REFUSED) != 0;
        boolean free = Memory.getLong(copy + NativeCopy.WATCHED) == 0;
        Memory.putLong(copy + NativeCopy.EVENT, 0);
        try {
            if (number != 0) end(Event.at(number), copy, of, signal, refused, thread);
        } finally {
            if (free) of.giveSignal(signal);
            if (free) ended.incrementAndGet();
        }
    }

    private void end(Event event, long copy, GpuRuntime of, long signal, boolean refused, long thread) {
        GpuThread.enter(thread);
        try {
            if (refused) event.startNanos = event.endNanos = 0;
            else if (!GpuTimes.ofCopy(event, of, signal)) losses.copyHasNoTimes();
            finish(event, copy, !refused, thread);
            if (refused) event.refuse(thread);
            Correlation.release(thread, event.internalId(), event.endNanos == 0 ? Clock.now() : event.endNanos);
        } finally {
            GpuThread.leave(thread);
            event.release();
        }
    }

    /// Reports the end to the contexts that received the begin, with times of 0 if there are none.
    private static void finish(Event event, long copy, boolean recorded, long thread) {
        long payload = event.frame + NativeFrame.PAYLOAD;
        Memory.putLong(payload + CallbackTracingMemoryCopyData.START_TIMESTAMP, event.startNanos);
        Memory.putLong(payload + CallbackTracingMemoryCopyData.END_TIMESTAMP, event.endNanos);
        event.exit(thread);
        if (!recorded) return;
        int node = Memory.getLong(copy + NativeCopy.GRAPH_EXEC) == 0 ? 0 : SegmentGraphNode.SIZEOF;
        event.record(thread, BufferTracingMemoryCopyRecord.SIZEOF, node, (of, entry, index, record) -> {
            fill(of, index, record);
            if (node != 0 && entry.isKept()) fillNode(copy, record + BufferTracingMemoryCopyRecord.SIZEOF);
        });
    }

    private static void fillNode(long copy, long node) {
        Memory.putLong(node + SegmentGraphNode.EXEC_ID, Memory.getLong(copy + NativeCopy.GRAPH_EXEC));
        Memory.putLong(node + SegmentGraphNode.NODE_ID, Memory.getLong(copy + NativeCopy.GRAPH_NODE));
    }

    private static void fill(Event event, int index, long record) {
        RecordIds.asyncCorrelation(record + BufferTracingMemoryCopyRecord.CORRELATION_ID, event, index);
        Memory.putLong(record + BufferTracingMemoryCopyRecord.THREAD_ID, event.threadId());
        // From the times on, both structs have the same fields.
        Memory.copy(
                event.frame + NativeFrame.PAYLOAD + CallbackTracingMemoryCopyData.START_TIMESTAMP,
                record + BufferTracingMemoryCopyRecord.START_TIMESTAMP,
                BufferTracingMemoryCopyRecord.SIZEOF - BufferTracingMemoryCopyRecord.START_TIMESTAMP);
    }

    /// Returns the agent with this HSA handle; handle 0 is the host.
    private long agent(long hsaAgent) {
        return hsaAgent == 0 ? agents.table().host() : agents.idOf(hsaAgent);
    }

    private MemoryCopyOperation operation(long from, long to) {
        AgentTable known = agents.table();
        if (known.isGpu(from)) {
            return known.isGpu(to) ? MemoryCopyOperation.DEVICE_TO_DEVICE : MemoryCopyOperation.DEVICE_TO_HOST;
        }
        return known.isGpu(to) ? MemoryCopyOperation.HOST_TO_DEVICE : MemoryCopyOperation.HOST_TO_HOST;
    }

    // --- waiting --------------------------------------------------------------------------------------------------

    /// Follows no further copies: the process ends. After this only copies that are followed are in flight.
    void close() {
        closed = true;
        for (int i = 0; entering.get() != 0 && i < MOST_PAUSES; i++) LockSupport.parkNanos(PAUSE_NANOS);
    }

    long inFlight() {
        return begun.get() - ended.get();
    }

    /// Waits until none is in flight, or as many have ended as had begun. Returns false on timeout.
    ///
    /// @param isBroken whether a queue had an error, for which copies may be waiting: they are given a moment
    boolean await(long deadlineNanos, BooleanSupplier isBroken) {
        long target = begun.get();
        long brokenNanos = System.nanoTime() + BROKEN_NANOS;
        while (inFlight() != 0 && ended.get() < target) {
            if (ended.get() < givenUp) return false;
            long now = System.nanoTime();
            if (now - deadlineNanos >= 0 || (now - brokenNanos >= 0 && isBroken.getAsBoolean())) {
                givenUp = target;
                return false;
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        return true;
    }
}
