package io.rocprofiler.trace;

import io.rocprofiler.abi.SegmentConstants;
import io.rocprofiler.abi.SegmentWork;
import io.rocprofiler.trace.kind.Domain;
import io.rocprofiler.trace.segment.SegmentHead;

/// What became of one kind of GPU work of a process.
///
/// The recorder counts what is submitted apart from the records, so that `submitted = recorded + in flight + dropped`
/// is a check and no definition. What a record was meant to be is not written down where it was dropped: as much as the
/// whole process has in flight is taken to be in flight, the rest to be dropped.
///
/// @param submitted 0 in a trace that does not count it
/// @param inFlight submitted, without a record because the process did not live to see it, or because it never
/// completed
/// @param dropped without a record because there was no memory or no disk
public record WorkCounts(long submitted, long recorded, long inFlight, long dropped) {

    static WorkCounts of(ProcessTrace process, Domain domain) {
        long submitted = submitted(process.head(), domain);
        long recorded = process.records(domain);
        long missing = Math.max(0, submitted - recorded);
        long dropped = Math.min(
                process.counts().dropped(),
                Math.max(0, missing - process.counts().inFlight()));
        return new WorkCounts(submitted, recorded, missing - dropped, dropped);
    }

    private static long submitted(SegmentHead head, Domain domain) {
        int counter = switch (domain) {
            case KERNEL_DISPATCH -> SegmentWork.DISPATCHES;
            case MEMORY_COPY -> SegmentWork.COPIES;
            case MEMORY_ALLOCATION -> SegmentWork.ALLOCATIONS;
            case SCRATCH_MEMORY -> SegmentWork.SCRATCH;
            case HSA_API, HIP_API, MARKER_API, RCCL_API, ROCDECODE_API, ROCJPEG_API -> -1;
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

    /// True when something that was submitted has no record. (A trace that was read while the process went on may have
    /// records of work that was not counted yet: that is none.)
    public boolean incomplete() {
        return inFlight > 0 || dropped > 0;
    }
}
