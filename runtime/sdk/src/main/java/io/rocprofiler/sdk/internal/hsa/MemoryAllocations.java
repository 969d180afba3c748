package io.rocprofiler.sdk.internal.hsa;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.BufferTracingMemoryAllocationRecord;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.CallbackTracingMemoryAllocationData;
import io.rocprofiler.abi.MemoryAllocationOperation;
import io.rocprofiler.abi.internal.ApiTable;
import io.rocprofiler.abi.internal.ApiTables;
import io.rocprofiler.abi.internal.HsaAmdExtApiId;
import io.rocprofiler.abi.internal.HsaCoreApiId;
import io.rocprofiler.abi.internal.NativeFrame;
import io.rocprofiler.sdk.internal.call.Correlation;
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
import org.jspecify.annotations.Nullable;

/// `MEMORY_ALLOCATION`: the HSA functions that allocate and free memory, as one kind of event.
///
/// The correlation id is that of the traced call that allocates the memory; without one, the event has its own id.
/// A free has neither agent nor size: both are 0, as in AMD's library.
public final class MemoryAllocations implements EventService {
    private final EventSlots events;
    /// The functions, the positions of their arguments, and their effects.
    private enum Function {
        MEMORY_ALLOCATE(MemoryAllocationOperation.ALLOCATE, 2),
        POOL_ALLOCATE(MemoryAllocationOperation.ALLOCATE, 3),
        MEMORY_FREE(MemoryAllocationOperation.FREE, 0),
        POOL_FREE(MemoryAllocationOperation.FREE, 0),
        HANDLE_CREATE(MemoryAllocationOperation.VMEM_ALLOCATE, 4),
        HANDLE_RELEASE(MemoryAllocationOperation.VMEM_FREE, 0);

        final MemoryAllocationOperation operation;

        /// The integer argument that holds the address, or a pointer to it. Functions that allocate have the region
        /// or pool first and the size second.
        final int addressArgument;

        Function(MemoryAllocationOperation operation, int addressArgument) {
            this.operation = operation;
            this.addressArgument = addressArgument;
        }

        boolean allocates() {
            return operation == MemoryAllocationOperation.ALLOCATE
                    || operation == MemoryAllocationOperation.VMEM_ALLOCATE;
        }
    }

    private final HsaPools pools;

    public MemoryAllocations(EventSlots events, HsaPools pools) {
        this.events = events;
        this.pools = pools;
    }

    @Override
    public boolean hooks(ApiTable table) {
        return (table == ApiTables.HSA_CORE || table == ApiTables.HSA_AMD_EXT)
                && events.isAsked(CallbackTracingKind.MEMORY_ALLOCATION, BufferTracingKind.MEMORY_ALLOCATION);
    }

    @Override
    public @Nullable SlotHook innerHook(ApiTable table, int operation) {
        Function function = table == ApiTables.HSA_CORE
                ? ofCore(operation)
                : table == ApiTables.HSA_AMD_EXT ? ofExtension(operation) : null;
        if (function == null) return null;
        EventSlot slot = events.of(
                CallbackTracingKind.MEMORY_ALLOCATION, BufferTracingKind.MEMORY_ALLOCATION, function.operation.value());
        return slot == null ? null : new Hook(slot, function);
    }

    private static @Nullable Function ofCore(int operation) {
        return switch (operation) {
            case HsaCoreApiId.hsa_memory_allocate -> Function.MEMORY_ALLOCATE;
            case HsaCoreApiId.hsa_memory_free -> Function.MEMORY_FREE;
            default -> null;
        };
    }

    private static @Nullable Function ofExtension(int operation) {
        return switch (operation) {
            case HsaAmdExtApiId.hsa_amd_memory_pool_allocate -> Function.POOL_ALLOCATE;
            case HsaAmdExtApiId.hsa_amd_memory_pool_free -> Function.POOL_FREE;
            case HsaAmdExtApiId.hsa_amd_vmem_handle_create -> Function.HANDLE_CREATE;
            case HsaAmdExtApiId.hsa_amd_vmem_handle_release -> Function.HANDLE_RELEASE;
            default -> null;
        };
    }

    private final class Hook extends EventHook {
        private final EventSlot slot;
        private final Function function;

        Hook(EventSlot slot, Function function) {
            super(slot);
            this.slot = slot;
            this.function = function;
        }

        @Override
        public boolean endsWithCall() {
            return true;
        }

        @Override
        public boolean isRare() {
            return true;
        }

        @Override
        @Nullable
        public Event begin(long thread, long frame) {
            Event event = Event.begin(slot, thread);
            if (event == null) return null;
            event.correlateWithCall(thread);
            long payload = event.payload(CallbackTracingMemoryAllocationData.SIZEOF);
            if (function.allocates()) {
                Memory.putLong(
                        payload + CallbackTracingMemoryAllocationData.AGENT_ID,
                        pools.agent(SlotHook.argument(frame, 0)));
                Memory.putLong(
                        payload + CallbackTracingMemoryAllocationData.ALLOCATION_SIZE, SlotHook.argument(frame, 1));
            } else {
                Memory.putLong(payload + CallbackTracingMemoryAllocationData.ADDRESS, SlotHook.argument(frame, 0));
            }
            event.enter(thread);
            event.startNanos = Clock.now();
            return event;
        }

        @Override
        public void end(@Nullable Event event, long thread, long frame) {
            if (event == null) return;
            event.endNanos = Math.max(Clock.now(), event.startNanos + 1);
            long payload = event.frame + NativeFrame.PAYLOAD;
            long made = function.allocates() && SlotHook.succeeded(frame)
                    ? SlotHook.argument(frame, function.addressArgument)
                    : 0;
            if (made != 0) Memory.putLong(payload + CallbackTracingMemoryAllocationData.ADDRESS, Memory.getLong(made));
            Memory.putLong(payload + CallbackTracingMemoryAllocationData.START_TIMESTAMP, event.startNanos);
            Memory.putLong(payload + CallbackTracingMemoryAllocationData.END_TIMESTAMP, event.endNanos);
            event.exit(thread);
            event.record(thread, BufferTracingMemoryAllocationRecord.SIZEOF, MemoryAllocations::write);
            if (event.key != 0) Correlation.retire(thread, event.key, event.endNanos);
            event.release();
        }
    }

    private static void write(Event event, SlotEntry entry, int index, long record) {
        long payload = event.frame + NativeFrame.PAYLOAD;
        RecordIds.correlation(record + BufferTracingMemoryAllocationRecord.CORRELATION_ID, event, index);
        Memory.putLong(record + BufferTracingMemoryAllocationRecord.THREAD_ID, event.threadId());
        Memory.putLong(record + BufferTracingMemoryAllocationRecord.START_TIMESTAMP, event.startNanos);
        Memory.putLong(record + BufferTracingMemoryAllocationRecord.END_TIMESTAMP, event.endNanos);
        // Agent, address and size are in the same order in both structs.
        Memory.copy(
                payload + CallbackTracingMemoryAllocationData.AGENT_ID,
                record + BufferTracingMemoryAllocationRecord.AGENT_ID,
                BufferTracingMemoryAllocationRecord.SIZEOF - BufferTracingMemoryAllocationRecord.AGENT_ID);
    }
}
