package io.rocprofiler.collector;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.sdk.Buffer;
import io.rocprofiler.sdk.Context;
import io.rocprofiler.sdk.ContextBuilder;
import io.rocprofiler.sdk.Setup;

/// The contexts: one for all that was asked for, and one that pauses and resumes it.
final class Services {
    private final Options options;
    private final Buffer buffer;
    private final Clock clock;

    Services(Options options, Buffer buffer, Clock clock) {
        this.options = options;
        this.buffer = buffer;
        this.clock = clock;
    }

    void start(Setup setup) {
        Context primary = primary(setup);
        if (options.marker()) control(setup, primary).start();
        if (!options.selectedRegions() || !options.marker()) primary.start();
    }

    private Context primary(Setup setup) {
        ContextBuilder context = setup.context();
        hip(context);
        hsa(context);
        if (options.marker()) {
            context.callbacks(CallbackTracingKind.MARKER_CORE_RANGE_API, new MarkerRecorder(buffer, clock));
            context.buffered(BufferTracingKind.MARKER_NAME_API, buffer);
        }
        if (options.rccl()) context.buffered(BufferTracingKind.RCCL_API, buffer);
        if (options.rocdecode()) context.buffered(rocdecodeKind(), buffer);
        if (options.rocjpeg()) context.buffered(BufferTracingKind.ROCJPEG_API, buffer);
        return context.build();
    }

    private void hip(ContextBuilder context) {
        boolean arguments = options.arguments();
        if (options.hipRuntime()) {
            context.buffered(
                    arguments ? BufferTracingKind.HIP_RUNTIME_API_EXT : BufferTracingKind.HIP_RUNTIME_API, buffer);
        }
        if (options.hipCompiler()) {
            context.buffered(
                    arguments ? BufferTracingKind.HIP_COMPILER_API_EXT : BufferTracingKind.HIP_COMPILER_API, buffer);
        }
    }

    private void hsa(ContextBuilder context) {
        if (options.hsaCore()) context.buffered(BufferTracingKind.HSA_CORE_API, buffer);
        if (options.hsaAmd()) context.buffered(BufferTracingKind.HSA_AMD_EXT_API, buffer);
        if (options.hsaImage()) context.buffered(BufferTracingKind.HSA_IMAGE_EXT_API, buffer);
        if (options.hsaFinalizer()) context.buffered(BufferTracingKind.HSA_FINALIZE_EXT_API, buffer);
    }

    private BufferTracingKind rocdecodeKind() {
        return options.arguments() ? BufferTracingKind.ROCDECODE_API_EXT : BufferTracingKind.ROCDECODE_API;
    }

    /// Its own context, always on: a paused one would never see the call that resumes it.
    private Context control(Setup setup, Context primary) {
        return setup.context()
                .callbacks(CallbackTracingKind.MARKER_CONTROL_API, new PauseControl(primary))
                .buffered(BufferTracingKind.MARKER_CONTROL_API, buffer)
                .build();
    }
}
