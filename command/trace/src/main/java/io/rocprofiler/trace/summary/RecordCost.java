package io.rocprofiler.trace.summary;

import io.rocprofiler.trace.kind.Domain;

/// What it takes to record something, as `lab/bench/README.md` measured it: an estimate on any other machine.
final class RecordCost {

    private static final long CALL = 80; // two clock reads and the record
    private static final long MARKER = 60; // one clock read, the text and the record
    private static final long WORK = 440; // a launch with its packet, signals and clocks, once the code is hot

    private RecordCost() {}

    static long nanos(Domain domain) {
        return switch (domain) {
            case HSA_API, HIP_API, RCCL_API, ROCDECODE_API, ROCJPEG_API, MEMORY_ALLOCATION, SCRATCH_MEMORY -> CALL;
            case MARKER_API -> MARKER;
            case KERNEL_DISPATCH, MEMORY_COPY -> WORK;
        };
    }
}
