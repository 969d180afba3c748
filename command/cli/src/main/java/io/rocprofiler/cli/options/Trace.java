package io.rocprofiler.cli.options;

import java.util.EnumSet;
import java.util.Set;

/// The traceable APIs and events, with the environment variables that select them (`rocprofv3.py` of
/// rocprofiler-sdk 1.0.0).
public enum Trace {
    HIP_RUNTIME(Option.HIP_RUNTIME_TRACE, "hip"),
    HIP_COMPILER(Option.HIP_COMPILER_TRACE, "hip"),
    HSA_CORE(Option.HSA_CORE_TRACE, "hsa"),
    HSA_AMD(Option.HSA_AMD_TRACE, "hsa"),
    HSA_IMAGE(Option.HSA_IMAGE_TRACE, "hsa"),
    HSA_FINALIZER(Option.HSA_FINALIZER_TRACE, "hsa"),
    MARKER(Option.MARKER_TRACE, "roctx"),
    RCCL(Option.RCCL_TRACE, "rccl"),
    ROCDECODE(Option.ROCDECODE_TRACE, "rocdecode"),
    ROCJPEG(Option.ROCJPEG_TRACE, "rocjpeg"),
    KERNEL(Option.KERNEL_TRACE, "hsa"),
    MEMORY_COPY(Option.MEMORY_COPY_TRACE, "hsa"),
    MEMORY_ALLOCATION(Option.MEMORY_ALLOCATION_TRACE, "hsa"),
    SCRATCH_MEMORY(Option.SCRATCH_MEMORY_TRACE, "hsa"),
    HIP_GRAPH(Option.HIP_GRAPH_TRACE, "hip");

    static final Set<Trace> HIP = EnumSet.of(HIP_RUNTIME, HIP_COMPILER);
    static final Set<Trace> HSA = EnumSet.of(HSA_CORE, HSA_AMD, HSA_IMAGE, HSA_FINALIZER);

    private final Option option;
    private final String runtime;

    Trace(Option option, String runtime) {
        this.option = option;
        this.runtime = runtime;
    }

    Option option() {
        return option;
    }

    /// The runtime that has to be loaded, by the name with which it registers.
    public String runtime() {
        return runtime;
    }

    public String variable() {
        return option.form().variable();
    }
}
