package io.rocprofiler.trace.kind;

import static io.rocprofiler.abi.BufferTracingKind.*;

import io.rocprofiler.abi.BufferTracingKind;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A group of records in AMD's outputs: one CSV file, one JSON array, one summary block each. Constants are in the
/// order of AMD's domains (`domain_type.cpp` of rocprofiler-sdk 1.0.0).
public enum Domain {
    HSA_API("hsa_api", HSA_CORE_API, HSA_AMD_EXT_API, HSA_IMAGE_EXT_API, HSA_FINALIZE_EXT_API),
    HIP_API("hip_api", HIP_RUNTIME_API, HIP_COMPILER_API, HIP_RUNTIME_API_EXT, HIP_COMPILER_API_EXT),
    MARKER_API("marker_api", MARKER_CORE_API, MARKER_CONTROL_API, MARKER_NAME_API, MARKER_CORE_RANGE_API),
    KERNEL_DISPATCH("kernel", BufferTracingKind.KERNEL_DISPATCH),
    MEMORY_COPY("memory_copy", BufferTracingKind.MEMORY_COPY),
    SCRATCH_MEMORY("scratch_memory", BufferTracingKind.SCRATCH_MEMORY),
    RCCL_API("rccl_api", BufferTracingKind.RCCL_API),
    MEMORY_ALLOCATION("memory_allocation", BufferTracingKind.MEMORY_ALLOCATION),
    ROCDECODE_API("rocdecode_api", BufferTracingKind.ROCDECODE_API, ROCDECODE_API_EXT),
    ROCJPEG_API("rocjpeg_api", BufferTracingKind.ROCJPEG_API),
    HIP_GRAPH("hip_graph", BufferTracingKind.HIP_GRAPH);

    /// The domains of GPU work, in the order in which they are reported.
    public static final List<Domain> GPU_WORK =
            List.of(KERNEL_DISPATCH, MEMORY_COPY, MEMORY_ALLOCATION, SCRATCH_MEMORY);

    /// All but launches of graphs, which are calls of HIP, too: where both would be told, these are.
    public static final Set<Domain> TOLD_ONCE =
            Collections.unmodifiableSet(EnumSet.complementOf(EnumSet.of(HIP_GRAPH)));

    private static final @Nullable Domain[] BY_KIND = byKind();

    private final String stem;

    @SuppressWarnings("ImmutableEnumChecker") // made by List.of
    private final List<BufferTracingKind> kinds;

    Domain(String stem, BufferTracingKind... kinds) {
        this.stem = stem;
        this.kinds = List.of(kinds);
    }

    /// The prefix of file names: `hip_api` of `hip_api_trace.csv`.
    public String stem() {
        return stem;
    }

    /// What its records are called in messages.
    public String words() {
        return switch (this) {
            case KERNEL_DISPATCH -> "kernel dispatches";
            case MEMORY_COPY -> "memory copies";
            case MEMORY_ALLOCATION -> "memory allocations";
            case SCRATCH_MEMORY -> "scratch memory events";
            case MARKER_API -> "marks and ranges";
            case HIP_GRAPH -> "launches of graphs";
            case HSA_API, HIP_API, RCCL_API, ROCDECODE_API, ROCJPEG_API -> "calls of " + stem;
        };
    }

    /// Returns the domain of a record's kind, null for kinds without one (texts, kinds of newer versions).
    public static @Nullable Domain ofKind(int bufferKind) {
        return bufferKind >= 0 && bufferKind < BY_KIND.length ? BY_KIND[bufferKind] : null;
    }

    private static @Nullable Domain[] byKind() {
        @Nullable Domain[] domains = new @Nullable Domain[BufferTracingKind.last()];
        for (Domain domain : values()) {
            for (BufferTracingKind kind : domain.kinds) {
                domains[kind.value()] = domain;
            }
        }
        return domains;
    }
}
