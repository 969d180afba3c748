package io.rocprofiler.collector;

import io.rocprofiler.abi.SegmentConstants;
import io.rocprofiler.abi.SegmentHeader;
import io.rocprofiler.abi.SegmentWork;
import java.nio.ByteBuffer;

/// How much work for GPUs was submitted, kind by kind, in the segment's header: what a trace owes its reader, also if
/// the process is killed.
///
/// ```
/// header + WORK_OFFSET: | dispatches | copies | allocations | scratch | ... | next stripe, 64 bytes further | ...
/// ```
/// Thread rule: any thread. A stripe is shared by few threads, so its lock is nearly always free.
final class WorkCounts {
    private final Stripe[] stripes = new Stripe[SegmentConstants.WORK_STRIPES];
    private int next;

    WorkCounts(ByteBuffer header) {
        for (int i = 0; i < stripes.length; i++) {
            stripes[i] = new Stripe(header, SegmentConstants.WORK_OFFSET + i * SegmentWork.SIZEOF);
        }
    }

    /// Where one more thread counts.
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
        synchronized void add(int counter) {
            breakSeal();
            header.putLong(place + counter, header.getLong(place + counter) + 1);
            breakSeal();
        }

        /// Work that comes when the counters are sealed is not checked ([SegmentFile#close]). Before it is counted, as
        /// the process may end then, and once more, as they may have been sealed in between.
        private void breakSeal() {
            if (header.getLong(SegmentHeader.END_SEAL) != 0) header.putLong(SegmentHeader.END_SEAL, 0);
        }
    }
}
