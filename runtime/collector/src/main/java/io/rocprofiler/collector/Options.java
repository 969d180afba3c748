package io.rocprofiler.collector;

import java.util.List;

/// The recording options, which `rocprofv3` passes through the environment.
///
/// @param graphs launches of graphs
/// @param selectedRegions whether recording waits for `roctxProfilerResume`
/// @param kernelRename whether kernels carry their range
/// @param groupByQueue whether HIP streams are not needed
/// @param periods when to record; always if empty
/// @param logPeriods whether to log the periods for tests
/// @param disabled whether to prepare but not start recording, as in one of AMD's benchmarks
record Options(
        boolean hipRuntime,
        boolean hipCompiler,
        boolean hsaCore,
        boolean hsaAmd,
        boolean hsaImage,
        boolean hsaFinalizer,
        boolean marker,
        boolean rccl,
        boolean rocdecode,
        boolean rocjpeg,
        boolean kernels,
        boolean memoryCopies,
        boolean memoryAllocations,
        boolean scratchMemory,
        boolean graphs,
        boolean selectedRegions,
        boolean kernelRename,
        boolean groupByQueue,
        List<Period> periods,
        boolean logPeriods,
        boolean disabled) {

    static Options from(Environment environment) {
        return new Options(
                isOn(environment, "ROCPROF_HIP_RUNTIME_API_TRACE"),
                isOn(environment, "ROCPROF_HIP_COMPILER_API_TRACE"),
                isOn(environment, "ROCPROF_HSA_CORE_API_TRACE"),
                isOn(environment, "ROCPROF_HSA_AMD_EXT_API_TRACE"),
                isOn(environment, "ROCPROF_HSA_IMAGE_EXT_API_TRACE"),
                isOn(environment, "ROCPROF_HSA_FINALIZER_EXT_API_TRACE"),
                isOn(environment, "ROCPROF_MARKER_API_TRACE"),
                isOn(environment, "ROCPROF_RCCL_API_TRACE"),
                isOn(environment, "ROCPROF_ROCDECODE_API_TRACE"),
                isOn(environment, "ROCPROF_ROCJPEG_API_TRACE"),
                isOn(environment, "ROCPROF_KERNEL_TRACE"),
                isOn(environment, "ROCPROF_MEMORY_COPY_TRACE"),
                isOn(environment, "ROCPROF_MEMORY_ALLOCATION_TRACE"),
                isOn(environment, "ROCPROF_SCRATCH_MEMORY_TRACE"),
                isOn(environment, "ROCPROF_HIP_GRAPH_TRACE"),
                isOn(environment, "ROCPROF_SELECTED_REGIONS"),
                isOn(environment, "ROCPROF_KERNEL_RENAME"),
                isOn(environment, "ROCPROF_GROUP_BY_QUEUE"),
                Period.parse(environment.get("ROCPROF_COLLECTION_PERIOD")),
                isOn(environment, "ROCPROF_COLLECTION_PERIOD_TESTING"),
                "disabled-sdk-contexts".equals(environment.get("ROCPROF_BENCHMARK_MODE")));
    }

    /// Whether anything is selected for recording.
    boolean any() {
        return hipRuntime
                || hipCompiler
                || hsaCore
                || hsaAmd
                || hsaImage
                || hsaFinalizer
                || marker
                || rccl
                || rocdecode
                || rocjpeg
                || gpuWork();
    }

    /// Whether any GPU work is selected for recording.
    boolean gpuWork() {
        return kernels || memoryCopies || memoryAllocations || scratchMemory || graphs;
    }

    /// Parses AMD's spellings of true.
    private static boolean isOn(Environment environment, String name) {
        String value = environment.get(name);
        if (value == null) return false;
        return value.equals("1")
                || value.equalsIgnoreCase("true")
                || value.equalsIgnoreCase("yes")
                || value.equalsIgnoreCase("y")
                || value.equalsIgnoreCase("t")
                || value.equalsIgnoreCase("on");
    }
}
