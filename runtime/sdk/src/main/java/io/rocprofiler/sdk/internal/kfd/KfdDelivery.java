package io.rocprofiler.sdk.internal.kfd;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.internal.NativeFrame;
import io.rocprofiler.sdk.internal.call.Event;
import io.rocprofiler.sdk.internal.plan.EventSlot;
import io.rocprofiler.sdk.internal.plan.EventSlots;
import io.rocprofiler.sdk.internal.plan.SlotEntry;
import io.rocprofiler.sdk.internal.seam.Memory;
import io.rocprofiler.sdk.internal.seam.Native;

/// Writes records of the driver's events to the buffers of the contexts that trace them.
///
/// Thread rule: created after the configuration window; then the poll thread.
final class KfdDelivery implements KfdRecords.Output {
    /// Size, kind and operation.
    private static final int HEADER_BYTES = 16;

    private static final Event.Writer WRITER = new Writer();

    private final EventSlots events;
    private long thread;

    KfdDelivery(EventSlots events) {
        this.events = events;
    }

    @Override
    public void record(BufferTracingKind kind, int operation, long record, int sizeof) {
        EventSlot slot = events.of(null, kind, operation);
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
