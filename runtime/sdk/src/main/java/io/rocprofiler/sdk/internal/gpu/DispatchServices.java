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
record DispatchServices(
        EventSlot slot, SlotPlan enqueue, long enqueueBits, long completeBits, long filedBits, PacketServices packets) {

    /// Collects the services of all contexts, once the window has closed; null if no context traces dispatches.
    static @Nullable DispatchServices ofContexts(EventSlots events, List<PacketService> around) {
        int enqueues = KernelDispatchOperation.ENQUEUE.value();
        int completes = KernelDispatchOperation.COMPLETE.value();
        long enqueueBits = 0;
        long completeBits = 0;
        List<SlotEntry> entries = new ArrayList<>();
        List<SlotEntry> asEnqueue = new ArrayList<>();
        PacketServices packets = new PacketServices(around);
        for (TracingContext context : events.contexts()) {
            for (CallbackService service : context.callbacks()) {
                if (service.kind() != CallbackTracingKind.KERNEL_DISPATCH) continue;
                if (!service.selects(enqueues) && !service.selects(completes)) continue;
                if (service.selects(enqueues)) enqueueBits |= 1L << entries.size();
                if (service.selects(completes)) completeBits |= 1L << entries.size();
                SlotPlans.add(entries, SlotEntry.callback(context, service, completes));
                SlotPlans.add(asEnqueue, SlotEntry.callback(context, service, enqueues));
            }
            for (BufferService service : context.buffers()) {
                if (service.kind() != BufferTracingKind.KERNEL_DISPATCH || !service.selects(completes)) continue;
                SlotPlans.add(entries, SlotEntry.buffered(context, service, completes, false));
                SlotPlans.add(asEnqueue, SlotEntry.buffered(context, service, enqueues, false));
            }
            if (PacketServices.areUsedBy(context, around)) {
                SlotPlans.add(entries, SlotEntry.wake(context));
                if (entries.size() > asEnqueue.size()) packets.use(context, asEnqueue.size());
                SlotPlans.add(asEnqueue, SlotEntry.wake(context));
            }
        }
        if (entries.isEmpty()) return null;
        SlotPlan enqueue = events.plan(asEnqueue);
        long filedBits = 0;
        for (int i = 0; i < entries.size(); i++)
            if (entries.get(i).buffer instanceof ChunkBuffer kept && kept.isOfFile()) filedBits |= 1L << i;
        return new DispatchServices(events.of(entries), enqueue, enqueueBits, completeBits, filedBits, packets);
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
