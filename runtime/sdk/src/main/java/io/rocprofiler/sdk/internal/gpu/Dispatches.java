package io.rocprofiler.sdk.internal.gpu;

import io.rocprofiler.abi.BufferTracingKernelDispatchRecord;
import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.CallbackTracingKernelDispatchData;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.KernelDispatchInfo;
import io.rocprofiler.abi.internal.NativeDispatches;
import io.rocprofiler.abi.internal.NativeFrame;
import io.rocprofiler.abi.internal.NativeQueueWrite;
import io.rocprofiler.abi.internal.NativeThread;
import io.rocprofiler.sdk.internal.call.Callbacks;
import io.rocprofiler.sdk.internal.call.Correlation;
import io.rocprofiler.sdk.internal.call.Event;
import io.rocprofiler.sdk.internal.call.ExternalIds;
import io.rocprofiler.sdk.internal.call.RecordIds;
import io.rocprofiler.sdk.internal.codeobject.CodeObjects;
import io.rocprofiler.sdk.internal.plan.EventSlot;
import io.rocprofiler.sdk.internal.plan.EventSlots;
import io.rocprofiler.sdk.internal.plan.SlotEntry;
import io.rocprofiler.sdk.internal.plan.SlotPlan;
import io.rocprofiler.sdk.internal.plan.TracingContext;
import io.rocprofiler.sdk.internal.seam.Clock;
import io.rocprofiler.sdk.internal.seam.Memory;
import io.rocprofiler.sdk.internal.seam.Native;
import io.rocprofiler.sdk.internal.seam.Upcalls;
import org.jspecify.annotations.Nullable;

/// `KERNEL_DISPATCH`: from the packet that a program writes to the completion of its kernel.
///
/// The packet's completion signal is replaced by one of the engine's, which is not visible to the program;
/// after the packet, a barrier packet completes the program's own signal. A dispatch is one [Event]: its
/// contexts are those active when the packet is written. They are notified of its completion even if they have
/// stopped meanwhile.
///
/// Thread rule: `write` on threads that submit, one per queue; `reap` on any.
final class Dispatches {
    /// Above this number, a submitting thread also reports completed dispatches, so that the memory for pending
    /// work is bounded by the work that the GPU has not completed.
    private static final int MOST_PENDING = 4096;

    private final EventSlots events;
    private final CodeObjects code;
    private final GpuLosses losses;
    private volatile @Nullable DispatchServices services;
    private volatile @Nullable Boolean inC;

    Dispatches(EventSlots events, CodeObjects code, GpuLosses losses) {
        this.events = events;
        this.code = code;
        this.losses = losses;
    }

    boolean isWanted() {
        return events.isAsked(CallbackTracingKind.KERNEL_DISPATCH, BufferTracingKind.KERNEL_DISPATCH);
    }

    /// Whether a context that traces kernels was ever started.
    boolean wereListenedTo() {
        for (TracingContext context : events.contexts()) {
            if (context.wasActive()
                    && context.asksFor(CallbackTracingKind.KERNEL_DISPATCH, BufferTracingKind.KERNEL_DISPATCH))
                return true;
        }
        return false;
    }

    /// Creates the plans, once the window has closed.
    ///
    /// @return the slot, null if no context traces dispatches
    @Nullable
    EventSlot prepare() {
        DispatchServices asked = asked();
        return asked == null ? null : asked.slot();
    }

    /// Collects the services once the window has closed.
    private synchronized @Nullable DispatchServices asked() {
        if (services == null && isWanted()) services = DispatchServices.ofContexts(events);
        return services;
    }

    /// Whether C follows the dispatches, once the window has closed: no tool in Java is asked or told about them. The
    /// same for the whole process.
    boolean areInC() {
        Boolean known = inC;
        if (known == null) {
            known = isWanted() && DispatchServices.areInC(events);
            inC = known;
        }
        return known;
    }

    /// Whether threads that learn that dispatches are over report them, once the window has closed.
    boolean areObserved() {
        DispatchServices asked = asked();
        return asked != null && asked.areObserved();
    }

    /// Whether they do so at the end of their call of HIP only: tools' code may run meanwhile, and HIP may hold locks.
    boolean areObservedAtTheEnd() {
        DispatchServices asked = asked();
        return asked != null && asked.areObserved() && (!areInC() || asked.involveTools());
    }

    /// Whether a tool waits to be told about completed dispatches.
    boolean tellCompletion() {
        DispatchServices asked = services;
        return asked != null && asked.tellsCompletion();
    }

