package io.rocprofiler.sdk.internal.gpu;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.internal.NativeConstants;
import io.rocprofiler.abi.internal.NativeDispatches;
import io.rocprofiler.sdk.internal.call.Correlation;
import io.rocprofiler.sdk.internal.call.ExternalIds;
import io.rocprofiler.sdk.internal.plan.EventSlot;
import io.rocprofiler.sdk.internal.plan.EventSlots;
import io.rocprofiler.sdk.internal.plan.JavaHandler;
import io.rocprofiler.sdk.internal.plan.PacketService;
import io.rocprofiler.sdk.internal.plan.SlotEntry;
import io.rocprofiler.sdk.internal.plan.SlotPlan;
import io.rocprofiler.sdk.internal.plan.TracingContext;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `KERNEL_DISPATCH`: the plan by which C follows dispatches, from the packet that a program writes to the record of
/// its kernel (`dispatches.c`), and the steps of it that are Java's.
///
/// Thread rule: any thread.
public final class Dispatches {
    private final EventSlots events;
    private final GpuLosses losses;
    private final List<PacketService> around;
    private volatile @Nullable DispatchServices services;

    /// @param around the services that surround kernels' packets
    Dispatches(EventSlots events, GpuLosses losses, List<PacketService> around) {
        this.events = events;
        this.losses = losses;
        this.around = around;
    }

    boolean isWanted() {
        for (TracingContext context : events.contexts()) if (asks(context)) return true;
        return false;
    }

    private boolean asks(TracingContext context) {
        return context.asksFor(CallbackTracingKind.KERNEL_DISPATCH, BufferTracingKind.KERNEL_DISPATCH)
                || PacketServices.areUsedBy(context, around);
    }

    /// Whether a context that traces kernels was ever started.
    boolean wereListenedTo() {
        for (TracingContext context : events.contexts()) {
            if (context.wasActive() && asks(context)) return true;
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
        if (services == null && isWanted()) services = DispatchServices.ofContexts(events, around);
        return services;
    }

    /// Adds the contexts of a further window.
    synchronized void widen() {
        DispatchServices asked = services;
        if (asked != null) services = asked.with(events, around);
    }

    /// Whether threads that learn that dispatches are over report them, once the window has closed.
    boolean areObserved() {
        DispatchServices asked = asked();
        return asked != null && asked.areObserved();
    }

    /// Whether they do so at the end of their call of HIP only: tools' code may run meanwhile, and HIP may hold locks.
    boolean areObservedAtTheEnd() {
        DispatchServices asked = asked();
        return asked != null && asked.areObserved() && asked.involveTools();
    }

    /// Whether a tool waits to be told about completed dispatches.
    boolean tellCompletion() {
        DispatchServices asked = services;
        return asked != null && asked.tellsCompletion();
    }

    /// Whether tools in Java take part in dispatches, once the window has closed.
    boolean visitJava() {
        DispatchServices asked = asked();
        return asked != null && asked.visitJava();
    }

    /// Tells C the plan.
    void share() {
        DispatchServices asked = services;
        if (asked == null) return;
        // C may be following dispatches: it finds the entries of what it takes for a listener.
        DispatchLink.set(NativeDispatches.FILED, asked.filedBits());
        DispatchLink.set(NativeDispatches.ENQUEUE_PLAN, asked.enqueue().nativePlan());
        DispatchLink.set(NativeDispatches.PLAN, asked.slot().plan().nativePlan());
        DispatchLink.set(NativeDispatches.ENQUEUES, asked.enqueueBits());
        DispatchLink.set(NativeDispatches.COMPLETES, asked.completeBits());
        DispatchLink.set(NativeDispatches.HOLDS_IDS, Correlation.retires() ? 1 : 0);
        asked.packets().share(DispatchLink.get(NativeDispatches.PACKET_SERVICES));
    }

    // --- steps that are Java's ------------------------------------------------------------------------------------

    /// Runs the handler of an entry.
    ///
    /// @param entry its index, [NativeConstants#PLAN_ENTRIES] more for the operation ENQUEUE
    /// @param record address of a complete `rocprofiler_callback_tracing_record_t`
    /// @param userData address of the entry's word
    public void handle(int entry, long record, long userData, long thread) {
        DispatchServices asked = services;
        if (asked == null) return;
        boolean isEnqueue = entry >= NativeConstants.PLAN_ENTRIES;
        SlotPlan plan = isEnqueue ? asked.enqueue() : asked.slot().plan();
        SlotEntry one = plan.entries[entry % NativeConstants.PLAN_ENTRIES];
        JavaHandler handler = one.handler;
        if (handler != null) handler.call(one, record, userData, thread);
    }

    /// Has Java tools supply external ids.
    ///
    /// @param frame address of a `native_frame_t` with the ids of a dispatch
    public void ask(long entries, long frame) {
        DispatchServices asked = services;
        if (asked != null) ExternalIds.askJava(asked.enqueue(), entries, frame);
    }

    // --- waiting --------------------------------------------------------------------------------------------------

    /// Waits until the first `target` dispatches are complete and reported, and helps with that. A hanging dispatch
    /// is waited for only once, and what an error of the queue or of its GPU has stopped is not waited for.
    ///
    /// @return false on timeout, error or interrupt
    boolean await(GpuQueue queue, long target, long deadlineNanos) {
        while (true) {
            boolean isBroken = queue.isBroken(); // before the look at what has completed
            queue.reap(false);
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
    void abandon(GpuQueue queue) {
        for (long next = queue.abandon(); next != 0; next = queue.abandon()) losses.neverCompleted(next - 1);
    }
}
