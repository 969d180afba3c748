package io.rocprofiler.collector;

import io.rocprofiler.abi.SegmentConstants;
import io.rocprofiler.abi.SegmentText;
import io.rocprofiler.sdk.ApiCall;
import java.lang.foreign.MemorySegment;

/// What stands before the text of a range that kernels are named by, put together in one place per thread: nothing is
/// allocated per range.
///
/// An array of words rather than native memory: in code that is not compiled yet, which is most of what a short
/// program runs, a plain array is many times faster. Each record is valid until the next is asked for.
final class MarkerScratch {
    private final long[] words = new long[SegmentText.SIZEOF / Long.BYTES];
    private final MemorySegment record = MemorySegment.ofArray(words);

    MemorySegment rename(ApiCall marker, int lengthBytes) {
        // All records begin alike: size, which the buffer fills in, then two ints.
        words[SegmentText.KIND / Long.BYTES] = SegmentConstants.KIND_RENAME | (long) lengthBytes << 32;
        words[SegmentText.CORRELATION / Long.BYTES] = marker.internalCorrelationId();
        return record;
    }
}