    /// Tells C the plan.
    void share() {
        DispatchServices asked = services;
        if (asked == null) return;
        DispatchLink.set(NativeDispatches.FILED, asked.filedBits());
        DispatchLink.set(NativeDispatches.ENQUEUE_PLAN, asked.enqueue().nativePlan());
        DispatchLink.set(NativeDispatches.ENQUEUES, asked.enqueueBits());
        DispatchLink.set(NativeDispatches.COMPLETES, asked.completeBits());
        DispatchLink.set(NativeDispatches.PLAN, asked.slot().plan().nativePlan());
    }

    /// Rewrites the packets of one `native_queue_write_t` into its room.
    ///
    /// @return false if the packets are to be written unchanged
    boolean write(long write, GpuQueue queue) {
        DispatchServices asked = services;
        if (asked == null) return false;
        if (queue.isClosed()) {
            if (asked.slot().active() != 0) losses.lateDispatches(kernels(write));
            return false;
        }
        return write(write, asked, queue);
    }

    private static int kernels(long write) {
        long packets = Memory.getLong(write + NativeQueueWrite.PACKETS);
        long count = Memory.getLong(write + NativeQueueWrite.COUNT);
        int kernels = 0;
        for (long i = 0; i < count; i++)
            if (AqlPacket.type(packets + i * AqlPacket.SIZEOF) == AqlPacket.KERNEL_DISPATCH) kernels++;
        return kernels;
    }

    boolean write(long write, DispatchServices asked, GpuQueue queue) {
        long thread = Memory.getLong(write + NativeQueueWrite.THREAD);
        long packet = Memory.getLong(write + NativeQueueWrite.PACKETS);
        long end = packet + Memory.getLong(write + NativeQueueWrite.COUNT) * AqlPacket.SIZEOF;
        long room = Memory.getLong(write + NativeQueueWrite.ROOM);
        long out = room;
        Event head = null;
        Event tail = null;
        int count = 0;
        long now = Clock.now();
        for (; packet < end; packet += AqlPacket.SIZEOF) {
            Memory.copy(packet, out, AqlPacket.SIZEOF);
            Event event = null;
            if (AqlPacket.type(packet) == AqlPacket.KERNEL_DISPATCH) event = begin(asked, queue, packet, thread, now);
            else if (!AqlPacket.isKnown(packet)) losses.unknownPackets(1);
            if (event != null) {
                Memory.putLong(out + AqlPacket.COMPLETION_SIGNAL, event.key);
                if (tail == null) head = event;
                else tail.next = event;
                tail = event;
                count++;
                long own = Memory.getLong(packet + AqlPacket.COMPLETION_SIGNAL);
                event.stoodFor = own;
                if (own != 0) {
                    queue.runtime.expects(own, queue.standsFor(event.key));
                    out += AqlPacket.SIZEOF;
                    AqlPacket.writeBarrier(out, own);
                }
            }
            out += AqlPacket.SIZEOF;
        }
        if (head == null || tail == null) return false;
        if (!queue.submit(head, tail, count, asked.tellsCompletion())) {
            losses.lateDispatches(count);
            drop(queue, head, thread);
            return false;
        }
        Memory.putLong(write + NativeQueueWrite.OUT_COUNT, (out - room) / AqlPacket.SIZEOF);
        if (queue.pending() > MOST_PENDING) reap(queue, thread);
        return true;
    }

    /// Begins a dispatch whose packet is about to be written: its signal is in `key`. Returns null without a
    /// listener or a free signal.
    private @Nullable Event begin(DispatchServices asked, GpuQueue queue, long packet, long thread, long now) {
        long listening = asked.slot().active();
        if (listening == 0) return null;
        Event event = take(asked, queue, listening, thread);
        if (event == null) return null;
        long active = event.active(); // a new event looks again, and a context may have been started since
        long payload = event.frame + NativeFrame.PAYLOAD;
        Memory.putLong(payload + CallbackTracingKernelDispatchData.START_TIMESTAMP, 0);
        Memory.putLong(payload + CallbackTracingKernelDispatchData.END_TIMESTAMP, 0);
        describe(payload + CallbackTracingKernelDispatchData.DISPATCH_INFO, queue, packet);
        long callbacks = active & asked.enqueueBits();
        for (long rest = active & asked.filedBits(); rest != 0; rest &= rest - 1)
            DispatchLink.call(NativeDispatches.COUNT, 0, 0);
        correlate(event, asked, queue, thread);
        event.startNanos = now;
        if (callbacks != 0) tell(event, asked.enqueue(), callbacks, thread);
        return event;
    }

