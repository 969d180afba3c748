package io.rocprofiler.collector;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.BufferTracingMarkerApiRecord;
import io.rocprofiler.abi.SegmentConstants;
import io.rocprofiler.abi.SegmentRangeOpen;
import io.rocprofiler.abi.SegmentText;
import io.rocprofiler.sdk.ApiCall;
import java.lang.foreign.MemorySegment;

/// The records of markers, put together in one place per thread: nothing is allocated per marker.
///
/// An array of words rather than native memory: in code that is not compiled yet, which is most of what a short
/// program runs, a plain array is many times faster. Each record is valid until the next is asked for.
final class MarkerScratch {
    private static final int WORDS = BufferTracingMarkerApiRecord.SIZEOF / Long.BYTES;

    private final long[] words = new long[WORDS];
    private final MemorySegment record = MemorySegment.ofArray(words);
    private final MemorySegment text = record.asSlice(0, SegmentText.SIZEOF);
    private final MemorySegment open = record.asSlice(0, SegmentRangeOpen.SIZEOF);

    /// What stands before the bytes of a message.
    MemorySegment text(ApiCall marker, int lengthBytes) {
        return text(SegmentConstants.KIND_TEXT, marker, lengthBytes);
    }

    /// The same, of a range that kernels are named by.
    MemorySegment rename(ApiCall marker, int lengthBytes) {
        return text(SegmentConstants.KIND_RENAME, marker, lengthBytes);
    }

    private MemorySegment text(int kind, ApiCall marker, int lengthBytes) {
        head(kind, lengthBytes);
        words[word(SegmentText.CORRELATION)] = marker.internalCorrelationId();
        return text;
    }

    MemorySegment open(ApiCall marker, long startNanos) {
        head(SegmentConstants.KIND_RANGE_OPEN, marker.operationValue());
        correlation(word(SegmentRangeOpen.CORRELATION_ID), marker);
        words[word(SegmentRangeOpen.START_NS)] = startNanos;
        words[word(SegmentRangeOpen.TID)] = marker.threadId();
        return open;
    }

    MemorySegment record(ApiCall marker, long startNanos, long endNanos) {
        head(BufferTracingKind.MARKER_CORE_RANGE_API.value(), marker.operationValue());
        correlation(word(BufferTracingMarkerApiRecord.CORRELATION_ID), marker);
        words[word(BufferTracingMarkerApiRecord.START_TIMESTAMP)] = startNanos;
        words[word(BufferTracingMarkerApiRecord.END_TIMESTAMP)] = endNanos;
        words[word(BufferTracingMarkerApiRecord.THREAD_ID)] = marker.threadId();
        return record;
    }

    /// All records begin alike: size, which the buffer fills in, then two ints.
    private void head(int kind, int second) {
        words[word(BufferTracingMarkerApiRecord.KIND)] = kind | (long) second << 32;
    }

    /// `rocprofiler_correlation_id_t`: internal, external, ancestor.
    private void correlation(int word, ApiCall marker) {
        words[word] = marker.internalCorrelationId();
        words[word + 1] = marker.externalCorrelationId();
        words[word + 2] = marker.ancestorCorrelationId();
    }

    private static int word(int offset) {
        return offset / Long.BYTES;
    }
}
