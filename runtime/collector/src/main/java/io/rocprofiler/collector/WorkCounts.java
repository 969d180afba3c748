package io.rocprofiler.collector;

import io.rocprofiler.abi.internal.SegmentConstants;
import io.rocprofiler.abi.internal.SegmentHeader;
import io.rocprofiler.abi.internal.SegmentWork;
import java.nio.ByteBuffer;

/// Counts submitted GPU work by kind in the segment's header, so that readers know what is missing, even if the
/// process is killed.
///
/// ```
/// header + WORK_OFFSET: | dispatches | copies | allocations | scratch | ... | next stripe, 64 bytes further | ...
/// ```
/// Thread rule: any thread. Few threads share a stripe, so its lock is rarely contended.
final class WorkCounts {
    private final Stripe[] stripes = new Stripe[SegmentConstants.WORK_STRIPES];
    private int next;

    WorkCounts(ByteBuffer header) {
        for (int i = 0; i < stripes.length; i++) {
            stripes[i] = new Stripe(header, SegmentConstants.WORK_OFFSET + i * SegmentWork.SIZEOF);
        }
    }

    /// Returns the stripe for a new thread.
    synchronized Stripe stripe() {
        Stripe stripe = stripes[next];
        next = (next + 1) % stripes.length;
        return stripe;
    }

    static final class Stripe {
        private final ByteBuffer header;
        private final int place;

        private Stripe(ByteBuffer header, int place) {
            this.header = header;
            this.place = place;
        }

        /// @param counter an offset of [SegmentWork]
        synchronized void add(int counter, int more) {
            breakSeal();
            header.putLong(place + counter, header.getLong(place + counter) + more);
            breakSeal();
        }

        /// Invalidates the checksum of the counters, because work counted after they were sealed
        /// ([SegmentFile#close]) is not covered. Called before counting, in case the process ends in between,
        /// and afterwards, in case the counters were sealed in between.
        private void breakSeal() {
            if (header.getLong(SegmentHeader.END_SEAL) != 0) header.putLong(SegmentHeader.END_SEAL, 0);
        }
    }
}
