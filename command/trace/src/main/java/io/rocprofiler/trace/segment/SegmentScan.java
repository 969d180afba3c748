package io.rocprofiler.trace.segment;

import io.rocprofiler.abi.SegmentStretch;
import io.rocprofiler.trace.kind.Domain;
import io.rocprofiler.trace.kind.RecordKinds;
import io.rocprofiler.trace.primitive.Bytes;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// Walks the committed records of a segment, stretch by stretch, and never past the end of anything.
///
/// A record counts when its size, which its writer stores last, says so, and when that size fits its
/// kind and the room it lies in. At the first record of a stretch that does not, the walk goes on
/// with the next stretch: where the one after it begins is known only from its own size. Records of a stretch whose
/// checksum is wrong are read as far as they make sense, and counted.
public final class SegmentScan {

    /// What a writer puts where a record no longer fits.
    private static final long END_OF_STRETCH = -1;

    /// The bits of `used` that count bytes; the writer closes a stretch by setting a higher one.
    private static final long CLAIMED = (1L << 40) - 1;

    private static final int KIND = 8; // of every record, `buffer_tracing.h` of rocprofiler-sdk 1.0.0

    private final Segment segment;
    private final SegmentLayout layout;
    private final long given; // stretches, by what the header says

    private long found; // stretches
    private long filled; // those that anything is in
    private long givenMeanwhile;
    private long damagedPlaces;
    private long firstDamage = -1;
    private long doubtful;
    private long uncheckedRecords;
    private boolean unchecked;
    private boolean cut;

    public SegmentScan(Segment segment) {
        this.segment = segment;
        this.layout = segment.head().layout();
        this.given = segment.head().stretches();
        this.givenMeanwhile = given;
    }

    /// Receives each stretch before its records.
    @FunctionalInterface
    public interface StretchSink {
        void stretch(long tid, long submitted, long dropped);
    }

    /// Walks the whole file.
    ///
    /// @throws IOException if the file cannot be read, or the sink failed
    public void run(StretchSink stretches, RecordSink records) throws IOException {
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
        givenMeanwhile = segment.stretchesNow();
    }

    private void stretch(MemorySegment bytes, long place, StretchSink stretches, RecordSink records)
            throws IOException {
        if (isZero(bytes, 0, SegmentStretch.SIZEOF)) {
            return; // nobody's so far
        }
        long tid = Bytes.u64(bytes, SegmentStretch.TID);
        boolean used = !isZero(bytes, 0, SegmentStretch.TID)
                || !isZero(bytes, SegmentStretch.SUBMITTED, SegmentStretch.STARTED_NS)
                || !isZero(bytes, SegmentStretch.SEAL, SegmentStretch.SIZEOF);
        if (tid == 0 && !used) {
            return; // its process ended while a thread took it
        }
        found++;
        filled += used ? 1 : 0;
        StretchSeal seal = StretchSeal.check(bytes);
        boolean right = tid != 0 && seal.state() != StretchSeal.State.WRONG;
        right &= counters(bytes, tid, seal, stretches);
        right &= usedBytes(bytes) >= seal.coveredBytes();
        long before = damagedPlaces;
        long walked = walk(bytes, place, seal, records);
        if (!right && damagedPlaces == before) {
            damaged(place);
        }
        doubtful += damagedPlaces > before ? walked : 0;
    }

    private static boolean isZero(MemorySegment bytes, long from, long to) {
        boolean zero = true;
        for (long at = from; at < to; at += Long.BYTES) {
            zero &= Bytes.u64(bytes, at) == 0;
        }
        return zero;
    }

    /// @return false if they cannot be right
    private boolean counters(MemorySegment bytes, long tid, StretchSeal seal, StretchSink stretches) {
        long submitted = Bytes.credible(Bytes.u64(bytes, SegmentStretch.SUBMITTED));
        long dropped = Bytes.credible(Bytes.u64(bytes, SegmentStretch.DROPPED));
        boolean right = true;
        if (seal.state() == StretchSeal.State.RIGHT) {
            long submittedThen = Bytes.u32(bytes, SegmentStretch.SEALED_SUBMITTED);
            long droppedThen = Bytes.u32(bytes, SegmentStretch.SEALED_DROPPED);
            right = submitted >= submittedThen && dropped >= droppedThen;
            unchecked |= isLater(submitted, submittedThen) || isLater(dropped, droppedThen);
            submitted = Math.max(submitted, submittedThen);
            dropped = Math.max(dropped, droppedThen);
        } else {
            unchecked |= submitted > 0 || dropped > 0;
        }
        stretches.stretch(tid, submitted, dropped);
        return right;
    }

    /// Whether a counter went on after it was sealed. The highest number that a seal has room for stands for any.
    private static boolean isLater(long now, long then) {
        return now > then && then != Integer.toUnsignedLong(-1);
    }

    private long usedBytes(MemorySegment bytes) {
        long room = layout.stretchSize() - SegmentStretch.SIZEOF;
        return Math.min(Bytes.u64(bytes, SegmentStretch.USED) & CLAIMED, room);
    }

    /// @return how many records it has handed over
    private long walk(MemorySegment bytes, long stretch, StretchSeal seal, RecordSink records) throws IOException {
        long used = Math.max(usedBytes(bytes), seal.coveredBytes());
        long checked = SegmentStretch.SIZEOF + seal.coveredBytes();
        long end = Math.min(SegmentStretch.SIZEOF + used, bytes.byteSize());
        long at = SegmentStretch.SIZEOF;
        long count = 0;
        unchecked |= seal.state() != StretchSeal.State.WRONG && end > checked;
        while (at + RecordKinds.SHORTEST <= end) {
            long size = Bytes.u64(bytes, at);
            if (size == END_OF_STRETCH || size == 0) {
                break;
            }
            int kind = Bytes.i32(bytes, at + KIND);
            if (size < RecordKinds.leastSize(kind) || size % Long.BYTES != 0 || size > end - at) {
                damaged(stretch + at);
                break;
            }
            uncheckedRecords +=
                    seal.state() != StretchSeal.State.WRONG && at >= checked && Domain.ofKind(kind) != null ? 1 : 0;
            records.record(kind, bytes, at, stretch + at);
            at += size;
            count++;
        }
        return count;
    }

    private void damaged(long place) {
        if (damagedPlaces++ == 0) {
            firstDamage = place;
        }
    }

    public long damagedPlaces() {
        return damagedPlaces;
    }

    /// Whether there are as many stretches as the header tells of. A thread takes one, has it counted, and then fills
    /// it: its process may have ended in between, or go on.
    public boolean hasAllStretches() {
        return given == Long.MAX_VALUE || (given <= found && filled <= givenMeanwhile);
    }

    /// Stretches that threads had.
    public long stretches() {
        return found;
    }

    public long firstDamage() {
        return firstDamage;
    }

    /// Records that were read from where something is damaged.
    public long doubtful() {
        return doubtful;
    }

    /// Calls, marks, ranges and GPU work that no checksum is of.
    public long uncheckedRecords() {
        return uncheckedRecords;
    }

    /// Whether there was anything that no checksum is of.
    public boolean unchecked() {
        return unchecked;
    }

    /// Whether the file became shorter while it was read.
    public boolean cut() {
        return cut;
    }
}
