package io.rocprofiler.sdk.internal.call;

import io.rocprofiler.abi.internal.SegmentConstants;
import io.rocprofiler.abi.internal.SegmentRangeOpen;
import io.rocprofiler.abi.internal.SegmentText;
import io.rocprofiler.sdk.internal.buffer.RecordBuffer;
import io.rocprofiler.sdk.internal.buffer.Records;
import io.rocprofiler.sdk.internal.plan.SlotPlan;
import io.rocprofiler.sdk.internal.seam.CStrings;
import io.rocprofiler.sdk.internal.seam.Memory;

/// The records in a kept buffer that precede those of marks and ranges: their messages, and a note that a range is
/// open, so that a program that dies inside a range still shows it. A message and its mark or range are claimed
/// together: both are recorded or both are dropped, counted once.
///
/// The C half does the same (`markers.c`) if no other service listens for markers.
public final class KeptMarkers {
    private static final int MOST_BYTES = 1 << 30; // that are counted

    private KeptMarkers() {}

    /// Writes a message, or its first part beside the length of all of it, and claims room for a record after it.
    ///
    /// @param idAddress address of the correlation id of its mark or range
    /// @param message a C string, or 0
    /// @param more size of the record in bytes
    /// @return the address of the room, or 0 if both are dropped
    static long text(RecordBuffer buffer, long thread, long idAddress, long message, int more) {
        int whole = CStrings.length(message, MOST_BYTES);
        int length = Math.min(whole, SegmentConstants.LONGEST_TEXT);
        int size = SegmentText.SIZEOF + length + 7 & -8;
        long record = buffer.claim(thread, size + more);
        if (record == 0) return 0;
        Records.kind(record, SegmentConstants.KIND_TEXT | (long) whole << Integer.SIZE);
        Memory.putLong(record + SegmentText.CORRELATION, Memory.getLong(idAddress));
        if (length > 0) Memory.copy(message, record + SegmentText.SIZEOF, length);
        buffer.commit(record, size);
        return record + size;
    }

    /// Writes the beginning of a range. If it is dropped, the end of the range is not recorded, either.
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
