package io.rocprofiler.sdk.internal.call;

import io.rocprofiler.abi.SegmentConstants;
import io.rocprofiler.abi.SegmentRangeOpen;
import io.rocprofiler.abi.SegmentText;
import io.rocprofiler.sdk.ApiValue;
import io.rocprofiler.sdk.internal.buffer.RecordBuffer;
import io.rocprofiler.sdk.internal.buffer.Records;
import io.rocprofiler.sdk.internal.plan.SlotPlan;
import io.rocprofiler.sdk.internal.seam.CStrings;
import io.rocprofiler.sdk.internal.seam.Memory;

/// What stands in a kept buffer before the records of marks and ranges: their messages, and of a range that it is
/// open, so that a program that dies inside it still shows it. A message and what belongs to it are claimed as one: a
/// mark or a range is there as a whole, or dropped as a whole, which is counted once.
///
/// The C half does the same (`markers.c`) where nobody else asks for markers.
public final class KeptMarkers {
    private KeptMarkers() {}

    /// A message, and room for a record behind it.
    ///
    /// @param idAddress where the correlation id of its mark or range stands
    /// @param message a C string, or 0
    /// @param more bytes of the record
    /// @return the room's address, 0 if both are dropped
    static long text(RecordBuffer buffer, long thread, long idAddress, long message, int more) {
        int length = CStrings.length(message, ApiValue.MAX_STRING_BYTES);
        int size = SegmentText.SIZEOF + length + 7 & -8;
        long record = buffer.claim(thread, size + more);
        if (record == 0) return 0;
        Records.kind(record, SegmentConstants.KIND_TEXT | (long) length << Integer.SIZE);
        Memory.putLong(record + SegmentText.CORRELATION, Memory.getLong(idAddress));
        if (length > 0) Memory.copy(message, record + SegmentText.SIZEOF, length);
        buffer.commit(record, size);
        return record + size;
    }

    /// A range begins. Where it is dropped nothing comes of its end, either.
    ///
    /// @param message a C string, or 0
    public static void opened(Event range, long thread, long message) {
        SlotPlan plan = range.slot().plan();
        for (long rest = range.active() & plan.counted; rest != 0; rest &= rest - 1) {
            int i = Long.numberOfTrailingZeros(rest);
            RecordBuffer buffer = plan.entries[i].buffer;
            if (buffer == null) continue;
            long note = text(buffer, thread, range.idAddress(), message, SegmentRangeOpen.SIZEOF);
            if (note == 0) range.leaveOut(i);
            else open(buffer, note, range, i);
        }
    }

    private static void open(RecordBuffer buffer, long record, Event range, int entry) {
        Records.kind(
                record, SegmentConstants.KIND_RANGE_OPEN | (long) range.slot().operation() << Integer.SIZE);
        RecordIds.correlation(record + SegmentRangeOpen.CORRELATION_ID, range, entry);
        Memory.putLong(record + SegmentRangeOpen.START_NS, range.startNanos);
        Memory.putLong(record + SegmentRangeOpen.TID, range.threadId());
        buffer.commit(record, SegmentRangeOpen.SIZEOF);
    }
}
