package io.rocprofiler.export.html;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.MarkerCoreRangeOperation;
import io.rocprofiler.trace.ApiRecord;
import io.rocprofiler.trace.kind.Domain;

/// The type of the slices of a lane, in the order of a thread's lanes from the top: callers are above
/// their callees.
enum LaneKind {
    MARKERS(Domain.MARKER_API),
    /// Ranges that begin and end anywhere: they may overlap, and so are separate from nested ranges.
    PROCESS_RANGES(Domain.MARKER_API),
    RCCL(Domain.RCCL_API),
    ROCDECODE(Domain.ROCDECODE_API),
    ROCJPEG(Domain.ROCJPEG_API),
    HIP(Domain.HIP_API),
    HSA(Domain.HSA_API),
    ALLOCATIONS(Domain.MEMORY_ALLOCATION),
    KERNELS(Domain.KERNEL_DISPATCH),
    COPIES(Domain.MEMORY_COPY),
    SCRATCH(Domain.SCRATCH_MEMORY);

    private static final int MARKER_RANGE = BufferTracingKind.MARKER_CORE_RANGE_API.value();
    private static final int PROCESS_RANGE = MarkerCoreRangeOperation.roctxProcessRangeA.value();

    private final Domain domain;

    LaneKind(Domain domain) {
        this.domain = domain;
    }

    Domain domain() {
        return domain;
    }

    /// Whether the first number of a slice is a byte count, which merging adds up.
    boolean hasBytes() {
        return this == ALLOCATIONS || this == COPIES || this == SCRATCH;
    }

    /// Whether its slices are work on a GPU, which belongs to a queue and a stream, and not to a thread.
    boolean isOnGpu() {
        return this == KERNELS || this == COPIES || this == SCRATCH;
    }

    static LaneKind of(ApiRecord call, Domain domain) {
        if (domain == Domain.MARKER_API) {
            return call.kind() == MARKER_RANGE && call.operation() == PROCESS_RANGE ? PROCESS_RANGES : MARKERS;
        }
        return switch (domain) {
            case RCCL_API -> RCCL;
            case ROCDECODE_API -> ROCDECODE;
            case ROCJPEG_API -> ROCJPEG;
            case HIP_API -> HIP;
            default -> HSA;
        };
    }
}
