package io.rocprofiler.trace;

import io.rocprofiler.abi.BufferTracingHipApiRecord;
import java.util.Objects;

/// One view of each sort, to show records of any kind. Not thread safe.
final class RecordViews {

    private final ApiRecord api;
    private final DispatchRecord dispatch;
    private final CopyRecord copy;
    private final AllocationRecord allocation;
    private final ScratchRecord scratch;

    RecordViews(ProcessTrace process) {
        api = new ApiRecord(process);
        dispatch = new DispatchRecord(process);
        copy = new CopyRecord(process);
        allocation = new AllocationRecord(process);
        scratch = new ScratchRecord(process);
    }

    /// The record at a place; the view of the last one of its sort moves there.
    TraceRecord at(Domain domain, ProcessTrace process, long place) {
        TraceRecord view = switch (domain) {
            case KERNEL_DISPATCH -> dispatch;
            case MEMORY_COPY -> copy;
            case MEMORY_ALLOCATION -> allocation;
            case SCRATCH_MEMORY -> scratch;
            case HSA_API, HIP_API, MARKER_API, RCCL_API, ROCDECODE_API, ROCJPEG_API -> api;
        };
        view.moveTo(process, place);
        return view;
    }

    /// The same for a record of any domain.
    TraceRecord at(ProcessTrace process, long place) {
        int kind = Bytes.i32(process.segment().bytes(), place + BufferTracingHipApiRecord.KIND);
        return at(Objects.requireNonNull(Domain.ofKind(kind)), process, place);
    }
}
