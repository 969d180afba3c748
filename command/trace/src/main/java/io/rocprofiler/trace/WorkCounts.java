package io.rocprofiler.trace;

import io.rocprofiler.abi.internal.SegmentConstants;
import io.rocprofiler.abi.internal.SegmentWork;
import io.rocprofiler.trace.kind.Domain;
import io.rocprofiler.trace.problem.Counts;
import io.rocprofiler.trace.segment.SegmentHead;

/// The counts of one kind of GPU work of a process.
///
/// The recorder counts submissions independently of records, so that `submitted = recorded + in flight + dropped`
/// is a check rather than a definition. Drops are counted per process, not per kind: up to the whole process's
/// in-flight count, missing records count as in flight, the rest as dropped.
///
/// @param submitted 0 in a trace that does not count submissions
/// @param inFlight submitted, but without a record because the process ended first or the work never completed
/// @param dropped without a record because memory or disk space ran out
public record WorkCounts(long submitted, long recorded, long inFlight, long dropped) {

    /// @param head of the process's segment
    /// @param counts of the process
    /// @param recorded of the domain
    static WorkCounts of(SegmentHead head, Counts counts, long recorded, Domain domain) {
        long submitted = submitted(head, domain);
        long missing = Math.max(0, submitted - recorded);
        long dropped = Math.min(counts.dropped(), Math.max(0, missing - counts.inFlight()));
        return new WorkCounts(submitted, recorded, missing - dropped, dropped);
    }

    private static long submitted(SegmentHead head, Domain domain) {
        int counter = switch (domain) {
            case KERNEL_DISPATCH -> SegmentWork.DISPATCHES;
            case MEMORY_COPY -> SegmentWork.COPIES;
            case MEMORY_ALLOCATION -> SegmentWork.ALLOCATIONS;
            case SCRATCH_MEMORY -> SegmentWork.SCRATCH;
            case HSA_API, HIP_API, MARKER_API, RCCL_API, ROCDECODE_API, ROCJPEG_API, HIP_GRAPH -> -1;
        };
        if (counter < 0) {
            return 0;
        }
        long sum = 0;
        for (int i = 0; i < SegmentConstants.WORK_STRIPES; i++) {
            sum += head.count(SegmentConstants.WORK_OFFSET + i * SegmentWork.SIZEOF + counter);
        }
        return sum;
    }

    /// Whether submitted work lacks a record. (In a trace read while its process was running, records may outnumber
    /// the counted submissions: that does not count as incomplete.)
    public boolean incomplete() {
        return inFlight > 0 || dropped > 0;
    }
}
