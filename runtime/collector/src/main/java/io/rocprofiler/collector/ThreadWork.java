package io.rocprofiler.collector;

import io.rocprofiler.abi.internal.SegmentConstants;
import java.util.Arrays;

/// What names the kernels of one thread: its latest range or mark. Together with the HIP stream, which the engine
/// adds, it forms the external correlation id of the thread's GPU work:
///
/// ```
/// | 0 (1 bit) | stream (23 bits) | internal correlation id of the range or mark (40 bits) |
/// ```
///
/// As in AMD's tool (`kernel_rename_callback` of rocprofiler-sdk 1.0.0), ranges and marks share a stack: a mark stays
/// on it, and the end of a range takes off what is on top, be it a mark. Entries that no end can uncover any more are
/// forgotten, so that marks do not add up.
final class ThreadWork {
    private static final long RANGES = 1L << SegmentConstants.EXTERNAL_STREAM_SHIFT;

    final WorkCounts.Stripe counts;
    final MarkerScratch scratch = new MarkerScratch();
    private long[] names = new long[8];
    private int depth;
    private int openRanges;

    ThreadWork(WorkCounts.Stripe counts) {
        this.counts = counts;
    }

    void begin(long range) {
        push(range);
        openRanges++;
    }

    void mark(long mark) {
        if (depth > openRanges) {
            System.arraycopy(names, 1, names, 0, --depth);
        }
        push(mark);
    }

    private void push(long name) {
        if (depth == names.length) names = Arrays.copyOf(names, 2 * depth);
        names[depth++] = name;
    }

    /// Ends a range. One that did not begin on this thread is ignored.
    void end() {
        if (openRanges == 0) return;
        openRanges--;
        depth--;
    }

    /// Returns the latest range or mark; 0 without one, or if its id does not fit.
    long externalId() {
        long name = depth == 0 ? 0 : names[depth - 1];
        return name < RANGES ? name : 0;
    }
}
