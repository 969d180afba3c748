package io.rocprofiler.collector;

import io.rocprofiler.abi.SegmentConstants;
import java.util.Arrays;

/// The innermost range of one thread. Together with the HIP stream, which the engine adds, it forms the external
/// correlation id of the thread's GPU work:
///
/// ```
/// | 0 (1 bit) | stream (23 bits) | internal correlation id of the range (40 bits) |
/// ```
final class ThreadWork {
    private static final long RANGES = 1L << SegmentConstants.EXTERNAL_STREAM_SHIFT;

    final WorkCounts.Stripe counts;
    final MarkerScratch scratch = new MarkerScratch();
    private long[] ranges = new long[8];
    private int depth;

    ThreadWork(WorkCounts.Stripe counts) {
        this.counts = counts;
    }

    void begin(long range) {
        if (depth == ranges.length) ranges = Arrays.copyOf(ranges, 2 * depth);
        ranges[depth++] = range;
    }

    /// Ends a range and all ranges within it. A range that did not begin on this thread is ignored.
    void end(long range) {
        for (int i = depth - 1; i >= 0; i--) {
            if (ranges[i] != range) continue;
            depth = i;
            return;
        }
    }

    /// Returns the innermost range; 0 without a range, or if its id does not fit.
    long externalId() {
        long range = depth == 0 ? 0 : ranges[depth - 1];
        return range < RANGES ? range : 0;
    }
}
