package io.rocprofiler.sdk.internal.capi;

import io.rocprofiler.abi.Status;
import io.rocprofiler.abi.ThreadTraceParameter;
import io.rocprofiler.abi.ThreadTraceParameterType;
import io.rocprofiler.sdk.internal.registration.Registration;
import io.rocprofiler.sdk.internal.registration.ToolContext;
import io.rocprofiler.sdk.internal.seam.CArguments;
import io.rocprofiler.sdk.internal.seam.Memory;

/// The C functions for thread trace and its decoder.
///
/// The decoder is a closed library of AMD's (`librocprof-trace-decoder.so`), which the engine does not load: no
/// decoder is ever created, so that every handle is invalid.
final class ThreadTraceCalls {
    private static final int MAX_PARAMETERS = 4096;

    private final Registration registration;
    private final Devices devices;

    ThreadTraceCalls(Registration registration, Devices devices) {
        this.registration = registration;
        this.devices = devices;
    }

    /// `(context, agent, parameters, size_t num_parameters, dispatch_callback, shader_callback,
    /// void* callback_userdata)`
    Status dispatch(CArguments args) {
        return configure(args, true, args.word(4) != 0 && args.word(5) != 0);
    }

    /// `(context, agent, parameters, size_t num_parameters, shader_callback, callback_userdata)`
    Status device(CArguments args) {
        return configure(args, false, args.word(4) != 0);
    }

    private Status configure(CArguments args, boolean perDispatch, boolean hasCallbacks) {
        if (!registration.window().isOpen()) return Status.ERROR_CONFIGURATION_LOCKED;
        ToolContext context = registration.contexts().find(args.word(0));
        if (context == null) return Status.ERROR_CONTEXT_NOT_FOUND;
        // A call that fails from here on decides for the context, too.
        Status status = context.devices().traceThreads(perDispatch);
        if (status != Status.SUCCESS) return status;
        if (!hasCallbacks || !areParameters(args.word(2), args.word(3))) return Status.ERROR_INVALID_ARGUMENT;
        if (!devices.has(args.word(1))) return Status.ERROR_INVALID_ARGUMENT;
        return devices.traces(args.word(1)) ? Status.SUCCESS : Status.ERROR_NOT_AVAILABLE;
    }

    private boolean areParameters(long parameters, long count) {
        if (parameters == 0 || count <= 0 || count > MAX_PARAMETERS) return false;
        for (long i = 0; i < count; i++) {
            long parameter = parameters + i * ThreadTraceParameter.SIZEOF;
            if (!registration.platform().readable(parameter, ThreadTraceParameter.SIZEOF)) return false;
            if (ThreadTraceParameterType.of(Memory.getInt(parameter + ThreadTraceParameter.TYPE)) == null) return false;
        }
        return true;
    }

    /// `(rocprofiler_thread_trace_decoder_id_t* handle, const char* path)`
    Status createDecoder(CArguments args) {
        if (args.word(0) == 0 || args.word(1) == 0) return Status.ERROR_INVALID_ARGUMENT;
        return Status.ERROR_NOT_AVAILABLE;
    }

    /// `(handle, ...)` of a decoder: none is ever created.
    Status noDecoder() {
        return Status.ERROR_INVALID_ARGUMENT;
    }
}
