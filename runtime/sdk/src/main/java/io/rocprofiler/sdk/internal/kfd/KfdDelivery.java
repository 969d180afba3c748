package io.rocprofiler.sdk.internal.kfd;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.Operations;
import io.rocprofiler.abi.internal.NativeFrame;
import io.rocprofiler.sdk.internal.call.Event;
import io.rocprofiler.sdk.internal.plan.EventSlot;
import io.rocprofiler.sdk.internal.plan.EventSlots;
import io.rocprofiler.sdk.internal.plan.SlotEntry;
import io.rocprofiler.sdk.internal.seam.Memory;
import io.rocprofiler.sdk.internal.seam.Native;
import org.jspecify.annotations.Nullable;

/// Writes records of the driver's events to the buffers of the contexts that trace them.
///
/// Thread rule: created after the configuration window; then the poll thread.
final class KfdDelivery implements KfdRecords.Output {
    /// Size, kind and operation.
    private static final int HEADER_BYTES = 16;

    private static final Event.Writer WRITER = new Writer();

    private final @Nullable EventSlot[][] slots = new EventSlot[BufferTracingKind.last()][];
    private long thread;

    /// Finds the contexts that trace each event.
    KfdDelivery(EventSlots events) {
        for (BufferTracingKind kind : BufferTracingKind.values()) {
            if (!KfdEvents.isOne(kind)) continue;
            @Nullable EventSlot[] ofKind = new EventSlot[Operations.count(kind)];
            for (int operation = 0; operation < ofKind.length; operation++) {
                ofKind[operation] = events.of(null, kind, operation);
            }
            slots[kind.value()] = ofKind;
        }
    }

    @Override
    public void record(BufferTracingKind kind, int operation, long record, int sizeof) {
        EventSlot slot = slots[kind.value()][operation];
        if (slot == null) return;
        if (thread == 0) thread = Native.threadBlock();
        Event event = Event.begin(slot, thread);
        if (event == null) return;
        long payload = event.payload(sizeof);
        Memory.copy(record + HEADER_BYTES, payload + HEADER_BYTES, sizeof - HEADER_BYTES);
        event.record(thread, sizeof, WRITER);
        event.release();
    }

    private static final class Writer implements Event.Writer {
        @Override
        public void write(Event event, SlotEntry entry, int index, long record) {
            long payload = event.frame + NativeFrame.PAYLOAD;
            Memory.copy(payload + HEADER_BYTES, record + HEADER_BYTES, Memory.getLong(payload) - HEADER_BYTES);
        }
    }
}
