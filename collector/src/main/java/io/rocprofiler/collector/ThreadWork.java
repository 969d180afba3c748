package io.rocprofiler.collector;

import io.rocprofiler.abi.SegmentConstants;
import java.util.Arrays;

/// What one thread is about, as its GPU work shows it: the HIP stream of the call it is in, and its innermost range.
///
/// Both together are the external correlation id of that work, one number that says everything when it is read:
///
/// ```
/// | 0 (1 bit) | stream (23 bits) | internal correlation id of the range (40 bits) |
/// ```
final class ThreadWork {
    private static final int STREAM_SHIFT = SegmentConstants.EXTERNAL_STREAM_SHIFT;
    private static final long RANGES = 1L << STREAM_SHIFT;
    private static final long STREAMS = 1L << (Long.SIZE - 1 - STREAM_SHIFT);

    final WorkCounts.Stripe counts;
    final MarkerScratch scratch = new MarkerScratch();
    private long stream;
    private long[] ranges = new long[8];
    private int depth;

    ThreadWork(WorkCounts.Stripe counts) {
        this.counts = counts;
    }

    long stream() {
        return stream;
    }

    /// Stream 0 is the null stream, which is also what there is no room for.
    void stream(long newStream) {
        stream = newStream < STREAMS ? newStream : 0;
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

    long externalId() {
        long range = depth == 0 ? 0 : ranges[depth - 1];
        return (stream << STREAM_SHIFT) | (range < RANGES ? range : 0);
    }
}
