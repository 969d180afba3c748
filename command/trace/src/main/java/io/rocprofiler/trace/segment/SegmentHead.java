package io.rocprofiler.trace.segment;

import io.rocprofiler.abi.internal.SegmentConstants;
import io.rocprofiler.abi.internal.SegmentHeader;
import io.rocprofiler.abi.internal.SegmentTotals;
import io.rocprofiler.trace.primitive.Bytes;
import io.rocprofiler.trace.problem.Problem;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;

/// The first page of a segment: its writer, start time, counters and frame.
public final class SegmentHead {

    /// The head of a file that is not a segment.
    public static final SegmentHead NONE = new SegmentHead(new byte[0]);

    private static final String NOTHING = "nothing recovered";

    private final byte[] page;
    private final MemorySegment bytes;
    private final SegmentLayout layout;

    private SegmentHead(byte[] page) {
        this.page = page;
        this.bytes = MemorySegment.ofArray(words(page));
        this.layout = page.length == 0 ? new SegmentLayout(0, 1, 1) : SegmentLayout.read(bytes);
    }

    /// Splits the page into words; only addresses of words are known to be aligned.
    private static long[] words(byte[] page) {
        long[] words = new long[(page.length + Long.BYTES - 1) / Long.BYTES];
        MemorySegment.ofArray(words).copyFrom(MemorySegment.ofArray(page));
        return words;
    }

    /// Reads the head of a file.
    ///
    /// @param start its first page, or all of it
    /// @param size of the whole file
    /// @param problems receives the defects
    /// @return [#NONE] if the file is not a segment
    static SegmentHead read(String name, byte[] start, long size, List<Problem> problems) {
        if (size == 0) {
            problems.add(new Problem(name, "the file is empty", NOTHING));
            return NONE;
        }
        if (start.length < SegmentConstants.HEADER_SIZE) {
            problems.add(new Problem(
                    name,
                    "only " + size + " bytes long, the header alone has " + SegmentConstants.HEADER_SIZE,
                    NOTHING));
            return NONE;
        }
        SegmentHead head = new SegmentHead(start);
        if (Bytes.u64(head.bytes, SegmentHeader.MAGIC) != SegmentConstants.MAGIC) {
            problems.add(new Problem(name, "not a trace segment (its first bytes are not RPJSEG01)", NOTHING));
            return NONE;
        }
        long version = Bytes.u32(head.bytes, SegmentHeader.VERSION);
        if (version != SegmentConstants.VERSION) {
            problems.add(new Problem(
                    name,
                    "segment version " + version + ", this reader knows version " + SegmentConstants.VERSION,
                    "read as version " + SegmentConstants.VERSION));
        }
        if (!head.layout.statedBy(head.bytes)) {
            problems.add(new Problem(
                    name,
                    "the header's sizes make no sense",
                    "read with the usual sizes: " + head.layout.stretchSize()));
        }
        if (version == SegmentConstants.VERSION) {
            HeadSeals.check(name, head.page, problems);
        }
        return head;
    }

    /// Returns the head in a copy of a first page.
    public static SegmentHead of(byte[] page) {
        return page.length < SegmentConstants.HEADER_SIZE ? NONE : new SegmentHead(page);
    }

    public byte[] page() {
        return Arrays.copyOf(page, page.length);
    }

    SegmentLayout layout() {
        return layout;
    }

    /// Returns a value of the header, 0 in an empty segment.
    ///
    /// @param offset one of the constants of [SegmentHeader]
    public long value(int offset) {
        return page.length == 0 ? 0 : Bytes.u64(bytes, offset);
    }

    /// Returns a counter of the header. A damaged one may hold anything; impossible values count as 0.
    public long count(int offset) {
        return Bytes.credible(value(offset));
    }

    /// Returns a process-wide counter.
    ///
    /// @param offset one of the constants of [io.rocprofiler.abi.internal.SegmentTotals]
    public long total(int offset) {
        return count(SegmentConstants.TOTALS_OFFSET + offset);
    }

    /// The number of stretches that threads took. Writers of older versions do not record it: any number is
    /// possible then.
    public long stretches() {
        boolean says = page.length > 0 && Bytes.u32(bytes, SegmentHeader.VERSION) == SegmentConstants.VERSION;
        return says ? total(SegmentTotals.STRETCHES) : Long.MAX_VALUE;
    }

    /// Whether a checksum covers the counters.
    public boolean isSealed() {
        return value(SegmentHeader.END_SEAL) != 0;
    }

    public boolean closedCleanly() {
        return value(SegmentHeader.STATE) == SegmentConstants.STATE_CLOSED;
    }

    /// The size that the file should have, 0 if the header is not credible.
    long statedSize() {
        long chunks = value(SegmentHeader.CHUNKS);
        boolean credible = page.length > 0
                && layout.statedBy(bytes)
                && chunks >= 0
                && chunks <= Long.MAX_VALUE / 2 / layout.chunkSize();
        return credible ? layout.fileSize(chunks) : 0;
    }
}
