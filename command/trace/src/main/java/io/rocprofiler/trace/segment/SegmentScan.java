package io.rocprofiler.trace.segment;

import io.rocprofiler.abi.internal.SegmentStretch;
import io.rocprofiler.trace.file.Reading;
import io.rocprofiler.trace.kind.Domain;
import io.rocprofiler.trace.kind.RecordKinds;
import io.rocprofiler.trace.primitive.Bytes;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// Scans the committed records of a segment, stretch by stretch, within the bounds of the file.
///
/// A record is committed when its size is set, which its writer stores last; the size must fit the record's kind
/// and the space it lies in. At the first record of a stretch that fails this test, the scan continues with the
/// next stretch: only the record's size tells where the following one begins. Records of a stretch with a wrong
/// checksum are read as far as they are valid, and counted as doubtful.
public final class SegmentScan {

    /// Marks the end of a stretch that has no room for the next record.
    private static final long END_OF_STRETCH = -1;

    /// The bits of `used` that count bytes; the writer closes a stretch by setting a higher bit.
    private static final long CLAIMED = (1L << 40) - 1;

    /// So many stretches in a row that no thread took mean that there may be a hole.
    private static final long LIKE_A_HOLE = 1024;

    private static final long BETWEEN_REPORTS = 16 << 20; // bytes

    private static final int KIND = 8; // of every record, `buffer_tracing.h` of rocprofiler-sdk 1.0.0

    private final Segment segment;
    private final SegmentLayout layout;
    private final long given; // number of stretches according to the header

    private long found; // number of stretches
    private long filled; // those with any content
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

    /// Scans the whole file but its holes.
    ///
    /// @throws IOException if the file cannot be read, or a sink failed
    public void run(StretchSink stretches, RecordSink records, Reading reading) throws IOException {
        if (segment.size() == 0) {
            return;
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment buffer = arena.allocate(layout.stretchSize(), Long.BYTES);
            long told = 0;
            long empty = 0; // stretches in a row
            long place = layout.headerSize();
            while (place + SegmentStretch.SIZEOF <= segment.size()) {
                if (place - told >= BETWEEN_REPORTS) {
                    reading.at(Reading.Step.SCAN, place, segment.size());
                    told = place;
                }
                empty = scan(place, buffer, empty > 0, stretches, records) ? 0 : empty + 1;
                place += layout.stretchSize();
                if (empty > 0 && empty % LIKE_A_HOLE == 0) {
                    place = segment.nextData(place);
                }
            }
        }
        reading.at(Reading.Step.SCAN, segment.size(), segment.size());
        givenMeanwhile = segment.stretchesNow();
    }

    /// Scans the stretch at a place.
    ///
    /// @param likelyEmpty whether to look at its beginning before the rest is read
    /// @return whether a thread took it
    private boolean scan(
            long place, MemorySegment buffer, boolean likelyEmpty, StretchSink stretches, RecordSink records)
            throws IOException {
        MemorySegment beginning = buffer.asSlice(0, SegmentStretch.SIZEOF);
        if (likelyEmpty && isEmpty(beginning, segment.read(place, beginning))) {
            return false;
        }
        long length = segment.read(place, buffer);
        cut |= length < segment.available(place, layout.stretchSize());
        if (length < SegmentStretch.SIZEOF || isEmpty(buffer, length)) {
            return false;
        }
        stretch(buffer.asSlice(0, length), place, stretches, records);
        return true;
    }

    /// Whether no thread took the stretch.
    private static boolean isEmpty(MemorySegment bytes, long length) {
        return length >= SegmentStretch.SIZEOF && isZero(bytes, 0, SegmentStretch.SIZEOF);
    }

    private void stretch(MemorySegment bytes, long place, StretchSink stretches, RecordSink records)
            throws IOException {
        long tid = Bytes.u64(bytes, SegmentStretch.TID);
        boolean used = !isZero(bytes, 0, SegmentStretch.TID)
                || !isZero(bytes, SegmentStretch.SUBMITTED, SegmentStretch.STARTED_NS)
                || !isZero(bytes, SegmentStretch.SEAL, SegmentStretch.SIZEOF);
        if (tid == 0 && !used) {
            return; // the process ended while a thread was taking it
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

    /// @return false if they are impossible
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

    /// Whether a counter grew after it was sealed. The largest value of a seal stands for any larger one.
    private static boolean isLater(long now, long then) {
        return now > then && then != Integer.toUnsignedLong(-1);
    }

    private long usedBytes(MemorySegment bytes) {
        long room = layout.stretchSize() - SegmentStretch.SIZEOF;
        return Math.min(Bytes.u64(bytes, SegmentStretch.USED) & CLAIMED, room);
    }

    /// @return the number of records passed on
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

    /// Whether the file holds as many stretches as the header states. A thread takes a stretch, counts it, and then
    /// fills it: the process may have ended in between, or still be running.
    public boolean hasAllStretches() {
        return given == Long.MAX_VALUE || (given <= found && filled <= givenMeanwhile);
    }

    /// The number of stretches that threads took.
    public long stretches() {
        return found;
    }

    public long firstDamage() {
        return firstDamage;
    }

    /// The number of records read from damaged stretches.
    public long doubtful() {
        return doubtful;
    }

    /// The number of calls, marks, ranges and pieces of GPU work without a checksum.
    public long uncheckedRecords() {
        return uncheckedRecords;
    }

    /// Whether anything lacks a checksum.
    public boolean unchecked() {
        return unchecked;
    }

    /// Whether the file was truncated while it was read.
    public boolean cut() {
        return cut;
    }
}
