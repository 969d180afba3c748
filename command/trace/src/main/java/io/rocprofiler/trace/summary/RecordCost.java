package io.rocprofiler.trace.summary;

import io.rocprofiler.trace.kind.Domain;

/// The cost of recording, as measured in `lab/bench/README.md`: an estimate on any other machine.
final class RecordCost {

    private static final long CALL = 80; // two clock reads and the record
    private static final long MARKER = 60; // one clock read, the text and the record
    private static final long WORK = 440; // a launch with its packet, signals and clocks, in compiled code

    private RecordCost() {}

    static long nanos(Domain domain) {
        return switch (domain) {
            case HSA_API, HIP_API, RCCL_API, ROCDECODE_API, ROCJPEG_API, MEMORY_ALLOCATION, SCRATCH_MEMORY, HIP_GRAPH ->
                CALL;
            case MARKER_API -> MARKER;
            case KERNEL_DISPATCH, MEMORY_COPY -> WORK;
        };
    }
}
