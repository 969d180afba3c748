package io.rocprofiler.trace.packing;

import io.rocprofiler.abi.SegmentTotals;
import io.rocprofiler.trace.pack.ByteSink;
import io.rocprofiler.trace.pack.ByteSource;
import io.rocprofiler.trace.problem.Counts;
import io.rocprofiler.trace.problem.Problem;
import io.rocprofiler.trace.segment.SegmentHead;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What one walk over a segment found beside its records.
///
/// @param head the segment's first page, with its counters
/// @param openRanges ranges that had begun and not ended
/// @param uncheckedRecords calls, marks, ranges and GPU work that no checksum is of
/// @param isChecked whether there is a checksum of everything, counters included
/// @param problems what was wrong with the segment
public record SegmentSummary(
        SegmentHead head,
        Map<Long, Counts> byThread,
        long openRanges,
        long uncheckedRecords,
        boolean isChecked,
        List<Problem> problems) {

    public static final SegmentSummary NONE = new SegmentSummary(SegmentHead.NONE, Map.of(), 0, 0, true, List.of());

    /// Of records that are all that is left: what is not known is taken for nothing.
    public static SegmentSummary ofRecords(long recorded) {
        return new SegmentSummary(
                SegmentHead.NONE, Map.of(0L, new Counts(recorded, recorded, 0)), 0, 0, true, List.of());
    }

    byte[] toBytes() {
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

    /// Reads what [#toBytes()] made.
    ///
    /// @param isOld whether it was made for a packed file of the first version: other things were counted then
    /// @throws io.rocprofiler.trace.pack.PackException if it is something else
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

    /// Texts and notes of open ranges were among what was submitted and committed.
    private static Counts oldCounts(ByteSource in) {
        long submitted = in.number();
        long committed = in.number();
        long recorded = in.number();
        return new Counts(Math.max(recorded, submitted - (committed - recorded)), recorded, in.number());
    }

    /// What became of everything that was to be recorded, by threads that never got a stretch, too.
    public Counts counts() {
        Counts sum = new Counts(head.total(SegmentTotals.SUBMITTED), 0, head.total(SegmentTotals.DROPPED));
        for (Counts counts : byThread.values()) {
            sum = sum.plus(counts);
        }
        return sum;
    }
}
