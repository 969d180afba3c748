package io.rocprofiler.cli.options;

import java.util.EnumSet;
import java.util.Set;

/// The traceable APIs and events, with the environment variables that select them (`rocprofv3.py` of
/// rocprofiler-sdk 1.0.0).
public enum Trace {
    HIP_RUNTIME(Option.HIP_RUNTIME_TRACE),
    HIP_COMPILER(Option.HIP_COMPILER_TRACE),
    HSA_CORE(Option.HSA_CORE_TRACE),
    HSA_AMD(Option.HSA_AMD_TRACE),
    HSA_IMAGE(Option.HSA_IMAGE_TRACE),
    HSA_FINALIZER(Option.HSA_FINALIZER_TRACE),
    MARKER(Option.MARKER_TRACE),
    RCCL(Option.RCCL_TRACE),
    ROCDECODE(Option.ROCDECODE_TRACE),
    ROCJPEG(Option.ROCJPEG_TRACE),
    KERNEL(Option.KERNEL_TRACE),
    MEMORY_COPY(Option.MEMORY_COPY_TRACE),
    MEMORY_ALLOCATION(Option.MEMORY_ALLOCATION_TRACE),
    SCRATCH_MEMORY(Option.SCRATCH_MEMORY_TRACE);

    static final Set<Trace> HIP = EnumSet.of(HIP_RUNTIME, HIP_COMPILER);
    static final Set<Trace> HSA = EnumSet.of(HSA_CORE, HSA_AMD, HSA_IMAGE, HSA_FINALIZER);

    private final Option option;

    Trace(Option option) {
        this.option = option;
    }

    Option option() {
        return option;
    }

    public String variable() {
        return option.form().variable();
    }
}
