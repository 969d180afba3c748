package io.rocprofiler.collector;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.ExternalCorrelationIdRequestKind;
import io.rocprofiler.abi.internal.SegmentConstants;
import io.rocprofiler.sdk.Buffer;
import io.rocprofiler.sdk.Context;
import io.rocprofiler.sdk.ContextBuilder;
import io.rocprofiler.sdk.Setup;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;

/// Creates the contexts: one for the selected recording, one that pauses and resumes it, and those that describe
/// GPU work.
final class Services {
    private final Options options;
    private final Buffer buffer;
    private final Clock clock;
    private final Machine machine;
    private final AgentFile agents;
    private final GpuWork work;
    private final ProcessDirectory directory;

    Services(Options options, Buffer buffer, Clock clock, Machine machine, ProcessDirectory directory) {
        this.clock = clock;
        this.machine = machine;
        this.directory = directory;
        this.options = options;
        this.buffer = buffer;
        this.agents = directory.agents();
        this.work = new GpuWork(directory.segment().work(), agents);
    }

    void start(Setup setup) {
        RecordingSwitch recordingSwitch = new RecordingSwitch(
                Periods.beginAtOnce(options.periods()) && !options.disabled(), options.selectedRegions());
        Context primary = primary(setup);
        if (options.gpuWork()) gpuWork(setup, primary);
        if (!options.disabled()) names(setup);
        if (options.marker() || options.selectedRegions())
            control(setup, recordingSwitch).start();
        recordingSwitch.controls(primary);
        Path log = options.logPeriods() ? directory.file(SegmentConstants.PERIODS_FILE) : null;
        if (!options.disabled()) new Periods(options.periods(), recordingSwitch, clock, log).start();
    }

    private Context primary(Setup setup) {
        ContextBuilder context = setup.context();
        hip(context);
        hsa(context);
        if (options.marker()) {
            context.buffered(BufferTracingKind.MARKER_CORE_RANGE_API, buffer);
            context.buffered(BufferTracingKind.MARKER_NAME_API, buffer);
        }
        if (options.rccl()) context.buffered(BufferTracingKind.RCCL_API, buffer);
        if (options.rocdecode()) context.buffered(BufferTracingKind.ROCDECODE_API_EXT, buffer);
        if (options.rocjpeg()) context.buffered(BufferTracingKind.ROCJPEG_API, buffer);
        if (options.gpuWork()) work(context);
        return context.build();
    }

    /// Records HIP calls with their arguments, so that every output format can be chosen after the run.
    private void hip(ContextBuilder context) {
        if (options.hipRuntime()) context.buffered(BufferTracingKind.HIP_RUNTIME_API_EXT, buffer);
        if (options.hipCompiler()) context.buffered(BufferTracingKind.HIP_COMPILER_API_EXT, buffer);
    }

    private void hsa(ContextBuilder context) {
        if (options.hsaCore()) context.buffered(BufferTracingKind.HSA_CORE_API, buffer);
        if (options.hsaAmd()) context.buffered(BufferTracingKind.HSA_AMD_EXT_API, buffer);
        if (options.hsaImage()) context.buffered(BufferTracingKind.HSA_IMAGE_EXT_API, buffer);
        if (options.hsaFinalizer()) context.buffered(BufferTracingKind.HSA_FINALIZE_EXT_API, buffer);
    }

    private void work(ContextBuilder context) {
        if (options.kernels()) context.buffered(BufferTracingKind.KERNEL_DISPATCH, buffer);
        if (options.memoryCopies()) context.buffered(BufferTracingKind.MEMORY_COPY, buffer);
        if (options.memoryAllocations()) context.buffered(BufferTracingKind.MEMORY_ALLOCATION, buffer);
        if (options.scratchMemory()) context.buffered(BufferTracingKind.SCRATCH_MEMORY, buffer);
        if (options.graphs()) context.buffered(BufferTracingKind.HIP_GRAPH, buffer);
        Set<ExternalCorrelationIdRequestKind> kinds = EnumSet.of(
                ExternalCorrelationIdRequestKind.MEMORY_COPY,
                ExternalCorrelationIdRequestKind.MEMORY_ALLOCATION,
                ExternalCorrelationIdRequestKind.SCRATCH_MEMORY);
        // These requests route every HIP call through Java.
        if (options.kernelRename()) kinds.add(ExternalCorrelationIdRequestKind.HIP_RUNTIME_API);
        context.externalCorrelationIds(kinds, work);
        context.kernelCorrelationIds();
        if (!options.groupByQueue()) context.hipStreams(SegmentConstants.EXTERNAL_STREAM_SHIFT);
    }

    /// Records names also while recording is paused: programs give them at their start.
    private void names(Setup setup) {
        NameRecorder recorder = new NameRecorder(buffer, machine, clock);
        agents.whenKnown(recorder::agentsKnown);
        setup.context()
                .callbacks(CallbackTracingKind.MARKER_NAME_API, recorder)
                .build()
                .start();
    }

    /// Records the descriptions of GPU work, also while recording is paused: in separate contexts that are
    /// always on.
    private void gpuWork(Setup setup, Context primary) {
        agents.learn();
        setup.context()
                .callbacks(CallbackTracingKind.CODE_OBJECT, new CodeObjectRecorder(buffer, agents))
                .build()
                .start();
        if (options.kernelRename()) {
            setup.context()
                    .callbacks(CallbackTracingKind.MARKER_CORE_RANGE_API, new RangeFollower(work, primary, buffer))
                    .build()
                    .start();
        }
    }

    /// Returns a separate context that is always on: a paused one would never see the call that resumes it.
    private Context control(Setup setup, RecordingSwitch recordingSwitch) {
        ContextBuilder context =
                setup.context().callbacks(CallbackTracingKind.MARKER_CONTROL_API, new PauseControl(recordingSwitch));
        if (options.marker()) context.buffered(BufferTracingKind.MARKER_CONTROL_API, buffer);
        return context.build();
    }
}
