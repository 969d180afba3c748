package io.rocprofiler.sdk.engine;

import io.rocprofiler.abi.BufferTracingCorrelationIdRetirementRecord;
import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.NativeLink;
import io.rocprofiler.abi.NativeThread;
import org.jspecify.annotations.Nullable;

/// Internal correlation ids: one counter for the process, and for each thread the ids of its open calls and ranges.
///
/// An id is retired, for contexts that want to hear of it, when nothing more with it can come: after the records of its
/// call, at a time later than all of theirs.
///
/// Thread rule: any thread; `thread` is the calling thread's block.
final class Correlation {
    /// Size of one `open` entry of a thread block: the frame's address and the call's internal correlation id.
    static final int OPEN_BYTES = 16;

    private static volatile @Nullable EventSlot retirement;

    private Correlation() {}

    static long next() {
        return Memory.getAndAddLong(Native.linked(NativeLink.CORRELATION), 1) + 1;
    }

    /// The newest id that was given.
    static long latest() {
        return Memory.getLongAcquire(Native.linked(NativeLink.CORRELATION));
    }

    /// The innermost open call, range or scope of the thread, 0 if there is none.
    static long top(long thread) {
        return top(thread, Memory.getInt(thread + NativeThread.DEPTH));
    }

    /// The same for a thread with this many open calls.
    static long top(long thread, int depth) {
        long range = Memory.getLong(thread + NativeThread.RANGE_TOP_ID);
        if (depth == 0) return range;
        long call = Memory.getLong(thread + NativeThread.OPEN + (long) (depth - 1) * OPEN_BYTES + 8);
        return call > Memory.getLong(thread + NativeThread.RANGE_TOP_SINCE) ? call : range;
    }

    /// Whether any context asked for retirements. Fixed once the configuration window has closed.
    static boolean retires() {
        return retirement != null;
    }

    static void freeze() {
        retirement = EventSlots.of(null, BufferTracingKind.CORRELATION_ID_RETIREMENT, 0);
    }

    /// Says that nothing more comes with this id.
    ///
    /// @param endNanos the latest time in a record with the id, 0 if there is none
    static void retire(long thread, long id, long endNanos) {
        EventSlot slot = retirement;
        if (slot == null) return;
        Event event = Event.begin(slot, thread);
        if (event == null) return;
        event.correlate(thread, id, 0);
        event.startNanos = Math.max(Clock.now(), endNanos + 1);
        event.record(thread, BufferTracingCorrelationIdRetirementRecord.SIZEOF, Correlation::write);
        event.release();
    }

    private static void write(Event event, SlotEntry entry, int index, long record) {
        Memory.putLong(record + BufferTracingCorrelationIdRetirementRecord.TIMESTAMP, event.startNanos);
        Memory.putLong(record + BufferTracingCorrelationIdRetirementRecord.INTERNAL_CORRELATION_ID, event.internalId());
    }
}
