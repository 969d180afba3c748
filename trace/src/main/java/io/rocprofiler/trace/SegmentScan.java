package io.rocprofiler.trace;

import io.rocprofiler.abi.SegmentStretch;
import java.io.IOException;
import java.lang.foreign.Arena;
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

    private final Segment segment;
    private final SegmentLayout layout;

    private long committed;
    private long incomplete;
    private long damagedPlaces;
    private long firstDamage = -1;
    private boolean cut;

    SegmentScan(Segment segment) {
        this.segment = segment;
        this.layout = segment.head().layout();
    }

    /// Receives each stretch before its records.
    @FunctionalInterface
    interface StretchSink {
        void stretch(long tid, long submitted, long dropped);
    }

    /// Walks the whole file.
    ///
    /// @throws IOException if the file cannot be read, or the sink failed
    void run(StretchSink stretches, RecordSink records) throws IOException {
        if (segment.size() == 0) {
            return;
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment buffer = arena.allocate(layout.stretchSize(), Long.BYTES);
            for (long place = layout.headerSize();
                    place + SegmentStretch.SIZEOF <= segment.size();
                    place += layout.stretchSize()) {
                long length = segment.read(place, buffer);
                cut |= length < Math.min(layout.stretchSize(), segment.size() - place);
                if (length >= SegmentStretch.SIZEOF) {
                    stretch(buffer.asSlice(0, length), place, stretches, records);
                }
            }
        }
    }

    private void stretch(MemorySegment bytes, long place, StretchSink stretches, RecordSink records)
            throws IOException {
        long tid = Bytes.u64(bytes, SegmentStretch.TID);
        if (tid != 0) {
            long submitted = Bytes.credible(Bytes.u64(bytes, SegmentStretch.SUBMITTED));
            long dropped = Bytes.credible(Bytes.u64(bytes, SegmentStretch.DROPPED));
            stretches.stretch(tid, submitted, dropped);
            walk(bytes, place, records);
        }
    }

    private void walk(MemorySegment bytes, long stretch, RecordSink records) throws IOException {
        long room = layout.stretchSize() - SegmentStretch.SIZEOF;
        long used = Bytes.u64(bytes, SegmentStretch.USED) & CLAIMED;
        long end = Math.min(SegmentStretch.SIZEOF + Math.min(used, room), bytes.byteSize());
        long at = SegmentStretch.SIZEOF;
        while (at + RecordKinds.SHORTEST <= end) {
            long size = Bytes.u64(bytes, at);
            if (size == END_OF_STRETCH) {
                return;
            }
            if (size == 0) {
                // A claim beyond the room was made again elsewhere: no record is missing here.
                incomplete += used <= room ? 1 : 0;
                return;
            }
            int kind = Bytes.i32(bytes, at + KIND);
            if (size < RecordKinds.leastSize(kind) || size % Long.BYTES != 0 || size > end - at) {
                damaged(stretch + at);
                return;
            }
            committed++;
            records.record(kind, bytes, at, stretch + at);
            at += size;
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

    /// Whether the file became shorter while it was read.
    boolean cut() {
        return cut;
    }

    long firstDamage() {
        return firstDamage;
    }
}
