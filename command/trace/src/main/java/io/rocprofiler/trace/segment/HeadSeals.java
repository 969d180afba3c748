package io.rocprofiler.trace.segment;

import io.rocprofiler.abi.internal.SegmentConstants;
import io.rocprofiler.abi.internal.SegmentHeader;
import io.rocprofiler.abi.internal.SegmentTotals;
import io.rocprofiler.abi.internal.SegmentWork;
import io.rocprofiler.trace.problem.Problem;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.zip.CRC32C;

/// The two checksums of a segment's first page: of the fields written at the start of the process, and of the
/// counters at its end. A killed process leaves only the first.
final class HeadSeals {

    private static final int WORK_BYTES = (int) (long) SegmentConstants.WORK_STRIPES * SegmentWork.SIZEOF;

    private HeadSeals() {}

    /// @param problems receives the defects
    static void check(String name, byte[] page, List<Problem> problems) {
        ByteBuffer words = ByteBuffer.wrap(page).order(ByteOrder.LITTLE_ENDIAN);
        long start = words.getLong(SegmentHeader.START_SEAL);
        boolean startIsRight = start == 0 || start == seal(page, new int[] {SegmentHeader.MAGIC, SegmentHeader.CHUNKS});
        if (!startIsRight) {
            problems.add(new Problem(name, "the header is damaged", "read as far as it makes sense"));
        }
        long end = words.getLong(SegmentHeader.END_SEAL);
        long state = words.getLong(SegmentHeader.STATE);
        boolean mayBeLeftOut =
                end == 0 && (state == SegmentConstants.STATE_OPEN || state == SegmentConstants.STATE_CLOSED);
        boolean endIsRight = mayBeLeftOut || (state == SegmentConstants.STATE_CLOSED && end == end(page));
        if (!endIsRight) {
            problems.add(new Problem(name, "the header's counters are not those of the end", "read as they are"));
        }
    }

    private static long end(byte[] page) {
        int totals = (int) (long) SegmentConstants.TOTALS_OFFSET;
        int work = (int) (long) SegmentConstants.WORK_OFFSET;
        return seal(
                page,
                new int[] {SegmentHeader.STATE, SegmentHeader.PROPERTIES_BYTES},
                new int[] {totals, totals + SegmentTotals.SIZEOF},
                new int[] {work, work + WORK_BYTES});
    }

    private static long seal(byte[] page, int[]... parts) {
        CRC32C checksum = new CRC32C();
        for (int[] part : parts) {
            checksum.update(page, part[0], part[1] - part[0]);
        }
        return (long) SegmentConstants.SEAL_MADE << SegmentConstants.SEAL_STATE_SHIFT | checksum.getValue();
    }
}
