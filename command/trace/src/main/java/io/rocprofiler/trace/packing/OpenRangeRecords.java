package io.rocprofiler.trace.packing;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.BufferTracingMarkerApiRecord;
import io.rocprofiler.abi.internal.SegmentRangeOpen;
import java.lang.foreign.MemorySegment;
import java.util.HashSet;
import java.util.Set;

/// Makes records of ranges that never ended, so that they are in every output: their end is that of the trace, and
/// their text says so. Memory grows with the number of such ranges.
public final class OpenRangeRecords {

    private static final String NOT_ENDED = " (not ended)";

    private final Set<Long> ids = new HashSet<>();
    private final MemorySegment record =
            MemorySegment.ofArray(new long[BufferTracingMarkerApiRecord.SIZEOF / Long.BYTES]);
    private long lastEnd;

    OpenRangeRecords() {}

    /// Notes when a record ended.
    void ends(long nanos) {
        lastEnd = Math.max(lastEnd, nanos);
    }

    void add(long id) {
        ids.add(id);
    }

    /// Returns the end of the trace: that of its process, or without one the last end of any record.
    ///
    /// @param ofProcess 0 if the process has not ended or could not say so
    long end(long ofProcess) {
        return ofProcess != 0 ? ofProcess : lastEnd;
    }

    /// Returns the record of a range, which is the same memory each time.
    ///
    /// @param note what was written when it began
    MemorySegment record(MemorySegment note, long at, long end) {
        MemorySegment.copy(note, at, record, 0, SegmentRangeOpen.SIZEOF);
        long start = note.get(JAVA_LONG_UNALIGNED, at + SegmentRangeOpen.START_NS);
        long thread = note.get(JAVA_LONG_UNALIGNED, at + SegmentRangeOpen.TID);
        record.set(JAVA_LONG_UNALIGNED, BufferTracingMarkerApiRecord.SIZE, BufferTracingMarkerApiRecord.SIZEOF);
        record.set(
                JAVA_INT_UNALIGNED, BufferTracingMarkerApiRecord.KIND, BufferTracingKind.MARKER_CORE_RANGE_API.value());
        record.set(JAVA_LONG_UNALIGNED, BufferTracingMarkerApiRecord.START_TIMESTAMP, start);
        record.set(JAVA_LONG_UNALIGNED, BufferTracingMarkerApiRecord.END_TIMESTAMP, Math.max(start, end));
        record.set(JAVA_LONG_UNALIGNED, BufferTracingMarkerApiRecord.THREAD_ID, thread);
        return record;
    }

    /// Returns the text of a mark or range as its record has it.
    String text(long id, String text) {
        return ids.contains(id) ? text + NOT_ENDED : text;
    }

    /// Returns the text that the program gave to a range which never ended.
    public static String given(String text) {
        return text.endsWith(NOT_ENDED) ? text.substring(0, text.length() - NOT_ENDED.length()) : text;
    }
}