    /// Returns a completed dispatch for reuse, with its signal, or a new one. Fields that do not come from a packet
    /// are already in its payload.
    private @Nullable Event take(DispatchServices asked, GpuQueue queue, long listening, long thread) {
        Event event = queue.takeSpare();
        if (event != null) {
            long signal = event.key;
            queue.runtime.resetSignal(signal);
            event.beginAgain(asked.slot(), listening, thread);
            return event;
        }
        long signal = queue.runtime.takeSignal();
        event = signal == 0 ? null : Event.begin(asked.slot(), thread);
        if (event == null) {
            if (signal == 0) losses.refused(1);
            else queue.runtime.giveSignal(signal);
            return null;
        }
        event.key = signal;
        event.owner = asked;
        event.payload(CallbackTracingKernelDispatchData.SIZEOF);
        return event;
    }

    private void describe(long info, GpuQueue queue, long packet) {
        Memory.putLong(info, KernelDispatchInfo.RESERVED_PADDING); // as AMD counts it
        Memory.putLong(info + KernelDispatchInfo.AGENT_ID, queue.agentId);
        Memory.putLong(info + KernelDispatchInfo.QUEUE_ID, queue.id);
        long object = Memory.getLong(packet + AqlPacket.KERNEL_OBJECT);
        Memory.putLong(info + KernelDispatchInfo.KERNEL_ID, code.kernelId(object));
        Memory.putLong(info + KernelDispatchInfo.DISPATCH_ID, queue.runtime.dispatches.incrementAndGet());
        Memory.putInt(
                info + KernelDispatchInfo.PRIVATE_SEGMENT_SIZE, Memory.getInt(packet + AqlPacket.PRIVATE_SEGMENT_SIZE));
        Memory.putInt(
                info + KernelDispatchInfo.GROUP_SEGMENT_SIZE, Memory.getInt(packet + AqlPacket.GROUP_SEGMENT_SIZE));
        for (int i = 0; i < 3; i++) {
            int workgroup = Memory.getShort(packet + AqlPacket.WORKGROUP_SIZE + (long) i * Short.BYTES) & 0xFFFF;
            int grid = Memory.getInt(packet + AqlPacket.GRID_SIZE + (long) i * Integer.BYTES);
            Memory.putInt(info + KernelDispatchInfo.WORKGROUP_SIZE + (long) i * Integer.BYTES, workgroup);
            Memory.putInt(info + KernelDispatchInfo.GRID_SIZE + (long) i * Integer.BYTES, grid);
        }
    }

    /// Sets the ids of the call that submits, or a new id for the dispatch.
    private static void correlate(Event event, DispatchServices asked, GpuQueue queue, long thread) {
        long enclosing = Correlation.top(thread);
        long id = enclosing == 0 ? Correlation.next(asked.enqueue(), thread) : enclosing;
        if (queue.runtime.isOfProcess()) Correlation.retain(thread, id, enclosing == 0);
        // Only callbacks have an ancestor.
        boolean isTold = (event.active() & (asked.enqueueBits() | asked.completeBits())) != 0;
        event.correlate(asked.enqueue(), id, isTold ? Correlation.ancestorOfTop(thread) : 0);
    }

    private static void tell(Event event, SlotPlan plan, long callbacks, long thread) {
        GpuThread.enter(thread);
        try {
            Callbacks.first(plan, callbacks, thread, event.frame, CallbackPhase.ENTER.value());
            ExternalIds.again(plan, event.active(), event.frame);
            event.startNanos = Clock.now();
            Callbacks.exit(plan, callbacks, thread, event.frame);
        } finally {
            GpuThread.leave(thread);
        }
    }

    // --- completion -----------------------------------------------------------------------------------------------

    /// Reports every completed dispatch at the queue's head. `thread` is the calling thread's block.
    void reap(WorkQueue any, long thread) {
        if (any instanceof QueueInC inC) inC.reap(false);
        if (!(any instanceof GpuQueue queue)) return;
        long teller = Memory.getLong(thread + NativeThread.TID);
        for (Event list = queue.takeCompleted(teller); list != null; list = queue.takeCompleted(teller))
            complete(queue, list, thread);
        if (queue.isUnordered()) reapAll(queue, thread);
    }

    /// Reports all completed dispatches, at any position in the queue.
    void reapAll(WorkQueue any, long thread) {
        if (any instanceof QueueInC inC) inC.reap(true);
        if (!(any instanceof GpuQueue queue)) return;
        long teller = Memory.getLong(thread + NativeThread.TID);
        for (Event event = queue.takeOvertaking(teller); event != null; event = queue.takeOvertaking(teller))
            complete(queue, event, thread);
    }

