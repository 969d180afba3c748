package io.rocprofiler.sdk.internal.hsa;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.BufferTracingScratchMemoryRecord;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.CallbackTracingScratchMemoryData;
import io.rocprofiler.abi.HsaAmdEventScratchAllocEnd;
import io.rocprofiler.abi.HsaAmdEventScratchAllocStart;
import io.rocprofiler.abi.HsaAmdToolEventKind;
import io.rocprofiler.abi.HsaQueue;
import io.rocprofiler.abi.ScratchMemoryArgs;
import io.rocprofiler.abi.ScratchMemoryOperation;
import io.rocprofiler.abi.internal.ApiTable;
import io.rocprofiler.abi.internal.ApiTables;
import io.rocprofiler.abi.internal.HsaToolsApiId;
import io.rocprofiler.abi.internal.NativeFrame;
import io.rocprofiler.abi.internal.NativeThread;
import io.rocprofiler.sdk.internal.agent.Agents;
import io.rocprofiler.sdk.internal.agent.HsaQueries;
import io.rocprofiler.sdk.internal.call.Event;
import io.rocprofiler.sdk.internal.call.EventHook;
import io.rocprofiler.sdk.internal.call.RecordIds;
import io.rocprofiler.sdk.internal.plan.EventService;
import io.rocprofiler.sdk.internal.plan.EventSlot;
import io.rocprofiler.sdk.internal.plan.EventSlots;
import io.rocprofiler.sdk.internal.plan.SlotEntry;
import io.rocprofiler.sdk.internal.plan.SlotHook;
import io.rocprofiler.sdk.internal.seam.Clock;
import io.rocprofiler.sdk.internal.seam.Memory;
import java.util.HashMap;
import org.jspecify.annotations.Nullable;

/// `SCRATCH_MEMORY`: the events that HSA reports through its tools table when it provides or reclaims a queue's
/// scratch memory. One function reports the beginning and another the end, on the same thread. A beginning without
/// an end has an ENTER callback only.
///
/// The correlation id is that of the enclosing traced call; without one, as on the runtime's own threads, it is 0, as
/// AMD's (`scratch_memory.cpp`, SDK 1.0.0).
public final class ScratchEvents implements EventService {
    private final EventSlots events;
    /// All six structs begin with the same fields.
    private static final int QUEUE = HsaAmdEventScratchAllocStart.QUEUE;

    /// The flags have the same numbers in HSA and in the SDK.
    private static final int FLAGS = HsaAmdEventScratchAllocStart.FLAGS;

    /// Events that have begun and not ended, by thread block and operation: a thread is in at most one event of
    /// an operation.
    private final HashMap<Long, Event> open = new HashMap<>();

    private final Agents agents;
    private final HsaQueries hsa;

    public ScratchEvents(EventSlots events, Agents agents, HsaQueries hsa) {
        this.events = events;
        this.agents = agents;
        this.hsa = hsa;
    }

    @Override
    public boolean hooks(ApiTable table) {
        return table == ApiTables.HSA_TOOLS
                && events.isAsked(CallbackTracingKind.SCRATCH_MEMORY, BufferTracingKind.SCRATCH_MEMORY);
    }

    /// Returns the hook of a function of HSA's tools table, or null if no context traces its events.
    @Override
    public @Nullable SlotHook innerHook(ApiTable table, int function) {
        if (table != ApiTables.HSA_TOOLS) return null;
        return switch (function) {
            case HsaToolsApiId.hsa_amd_tool_scratch_event_alloc_start ->
                start(ScratchMemoryOperation.ALLOC, HsaAmdToolEventKind.SCRATCH_ALLOC_START);
            case HsaToolsApiId.hsa_amd_tool_scratch_event_alloc_end ->
                end(ScratchMemoryOperation.ALLOC, HsaAmdToolEventKind.SCRATCH_ALLOC_END);
            case HsaToolsApiId.hsa_amd_tool_scratch_event_free_start ->
                start(ScratchMemoryOperation.FREE, HsaAmdToolEventKind.SCRATCH_FREE_START);
            case HsaToolsApiId.hsa_amd_tool_scratch_event_free_end ->
                end(ScratchMemoryOperation.FREE, HsaAmdToolEventKind.SCRATCH_FREE_END);
            case HsaToolsApiId.hsa_amd_tool_scratch_event_async_reclaim_start ->
                start(ScratchMemoryOperation.ASYNC_RECLAIM, HsaAmdToolEventKind.SCRATCH_ASYNC_RECLAIM_START);
            case HsaToolsApiId.hsa_amd_tool_scratch_event_async_reclaim_end ->
                end(ScratchMemoryOperation.ASYNC_RECLAIM, HsaAmdToolEventKind.SCRATCH_ASYNC_RECLAIM_END);
            default -> null;
        };
    }

