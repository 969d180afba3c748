package io.rocprofiler.cli;

import java.util.EnumSet;
import java.util.Set;

/// What can be traced, as the program's environment says it (contract 6.1).
enum Trace {
    HIP_RUNTIME("HIP_RUNTIME_API", true),
    HIP_COMPILER("HIP_COMPILER_API", true),
    HSA_CORE("HSA_CORE_API", true),
    HSA_AMD("HSA_AMD_EXT_API", true),
    HSA_IMAGE("HSA_IMAGE_EXT_API", true),
    HSA_FINALIZER("HSA_FINALIZER_EXT_API", true),
    MARKER("MARKER_API", true),
    RCCL("RCCL_API", true),
    ROCDECODE("ROCDECODE_API", true),
    ROCJPEG("ROCJPEG_API", true),
    KERNEL("KERNEL", false),
    MEMORY_COPY("MEMORY_COPY", false),
    MEMORY_ALLOCATION("MEMORY_ALLOCATION", false),
    SCRATCH_MEMORY("SCRATCH_MEMORY", false);

    static final Set<Trace> HIP = EnumSet.of(HIP_RUNTIME, HIP_COMPILER);
    static final Set<Trace> HSA = EnumSet.of(HSA_CORE, HSA_AMD, HSA_IMAGE, HSA_FINALIZER);

    private final String variable;
    private final boolean recorded;

    Trace(String name, boolean recorded) {
        this.variable = "ROCPROF_" + name + "_TRACE";
        this.recorded = recorded;
    }

    String variable() {
        return variable;
    }

    /// False for GPU work, which no tool of this version records.
    boolean recorded() {
        return recorded;
    }
}