    /// Waits until the first `target` dispatches are complete and reported, and helps with that. A hanging dispatch
    /// is waited for only once, and what an error of the queue or of its GPU has stopped is not waited for.
    ///
    /// @return false on timeout, error or interrupt
    boolean await(WorkQueue queue, long target, long deadlineNanos) {
        while (true) {
            boolean isBroken = queue.isBroken(); // before the look at what has completed
            reap(queue, Native.threadBlock());
            if (queue.isDone(target)) return true;
            if (isBroken || queue.isStuck()) return false;
            if (System.nanoTime() - deadlineNanos >= 0) {
                queue.giveUp(target);
                return false;
            }
            if (!queue.pause()) return false;
        }
    }

    /// Abandons the dispatches that have not completed, and counts them.
    void abandon(WorkQueue any, long thread) {
        if (any instanceof QueueInC inC)
            for (long next = inC.abandon(); next != 0; next = inC.abandon()) losses.neverCompleted(next - 1);
        if (!(any instanceof GpuQueue queue)) return;
        Event list = queue.abandon();
        for (Event event = list; event != null; event = event.next) losses.neverCompleted(kernelId(event));
        drop(queue, list, thread);
    }

    /// Retires the ids of dispatches that will have no record.
    private static void drop(GpuQueue queue, @Nullable Event list, long thread) {
        if (!queue.runtime.isOfProcess()) return;
        long now = Clock.now();
        for (Event event = list; event != null; event = event.next)
            Correlation.release(thread, event.internalId(), now);
    }

    /// Gives up the dispatches that are kept for reuse, and their signals.
    void destroySpares(WorkQueue any) {
        if (any instanceof QueueInC inC) inC.forgetSignals();
        if (!(any instanceof GpuQueue queue)) return;
        for (Event event = queue.takeSpare(); event != null; event = queue.takeSpare()) {
            queue.runtime.destroySignal(event.key);
            event.release();
        }
    }

    private void complete(GpuQueue queue, Event list, long thread) {
        GpuThread.enter(thread);
        try {
            for (Event event = list; event != null; event = event.next) {
                tellCompleted(queue, event, thread, event.key);
                queue.wentOn(list);
            }
        } finally {
            GpuThread.leave(thread);
            queue.delivered(list);
        }
    }

    /// Reports one completed dispatch. A failure does not affect the others.
    private void tellCompleted(GpuQueue queue, Event event, long thread, long signal) {
        try {
            if (!GpuTimes.ofDispatch(event, queue.runtime, queue.agent, signal)) losses.hasNoTimes(kernelId(event));
            deliver(event, thread);
            long ended = event.endNanos == 0 ? Clock.now() : event.endNanos;
            if (queue.runtime.isOfProcess()) Correlation.release(thread, event.internalId(), ended);
        } catch (RuntimeException | Error failure) {
            Upcalls.caught(0, failure);
        }
    }

    private static void deliver(Event event, long thread) {
        long payload = event.frame + NativeFrame.PAYLOAD;
        Memory.putLong(payload + CallbackTracingKernelDispatchData.START_TIMESTAMP, event.startNanos);
        Memory.putLong(payload + CallbackTracingKernelDispatchData.END_TIMESTAMP, event.endNanos);
        if (event.owner instanceof DispatchServices asked) {
            long callbacks = event.active() & asked.completeBits();
            event.clearUserData(callbacks & ~asked.enqueueBits());
            SlotPlan plan = asked.slot().plan();
            if (callbacks != 0) Callbacks.all(plan, callbacks, thread, event.frame, CallbackPhase.NONE.value());
        }
        event.record(thread, BufferTracingKernelDispatchRecord.SIZEOF, Dispatches::fill);
    }

    private static void fill(Event event, SlotEntry entry, int index, long record) {
        RecordIds.asyncCorrelation(record + BufferTracingKernelDispatchRecord.CORRELATION_ID, event, index);
        Memory.putLong(record + BufferTracingKernelDispatchRecord.THREAD_ID, event.threadId());
        Memory.putLong(record + BufferTracingKernelDispatchRecord.START_TIMESTAMP, event.startNanos);
        Memory.putLong(record + BufferTracingKernelDispatchRecord.END_TIMESTAMP, event.endNanos);
        long info = event.frame + NativeFrame.PAYLOAD + CallbackTracingKernelDispatchData.DISPATCH_INFO;
        Memory.copy(info, record + BufferTracingKernelDispatchRecord.DISPATCH_INFO, KernelDispatchInfo.SIZEOF);
    }

    private static long kernelId(Event event) {
        return Memory.getLong(event.frame
                + NativeFrame.PAYLOAD
                + CallbackTracingKernelDispatchData.DISPATCH_INFO
                + KernelDispatchInfo.KERNEL_ID);
    }
}
