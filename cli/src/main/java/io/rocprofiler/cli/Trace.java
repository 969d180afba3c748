package io.rocprofiler.cli;

import java.util.EnumSet;
import java.util.Set;

/// What can be traced, as the program's environment says it (contract 6.1).
enum Trace {
    HIP_RUNTIME("HIP_RUNTIME_API"),
    HIP_COMPILER("HIP_COMPILER_API"),
    HSA_CORE("HSA_CORE_API"),
    HSA_AMD("HSA_AMD_EXT_API"),
    HSA_IMAGE("HSA_IMAGE_EXT_API"),
    HSA_FINALIZER("HSA_FINALIZER_EXT_API"),
    MARKER("MARKER_API"),
    RCCL("RCCL_API"),
    ROCDECODE("ROCDECODE_API"),
    ROCJPEG("ROCJPEG_API"),
    KERNEL("KERNEL"),
    MEMORY_COPY("MEMORY_COPY"),
    MEMORY_ALLOCATION("MEMORY_ALLOCATION"),
    SCRATCH_MEMORY("SCRATCH_MEMORY");

    static final Set<Trace> HIP = EnumSet.of(HIP_RUNTIME, HIP_COMPILER);
    static final Set<Trace> HSA = EnumSet.of(HSA_CORE, HSA_AMD, HSA_IMAGE, HSA_FINALIZER);

    private final String variable;

    Trace(String name) {
        this.variable = "ROCPROF_" + name + "_TRACE";
    }

    String variable() {
        return variable;
    }
}