    private @Nullable SlotHook start(ScratchMemoryOperation operation, HsaAmdToolEventKind kind) {
        EventSlot slot = slot(operation);
        return slot == null ? null : new Start(slot, operation, kind);
    }

    private @Nullable SlotHook end(ScratchMemoryOperation operation, HsaAmdToolEventKind kind) {
        return slot(operation) == null ? null : new End(operation, kind);
    }

    private @Nullable EventSlot slot(ScratchMemoryOperation operation) {
        return events.of(CallbackTracingKind.SCRATCH_MEMORY, BufferTracingKind.SCRATCH_MEMORY, operation.value());
    }

    private static long key(long thread, ScratchMemoryOperation operation) {
        return thread | operation.value(); // the alignment of blocks leaves these bits zero
    }

    private @Nullable Event takeOpen(long thread, ScratchMemoryOperation operation) {
        synchronized (open) {
            return open.remove(key(thread, operation));
        }
    }

    private void remember(Event event, long thread, ScratchMemoryOperation operation) {
        synchronized (open) {
            open.put(key(thread, operation), event);
        }
    }

    private final class Start extends EventHook {
        private final EventSlot slot;
        private final ScratchMemoryOperation operation;
        private final HsaAmdToolEventKind kind;

        Start(EventSlot slot, ScratchMemoryOperation operation, HsaAmdToolEventKind kind) {
            super(slot);
            this.slot = slot;
            this.operation = operation;
            this.kind = kind;
        }

        @Override
        public boolean isRare() {
            return true;
        }

        @Override
        @Nullable
        public Event begin(long thread, long frame) {
            long told = SlotHook.argument(frame, 0);
            Event left = takeOpen(thread, operation); // its end was never reported
            if (left != null) left.release();
            Event event = told == 0 ? null : Event.begin(slot, thread);
            if (event == null) return null;
            event.correlateWithin(thread);
            describe(event, told);
            event.enter(thread);
            remember(event, thread, operation);
            event.startNanos = Clock.now();
            return null; // the event does not end with this call
        }

        private void describe(Event event, long told) {
            long payload = event.payload(CallbackTracingScratchMemoryData.SIZEOF);
            long queue = Memory.getLong(told + QUEUE);
            if (queue != 0) {
                long agent = hsa.queueAgent(queue);
                Memory.putLong(payload + CallbackTracingScratchMemoryData.AGENT_ID, agents.idOf(agent));
                Memory.putLong(
                        payload + CallbackTracingScratchMemoryData.QUEUE_ID, Memory.getLong(queue + HsaQueue.ID));
            }
            Memory.putInt(payload + CallbackTracingScratchMemoryData.FLAGS, Memory.getInt(told + FLAGS));
            Memory.putInt(payload + CallbackTracingScratchMemoryData.ARGS_KIND, kind.value());
            if (operation != ScratchMemoryOperation.ALLOC) return;
            Memory.putLong(
                    payload + CallbackTracingScratchMemoryData.ARGS + ScratchMemoryArgs.ALLOC_START_DISPATCH_ID,
                    Memory.getLong(told + HsaAmdEventScratchAllocStart.DISPATCH_ID));
        }

        @Override
        public void end(@Nullable Event none, long thread, long frame) {}
    }

