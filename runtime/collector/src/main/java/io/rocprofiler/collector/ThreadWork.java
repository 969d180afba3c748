package io.rocprofiler.collector;

import io.rocprofiler.abi.internal.SegmentConstants;
import java.util.Arrays;

/// What names the kernels of one thread: the latest range that it pushed. Together with the HIP stream, which the
/// engine adds, it forms the external correlation id of the thread's GPU work:
///
/// ```
/// | 0 (1 bit) | stream (23 bits) | internal correlation id of the range (40 bits) |
/// ```
///
/// As in AMD's tool (`kernel_rename_callback` of rocprofiler-sdk 1.3.5), marks name nothing.
final class ThreadWork {
    private static final long RANGES = 1L << SegmentConstants.EXTERNAL_STREAM_SHIFT;

    final WorkCounts.Stripe counts;
    final MarkerScratch scratch = new MarkerScratch();
    private long[] names = new long[8];
    private int depth;

    ThreadWork(WorkCounts.Stripe counts) {
        this.counts = counts;
    }

    void begin(long range) {
        if (depth == names.length) names = Arrays.copyOf(names, 2 * depth);
        names[depth++] = range;
    }

    /// Ends a range. One that did not begin on this thread is ignored.
    void end() {
        if (depth > 0) depth--;
    }

    /// Returns the latest range; 0 without one, or if its id does not fit.
    long externalId() {
        long name = depth == 0 ? 0 : names[depth - 1];
        return name < RANGES ? name : 0;
    }
}
