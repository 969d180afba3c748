package io.rocprofiler.sdk.internal.gpu;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.KernelDispatchOperation;
import io.rocprofiler.sdk.internal.buffer.ChunkBuffer;
import io.rocprofiler.sdk.internal.call.Correlation;
import io.rocprofiler.sdk.internal.plan.BufferService;
import io.rocprofiler.sdk.internal.plan.CallbackService;
import io.rocprofiler.sdk.internal.plan.EventSlot;
import io.rocprofiler.sdk.internal.plan.EventSlots;
import io.rocprofiler.sdk.internal.plan.PacketService;
import io.rocprofiler.sdk.internal.plan.SlotEntry;
import io.rocprofiler.sdk.internal.plan.SlotPlan;
import io.rocprofiler.sdk.internal.plan.SlotPlans;
import io.rocprofiler.sdk.internal.plan.TracingContext;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The contexts that trace dispatches: one slot for a whole dispatch, from ENQUEUE to COMPLETE, so that a context
/// has a single `user_data` for it.
///
/// @param slot its entries are for the operation COMPLETE
/// @param enqueue the same entries at the same indexes, for the operation ENQUEUE; used to request external ids
/// @param enqueueBits the entries with callbacks that selected ENQUEUE
/// @param completeBits the entries with callbacks that selected COMPLETE
/// @param filedBits the entries with a segment's buffer: its header counts the dispatches
/// @param packets the services around packets: contexts that use some have an entry for them
/// @param contexts how many contexts are in there
record DispatchServices(
        EventSlot slot,
        SlotPlan enqueue,
        long enqueueBits,
        long completeBits,
        long filedBits,
        PacketServices packets,
        int contexts) {

    private static final int ENQUEUE = KernelDispatchOperation.ENQUEUE.value();
    private static final int COMPLETE = KernelDispatchOperation.COMPLETE.value();

    /// Collects the services of all contexts, once a window has closed; null if no context traces dispatches.
    static @Nullable DispatchServices ofContexts(EventSlots events, List<PacketService> around) {
        Collected all = new Collected(events, around, 0, 0, new PacketServices(around));
        return all.asComplete.isEmpty() ? null : all.made(events.of(all.asComplete), all.asEnqueue, 0, 0);
    }

    /// Returns the same with the contexts of further windows behind those that are in there.
    DispatchServices with(EventSlots events, List<PacketService> around) {
        int known = enqueue.entries.length;
        Collected more = new Collected(events, around, contexts, known, packets.copy());
        List<SlotEntry> asEnqueue = new ArrayList<>(List.of(enqueue.entries));
        asEnqueue.addAll(more.asEnqueue);
        events.widen(slot, more.asComplete);
        return more.made(slot, asEnqueue, enqueueBits, completeBits);
    }

    /// The services of contexts from one on: entries of the same context at the same place for both operations.
    private static final class Collected {
        private final List<SlotEntry> asComplete = new ArrayList<>();
        private final List<SlotEntry> asEnqueue = new ArrayList<>();
        private final EventSlots events;
        private final int contexts;
        private final PacketServices packets;
        private long enqueueBits;
        private long completeBits;
        private int next;

        Collected(EventSlots events, List<PacketService> around, int from, int known, PacketServices packets) {
            TracingContext[] all = events.contexts();
            this.events = events;
            this.packets = packets;
            contexts = all.length;
            next = known;
            for (TracingContext context : List.of(all).subList(from, all.length)) {
                for (CallbackService service : context.callbacks()) add(context, service);
                for (BufferService service : context.buffers()) add(context, service);
                if (PacketServices.areUsedBy(context, around) && add(SlotEntry.wake(context), SlotEntry.wake(context)))
                    packets.use(context, next - 1);
            }
        }

        private void add(TracingContext context, CallbackService service) {
            if (service.kind() != CallbackTracingKind.KERNEL_DISPATCH) return;
            if (!service.selects(ENQUEUE) && !service.selects(COMPLETE)) return;
            SlotEntry complete = SlotEntry.callback(context, service, COMPLETE);
            if (!add(complete, SlotEntry.callback(context, service, ENQUEUE))) return;
            if (service.selects(ENQUEUE)) enqueueBits |= 1L << (next - 1);
            if (service.selects(COMPLETE)) completeBits |= 1L << (next - 1);
        }

        private void add(TracingContext context, BufferService service) {
            if (service.kind() != BufferTracingKind.KERNEL_DISPATCH || !service.selects(COMPLETE)) return;
            add(
                    SlotEntry.buffered(context, service, COMPLETE, false),
                    SlotEntry.buffered(context, service, ENQUEUE, false));
        }

        private boolean add(SlotEntry complete, SlotEntry enqueue) {
            if (!SlotPlans.add(asComplete, complete, next)) return false;
            asEnqueue.add(enqueue);
            next++;
            return true;
        }

        DispatchServices made(EventSlot slot, List<SlotEntry> enqueues, long enqueue, long complete) {
            long filed = 0;
            SlotEntry[] entries = slot.plan().entries;
            for (int i = 0; i < entries.length; i++)
                if (entries[i].buffer instanceof ChunkBuffer kept && kept.isOfFile()) filed |= 1L << i;
            return new DispatchServices(
                    slot,
                    events.plan(enqueues),
                    enqueue | enqueueBits,
                    complete | completeBits,
                    filed,
                    packets,
                    contexts);
        }
    }

    /// Whether what a program has seen must be reported before it goes on: records go to a file, or tools are told.
    boolean areObserved() {
        return completeBits != 0 || hasBuffer(true);
    }

    /// Whether whoever reports a dispatch may run a tool's code or wait for it.
    boolean involveTools() {
        return completeBits != 0 || hasBuffer(false) || Correlation.retires();
    }

    private boolean hasBuffer(boolean isKept) {
        for (SlotEntry entry : slot.plan().entries)
            if (entry.buffer != null && entry.buffer instanceof ChunkBuffer == isKept) return true;
        return false;
    }

    /// Whether tools in Java are told or asked.
    boolean visitJava() {
        return slot.plan().visitsForEntries() || enqueue.visitsForEntries();
    }

    /// Whether an active context has a callback for completions.
    boolean tellsCompletion() {
        return (slot.active() & completeBits) != 0;
    }
}
