package io.rocprofiler.sdk.internal.registration;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.BufferTracingRuntimeInitializationRecord;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.CallbackTracingRuntimeInitializationData;
import io.rocprofiler.abi.RuntimeInitializationOperation;
import io.rocprofiler.abi.internal.NativeFrame;
import io.rocprofiler.sdk.internal.call.Event;
import io.rocprofiler.sdk.internal.call.RecordIds;
import io.rocprofiler.sdk.internal.plan.EventService;
import io.rocprofiler.sdk.internal.plan.EventSlot;
import io.rocprofiler.sdk.internal.plan.EventSlots;
import io.rocprofiler.sdk.internal.plan.RuntimeTables;
import io.rocprofiler.sdk.internal.plan.SlotEntry;
import io.rocprofiler.sdk.internal.plan.TracingContext;
import io.rocprofiler.sdk.internal.seam.Clock;
import io.rocprofiler.sdk.internal.seam.Memory;
import io.rocprofiler.sdk.internal.seam.Native;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `RUNTIME_INITIALIZATION`: reports, once per instance of a library, that a runtime has registered.
///
/// HIP's compiler table is not a runtime of its own. Correlation ids are 0.
public final class RuntimeInitialization implements EventService {
    private final EventSlots events;

    public RuntimeInitialization(EventSlots events) {
        this.events = events;
    }

    @Override
    public void runtimeRegistered(RuntimeTables runtime, boolean isInUse) {
        tell(runtime, null);
    }

    @Override
    public void catchUp(RuntimeTables runtime, List<? extends TracingContext> came) {
        tell(runtime, came);
    }

    /// @param only the contexts that are told, null for all
    private void tell(RuntimeTables runtime, @Nullable List<? extends TracingContext> only) {
        int operation = operation(runtime.library());
        EventSlot slot = events.of(
                CallbackTracingKind.RUNTIME_INITIALIZATION, BufferTracingKind.RUNTIME_INITIALIZATION, operation);
        if (slot == null || operation == RuntimeInitializationOperation.NONE.value()) return;
        long thread = Native.threadBlock();
        Event event = Event.beginFor(slot, only == null ? -1 : slot.entriesOf(only), thread);
        if (event == null) return;
        event.startNanos = Clock.now();
        long payload = event.payload(CallbackTracingRuntimeInitializationData.SIZEOF);
        Memory.putLong(payload + CallbackTracingRuntimeInitializationData.VERSION, runtime.version());
        Memory.putLong(payload + CallbackTracingRuntimeInitializationData.INSTANCE, runtime.instance());
        event.point(thread);
        event.record(thread, BufferTracingRuntimeInitializationRecord.SIZEOF, RuntimeInitialization::write);
        event.release();
    }

    private static int operation(String library) {
        RuntimeInitializationOperation operation = switch (library) {
            case "hsa" -> RuntimeInitializationOperation.HSA;
            case "hip" -> RuntimeInitializationOperation.HIP;
            case "roctx" -> RuntimeInitializationOperation.MARKER;
            case "rccl" -> RuntimeInitializationOperation.RCCL;
            case "rocdecode" -> RuntimeInitializationOperation.ROCDECODE;
            case "rocjpeg" -> RuntimeInitializationOperation.ROCJPEG;
            case "rocshmem" -> RuntimeInitializationOperation.ROCSHMEM;
            case "hipFile" -> RuntimeInitializationOperation.HIPFILE;
            default -> RuntimeInitializationOperation.NONE;
        };
        return operation.value();
    }

    private static void write(Event event, SlotEntry entry, int index, long record) {
        long payload = event.frame + NativeFrame.PAYLOAD;
        RecordIds.correlation(record + BufferTracingRuntimeInitializationRecord.CORRELATION_ID, event, index);
        Memory.putLong(record + BufferTracingRuntimeInitializationRecord.THREAD_ID, event.threadId());
        Memory.putLong(record + BufferTracingRuntimeInitializationRecord.TIMESTAMP, event.startNanos);
        Memory.putLong(
                record + BufferTracingRuntimeInitializationRecord.VERSION,
                Memory.getLong(payload + CallbackTracingRuntimeInitializationData.VERSION));
        Memory.putLong(
                record + BufferTracingRuntimeInitializationRecord.INSTANCE,
                Memory.getLong(payload + CallbackTracingRuntimeInitializationData.INSTANCE));
    }
}
