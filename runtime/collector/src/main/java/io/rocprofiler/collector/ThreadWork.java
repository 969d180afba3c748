package io.rocprofiler.collector;

import io.rocprofiler.abi.SegmentConstants;
import java.util.Arrays;

/// What one thread is about, as its GPU work shows it: its innermost range. Together with the HIP stream, which the
/// engine adds, that is the external correlation id of the work, one number that says everything when it is read:
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

    /// Ends a range, and those within it that nobody has ended. One that did not begin here changes nothing.
    void end(long range) {
        for (int i = depth - 1; i >= 0; i--) {
            if (ranges[i] != range) continue;
            depth = i;
            return;
        }
    }

    /// 0 also for a range whose number has no room.
    long externalId() {
        long range = depth == 0 ? 0 : ranges[depth - 1];
        return range < RANGES ? range : 0;
    }
}
