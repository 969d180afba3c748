package io.rocprofiler.trace;

/// One reusable view per record type. Not thread safe.
final class RecordViews {

    private final ApiRecord api;
    private final DispatchRecord dispatch;
    private final CopyRecord copy;
    private final AllocationRecord allocation;
    private final ScratchRecord scratch;
    private final GraphRecord graph;

    RecordViews(ProcessTrace process) {
        api = new ApiRecord(process);
        dispatch = new DispatchRecord(process);
        copy = new CopyRecord(process);
        allocation = new AllocationRecord(process);
        scratch = new ScratchRecord(process);
        graph = new GraphRecord(process);
    }

    /// Returns the record at the cursor. Reuses the view last returned for the same record type.
    TraceRecord at(RecordCursor cursor) {
        TraceRecord view = switch (cursor.domain()) {
            case KERNEL_DISPATCH -> dispatch;
            case MEMORY_COPY -> copy;
            case MEMORY_ALLOCATION -> allocation;
            case SCRATCH_MEMORY -> scratch;
            case HIP_GRAPH -> graph;
            case HSA_API, HIP_API, MARKER_API, RCCL_API, ROCDECODE_API, ROCJPEG_API -> api;
        };
        view.moveTo(cursor.process(), cursor.bytes(), cursor.place());
        return view;
    }
}