    private final class End extends EventHook {
        private final ScratchMemoryOperation operation;
        private final HsaAmdToolEventKind kind;

        End(ScratchMemoryOperation operation, HsaAmdToolEventKind kind) {
            super(null);
            this.operation = operation;
            this.kind = kind;
        }

        @Override
        public boolean isRare() {
            return true;
        }

        /// Reports the end to the contexts that received the beginning, even if they have stopped meanwhile.
        @Override
        public boolean isAlwaysAwake() {
            return true;
        }

        @Override
        @Nullable
        public Event begin(long thread, long frame) {
            Event event = takeOpen(thread, operation);
            if (event == null) return null; // no context was listening when it began
            event.endNanos = Math.max(Clock.now(), event.startNanos + 1);
            // The event of another thread that had the block before.
            if (event.threadId() == Memory.getLong(thread + NativeThread.TID))
                tell(event, thread, SlotHook.argument(frame, 0));
            event.release();
            return null;
        }

        private void tell(Event event, long thread, long told) {
            long payload = event.frame + NativeFrame.PAYLOAD;
            Memory.putInt(payload + CallbackTracingScratchMemoryData.ARGS_KIND, kind.value());
            if (told != 0) describe(payload, told);
            event.exit(thread);
            event.record(thread, BufferTracingScratchMemoryRecord.SIZEOF, ScratchEvents::write);
        }

        private void describe(long payload, long told) {
            Memory.putInt(payload + CallbackTracingScratchMemoryData.FLAGS, Memory.getInt(told + FLAGS));
            if (operation != ScratchMemoryOperation.ALLOC) return;
            long args = payload + CallbackTracingScratchMemoryData.ARGS;
            Memory.putLong(
                    args + ScratchMemoryArgs.ALLOC_END_DISPATCH_ID,
                    Memory.getLong(told + HsaAmdEventScratchAllocEnd.DISPATCH_ID));
            Memory.putLong(
                    args + ScratchMemoryArgs.ALLOC_END_SIZE, Memory.getLong(told + HsaAmdEventScratchAllocEnd.SIZE));
            Memory.putLong(
                    args + ScratchMemoryArgs.ALLOC_END_NUM_SLOTS,
                    Memory.getLong(told + HsaAmdEventScratchAllocEnd.NUM_SLOTS));
        }

        @Override
        public void end(@Nullable Event none, long thread, long frame) {}
    }

    private static void write(Event event, SlotEntry entry, int index, long record) {
        long payload = event.frame + NativeFrame.PAYLOAD;
        long args = payload + CallbackTracingScratchMemoryData.ARGS;
        RecordIds.correlation(record + BufferTracingScratchMemoryRecord.CORRELATION_ID, event, index);
        Memory.putLong(
                record + BufferTracingScratchMemoryRecord.AGENT_ID,
                Memory.getLong(payload + CallbackTracingScratchMemoryData.AGENT_ID));
        Memory.putLong(
                record + BufferTracingScratchMemoryRecord.QUEUE_ID,
                Memory.getLong(payload + CallbackTracingScratchMemoryData.QUEUE_ID));
        Memory.putLong(record + BufferTracingScratchMemoryRecord.THREAD_ID, event.threadId());
        Memory.putLong(record + BufferTracingScratchMemoryRecord.START_TIMESTAMP, event.startNanos);
        Memory.putLong(record + BufferTracingScratchMemoryRecord.END_TIMESTAMP, event.endNanos);
        // Including the padding after it.
        Memory.putLong(
                record + BufferTracingScratchMemoryRecord.FLAGS,
                Memory.getInt(payload + CallbackTracingScratchMemoryData.FLAGS) & 0xFFFF_FFFFL);
        // Only an allocation has it; the payload of the others is 0 here.
        Memory.putLong(
                record + BufferTracingScratchMemoryRecord.ALLOCATION_SIZE,
                Memory.getLong(args + ScratchMemoryArgs.ALLOC_END_SIZE));
    }
}
