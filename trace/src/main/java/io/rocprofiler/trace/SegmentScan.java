package io.rocprofiler.trace;

import io.rocprofiler.abi.SegmentStretch;
import java.lang.foreign.MemorySegment;

/// Walks the committed records of a segment, stretch by stretch, and never past the end of anything.
///
/// A record counts when its size, which its writer stores last, says so, and when that size fits its
/// kind and the room it lies in. At the first record of a stretch that does not, the walk goes on
/// with the next stretch: where the one after it begins is known only from its own size.
final class SegmentScan {

    /// What a writer puts where a record no longer fits.
    private static final long END_OF_STRETCH = -1;

    /// The bits of `used` that count bytes; the writer closes a stretch by setting a higher one.
    private static final long CLAIMED = (1L << 40) - 1;

    private static final int KIND = 8; // of every record, contract 3.3.1

    private final MemorySegment bytes;
    private final SegmentLayout layout;

    private long committed;
    private long incomplete;
    private long damagedPlaces;
    private long firstDamage = -1;

    SegmentScan(Segment segment) {
        this.bytes = segment.bytes();
        this.layout = segment.layout();
    }

    /// Receives each stretch before its records.
    @FunctionalInterface
    interface StretchSink {
        StretchSink NONE = (_, _, _) -> {};

        void stretch(long tid, long submitted, long dropped);
    }

    void run(RecordSink records) {
        run(StretchSink.NONE, records);
    }

    /// @throws InternalError if the file shrank while it was read (what a JVM makes of the fault)
    void run(StretchSink stretches, RecordSink records) {
        for (long place = layout.headerSize();
                place + SegmentStretch.SIZEOF <= bytes.byteSize();
                place += layout.stretchSize()) {
            long tid = Bytes.u64(bytes, place + SegmentStretch.TID);
            if (tid != 0) {
                long submitted = Bytes.credible(Bytes.u64(bytes, place + SegmentStretch.SUBMITTED));
                long dropped = Bytes.credible(Bytes.u64(bytes, place + SegmentStretch.DROPPED));
                stretches.stretch(tid, submitted, dropped);
                walk(place, records);
            }
        }
    }

    private void walk(long stretch, RecordSink records) {
        long first = stretch + SegmentStretch.SIZEOF;
        long room = layout.stretchSize() - SegmentStretch.SIZEOF;
        long used = Bytes.u64(bytes, stretch + SegmentStretch.USED) & CLAIMED;
        long end = Math.min(first + Math.min(used, room), bytes.byteSize());
        long place = first;
        while (place + RecordKinds.SHORTEST <= end) {
            long size = Bytes.u64Acquire(bytes, place);
            if (size == END_OF_STRETCH) {
                return;
            }
            if (size == 0) {
                // A claim beyond the room was made again elsewhere: no record is missing here.
                incomplete += used <= room ? 1 : 0;
                return;
            }
            int kind = Bytes.i32(bytes, place + KIND);
            if (size < RecordKinds.leastSize(kind) || size % Long.BYTES != 0 || size > end - place) {
                damaged(place);
                return;
            }
            committed++;
            records.record(kind, place);
            place += size;
        }
    }

    private void damaged(long place) {
        if (damagedPlaces++ == 0) {
            firstDamage = place;
        }
    }

    long committed() {
        return committed;
    }

    long incomplete() {
        return incomplete;
    }

    long damagedPlaces() {
        return damagedPlaces;
    }

    long firstDamage() {
        return firstDamage;
    }
}
