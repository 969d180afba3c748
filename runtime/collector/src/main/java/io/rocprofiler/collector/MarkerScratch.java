package io.rocprofiler.collector;

import io.rocprofiler.abi.internal.SegmentConstants;
import io.rocprofiler.abi.internal.SegmentText;
import io.rocprofiler.sdk.ApiCall;
import java.lang.foreign.MemorySegment;

/// Builds the header that precedes the text of a range by which kernels are renamed, in one array per thread: no
/// allocation per range.
///
/// A Java array instead of native memory: in interpreted code, which is most of a short run, a plain array is many
/// times faster. Each record is valid until the next one is requested.
final class MarkerScratch {
    private final long[] words = new long[SegmentText.SIZEOF / Long.BYTES];
    private final MemorySegment record = MemorySegment.ofArray(words);

    MemorySegment rename(ApiCall marker, int lengthBytes) {
        // All records begin with the size, which the buffer sets, and two ints.
        words[SegmentText.KIND / Long.BYTES] = SegmentConstants.KIND_RENAME | (long) lengthBytes << 32;
        words[SegmentText.CORRELATION / Long.BYTES] = marker.correlationId();
        return record;
    }
}
