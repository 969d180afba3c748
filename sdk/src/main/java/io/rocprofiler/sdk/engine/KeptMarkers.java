package io.rocprofiler.sdk.engine;

import io.rocprofiler.abi.SegmentConstants;
import io.rocprofiler.abi.SegmentRangeOpen;
import io.rocprofiler.abi.SegmentText;
import io.rocprofiler.sdk.ApiValue;

/// What stands in a kept buffer before the records of marks and ranges: their messages, and of a range that it is
/// open, so that a program that dies inside it still shows it.
///
/// The C half does the same (`markers.c`) where nobody else asks for markers.
final class KeptMarkers {
    private KeptMarkers() {}

    /// A message.
    ///
    /// @param idAddress where the correlation id of its mark or range stands
    /// @param message a C string, or 0
    static void text(RecordBuffer buffer, long thread, long idAddress, long message) {
        int length = CStrings.length(message, ApiValue.MAX_STRING_BYTES);
        int size = SegmentText.SIZEOF + length + 7 & -8;
        buffer.submitted(thread);
        long record = buffer.claim(thread, size);
        if (record == 0) return;
        Records.kind(record, SegmentConstants.KIND_TEXT | (long) length << Integer.SIZE);
        Memory.putLong(record + SegmentText.CORRELATION, Memory.getLong(idAddress));
        if (length > 0) Memory.copy(message, record + SegmentText.SIZEOF, length);
        buffer.commit(record, size);
    }

    /// A range begins.
    ///
    /// @param message a C string, or 0
    static void opened(Event range, long thread, long message) {
        SlotPlan plan = range.slot().plan();
        for (long rest = range.active() & plan.counted; rest != 0; rest &= rest - 1) {
            int i = Long.numberOfTrailingZeros(rest);
            RecordBuffer buffer = plan.entries[i].buffer;
            if (buffer == null) continue;
            text(buffer, thread, range.idAddress(), message);
            open(buffer, thread, range, i);
        }
    }

    private static void open(RecordBuffer buffer, long thread, Event range, int entry) {
        buffer.submitted(thread);
        long record = buffer.claim(thread, SegmentRangeOpen.SIZEOF);
        if (record == 0) return;
        Records.kind(
                record, SegmentConstants.KIND_RANGE_OPEN | (long) range.slot().operation() << Integer.SIZE);
        Records.correlation(record + SegmentRangeOpen.CORRELATION_ID, range, entry);
        Memory.putLong(record + SegmentRangeOpen.START_NS, range.startNanos);
        Memory.putLong(record + SegmentRangeOpen.TID, range.threadId());
        buffer.commit(record, SegmentRangeOpen.SIZEOF);
    }
}
