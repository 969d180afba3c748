package io.rocprofiler.trace.packing;

import io.rocprofiler.abi.internal.SegmentTotals;
import io.rocprofiler.trace.pack.ByteSink;
import io.rocprofiler.trace.pack.ByteSource;
import io.rocprofiler.trace.problem.Counts;
import io.rocprofiler.trace.problem.Problem;
import io.rocprofiler.trace.segment.SegmentHead;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The results of one scan of a segment, besides its records.
///
/// @param head the segment's first page, with its counters
/// @param openRanges the number of ranges still open
/// @param uncheckedRecords the number of calls, marks, ranges and pieces of GPU work without a checksum
/// @param isChecked whether checksums cover everything, counters included
/// @param problems of the segment
public record SegmentSummary(
        SegmentHead head,
        Map<Long, Counts> byThread,
        long openRanges,
        long uncheckedRecords,
        boolean isChecked,
        List<Problem> problems) {

    public static final SegmentSummary NONE = new SegmentSummary(SegmentHead.NONE, Map.of(), 0, 0, true, List.of());

    /// Returns the summary of a file of which only records are left: unknown counts are 0.
    public static SegmentSummary ofRecords(long recorded) {
        return new SegmentSummary(
                SegmentHead.NONE, Map.of(0L, new Counts(recorded, recorded, 0)), 0, 0, true, List.of());
    }

    /// Returns the summary as a packed file keeps it.
    public byte[] toBytes() {
        ByteSink out = new ByteSink();
        byte[] page = head.page();
        out.number(page.length);
        out.bytes(page, page.length);
        out.number(byThread.size());
        byThread.forEach((tid, counts) -> {
            out.number(tid);
            out.number(counts.submitted());
            out.number(counts.recorded());
            out.number(counts.dropped());
        });
        out.number(openRanges);
        out.number(uncheckedRecords);
        out.number(isChecked ? 1 : 0);
        out.number(problems.size());
        for (Problem problem : problems) {
            out.text(problem.place());
            out.text(problem.wrong());
            out.text(problem.recovered());
        }
        return out.toByteArray();
    }

    /// Reads the result of [#toBytes()].
    ///
    /// @param isOld whether the packed file is of the first version, which counted differently
    /// @throws io.rocprofiler.trace.pack.PackException if the bytes are invalid
    public static SegmentSummary of(byte[] bytes, boolean isOld) {
        ByteSource in = new ByteSource(bytes);
        SegmentHead head = SegmentHead.of(in.bytes(in.count(bytes.length)));
        Map<Long, Counts> byThread = new LinkedHashMap<>();
        for (int rest = in.count(bytes.length); rest > 0; rest--) {
            long tid = in.number();
            byThread.put(tid, isOld ? oldCounts(in) : new Counts(in.number(), in.number(), in.number()));
        }
        if (isOld) {
            in.number(); // claims without a record
        }
        long openRanges = in.number();
        long uncheckedRecords = isOld ? 0 : in.number();
        boolean isChecked = isOld || in.number() != 0;
        List<Problem> problems = new ArrayList<>();
        for (int rest = in.count(bytes.length); rest > 0; rest--) {
            problems.add(new Problem(in.text(), in.text(), in.text()));
        }
        return new SegmentSummary(head, byThread, openRanges, uncheckedRecords, isChecked, problems);
    }

    /// Reads counts of the first version, where texts and notes of open ranges count as submitted and committed.
    private static Counts oldCounts(ByteSource in) {
        long submitted = in.number();
        long committed = in.number();
        long recorded = in.number();
        return new Counts(Math.max(recorded, submitted - (committed - recorded)), recorded, in.number());
    }

    /// The counts of everything that was to be recorded, including records of threads that never got a stretch.
    public Counts counts() {
        Counts sum = new Counts(head.total(SegmentTotals.SUBMITTED), 0, head.total(SegmentTotals.DROPPED));
        for (Counts counts : byThread.values()) {
            sum = sum.plus(counts);
        }
        return sum;
    }
}
