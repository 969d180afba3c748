package io.rocprofiler.cli;

import static io.rocprofiler.cli.Trace.*;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// What to trace. Every option is on, off or not said (null): an aggregate fills only what was not said.
final class TraceOptions {

    @Option(
            names = {"-r", "--runtime-trace"},
            arity = "0..1",
            fallbackValue = "true",
            converter = YesNo.class,
            paramLabel = "yes|no",
            description = "HIP runtime, markers, RCCL, rocDecode, rocJPEG, GPU work.")
    @Nullable
    Boolean runtimeTrace;

    @Option(
            names = {"-s", "--sys-trace"},
            arity = "0..1",
            fallbackValue = "true",
            converter = YesNo.class,
            paramLabel = "yes|no",
            description = "the same, and HIP compiler and HSA calls.")
    @Nullable
    Boolean sysTrace;

    @Option(
            names = "--hip-trace",
            arity = "0..1",
            fallbackValue = "true",
            converter = YesNo.class,
            paramLabel = "yes|no",
            description = "HIP runtime and compiler calls.")
    @Nullable
    Boolean hipTrace;

    @Option(
            names = "--hsa-trace",
            arity = "0..1",
            fallbackValue = "true",
            converter = YesNo.class,
            paramLabel = "yes|no",
            description = "HSA calls: core, AMD, image and finalizer extensions.")
    @Nullable
    Boolean hsaTrace;

    @Option(
            names = "--marker-trace",
            arity = "0..1",
            fallbackValue = "true",
            converter = YesNo.class,
            paramLabel = "yes|no",
            description = "ROC-TX marks and ranges.")
    @Nullable
    Boolean markerTrace;

    @Option(
            names = "--rccl-trace",
            arity = "0..1",
            fallbackValue = "true",
            converter = YesNo.class,
            paramLabel = "yes|no",
            description = "RCCL calls.")
    @Nullable
    Boolean rcclTrace;

    @Option(
            names = "--rocdecode-trace",
            arity = "0..1",
            fallbackValue = "true",
            converter = YesNo.class,
            paramLabel = "yes|no",
            description = "rocDecode calls.")
    @Nullable
    Boolean rocdecodeTrace;

    @Option(
            names = "--rocjpeg-trace",
            arity = "0..1",
            fallbackValue = "true",
            converter = YesNo.class,
            paramLabel = "yes|no",
            description = "rocJPEG calls.")
    @Nullable
    Boolean rocjpegTrace;

    @Option(
            names = "--kernel-trace",
            arity = "0..1",
            fallbackValue = "true",
            converter = YesNo.class,
            paramLabel = "yes|no",
            description = "kernel dispatches, from HSA queues.")
    @Nullable
    Boolean kernelTrace;

    @Option(
            names = "--memory-copy-trace",
            arity = "0..1",
            fallbackValue = "true",
            converter = YesNo.class,
            paramLabel = "yes|no",
            description = "asynchronous copies between agents.")
    @Nullable
    Boolean memoryCopyTrace;

    @Option(
            names = "--memory-allocation-trace",
            arity = "0..1",
            fallbackValue = "true",
            converter = YesNo.class,
            paramLabel = "yes|no",
            description = "HSA allocations and frees.")
    @Nullable
    Boolean memoryAllocationTrace;

    @Option(
            names = "--scratch-memory-trace",
            arity = "0..1",
            fallbackValue = "true",
            converter = YesNo.class,
            paramLabel = "yes|no",
            description = "scratch memory that queues get.")
    @Nullable
    Boolean scratchMemoryTrace;

    @Option(
            names = "--hip-runtime-trace",
            arity = "0..1",
            fallbackValue = "true",
            converter = YesNo.class,
            paramLabel = "yes|no",
            description = "HIP runtime calls.")
    @Nullable
    Boolean hipRuntimeTrace;

    @Option(
            names = "--hip-compiler-trace",
            arity = "0..1",
            fallbackValue = "true",
            converter = YesNo.class,
            paramLabel = "yes|no",
            description = "HIP compiler calls (__hip...).")
    @Nullable
    Boolean hipCompilerTrace;

    @Option(
            names = "--hsa-core-trace",
            arity = "0..1",
            fallbackValue = "true",
            converter = YesNo.class,
            paramLabel = "yes|no",
            description = "HSA core calls.")
    @Nullable
    Boolean hsaCoreTrace;

    @Option(
            names = "--hsa-amd-trace",
            arity = "0..1",
            fallbackValue = "true",
            converter = YesNo.class,
            paramLabel = "yes|no",
            description = "HSA AMD extension calls.")
    @Nullable
    Boolean hsaAmdTrace;

    @Option(
            names = "--hsa-image-trace",
            arity = "0..1",
            fallbackValue = "true",
            converter = YesNo.class,
            paramLabel = "yes|no",
            description = "HSA image extension calls.")
    @Nullable
    Boolean hsaImageTrace;

    @Option(
            names = "--hsa-finalizer-trace",
            arity = "0..1",
            fallbackValue = "true",
            converter = YesNo.class,
            paramLabel = "yes|no",
            description = "HSA finalizer extension calls.")
    @Nullable
    Boolean hsaFinalizerTrace;

    /// On and off of everything that was said, aggregates spread out.
    Map<Trace, Boolean> resolve() {
        Map<Trace, Boolean> said = new EnumMap<>(Trace.class);
        say(said, hipRuntimeTrace, Set.of(HIP_RUNTIME));
        say(said, hipCompilerTrace, Set.of(HIP_COMPILER));
        say(said, hsaCoreTrace, Set.of(HSA_CORE));
        say(said, hsaAmdTrace, Set.of(HSA_AMD));
        say(said, hsaImageTrace, Set.of(HSA_IMAGE));
        say(said, hsaFinalizerTrace, Set.of(HSA_FINALIZER));
        say(said, markerTrace, Set.of(MARKER));
        say(said, rcclTrace, Set.of(RCCL));
        say(said, rocdecodeTrace, Set.of(ROCDECODE));
        say(said, rocjpegTrace, Set.of(ROCJPEG));
        say(said, kernelTrace, Set.of(KERNEL));
        say(said, memoryCopyTrace, Set.of(MEMORY_COPY));
        say(said, memoryAllocationTrace, Set.of(MEMORY_ALLOCATION));
        say(said, scratchMemoryTrace, Set.of(SCRATCH_MEMORY));
        // The order matters: what is narrower was said first and stays.
        say(said, hipTrace, HIP);
        say(said, hsaTrace, HSA);
        if (Boolean.TRUE.equals(sysTrace)) {
            say(said, true, EnumSet.allOf(Trace.class));
        }
        if (Boolean.TRUE.equals(runtimeTrace)) {
            Set<Trace> all = EnumSet.allOf(Trace.class);
            all.removeAll(HSA);
            all.remove(HIP_COMPILER);
            say(said, true, all);
        }
        return said;
    }

    private static void say(Map<Trace, Boolean> said, @Nullable Boolean value, Set<Trace> traces) {
        if (value != null) {
            traces.forEach(trace -> said.putIfAbsent(trace, value));
        }
    }
}
