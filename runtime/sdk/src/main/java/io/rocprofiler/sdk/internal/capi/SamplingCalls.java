package io.rocprofiler.sdk.internal.capi;

import io.rocprofiler.abi.PcSamplingMethod;
import io.rocprofiler.abi.PcSamplingUnit;
import io.rocprofiler.abi.Status;
import io.rocprofiler.sdk.internal.registration.Registration;
import io.rocprofiler.sdk.internal.registration.ToolContext;
import io.rocprofiler.sdk.internal.seam.CArguments;
import io.rocprofiler.sdk.internal.seam.EnvironmentFlag;
import org.jspecify.annotations.Nullable;

/// The C functions for PC sampling, a beta in AMD's library: without the environment variable they return
/// "not implemented".
final class SamplingCalls {
    private static final String BETA = "ROCPROFILER_PC_SAMPLING_BETA_ENABLED";

    private final Registration registration;
    private final Devices devices;

    /// The single context of the process that samples.
    private @Nullable ToolContext owner;

    SamplingCalls(Registration registration, Devices devices) {
        this.registration = registration;
        this.devices = devices;
    }

    /// `(context, agent, method, unit, uint64_t interval, buffer, int flags)`
    synchronized Status configure(CArguments args) {
        if (!isEnabled()) return Status.ERROR_NOT_IMPLEMENTED;
        if (!registration.window().isOpen()) return Status.ERROR_CONFIGURATION_LOCKED;
        long agent = args.word(1);
        if (!devices.has(agent)) return Status.ERROR_AGENT_NOT_FOUND;
        ToolContext context = registration.contexts().find(args.word(0));
        if (context == null) return Status.ERROR_CONTEXT_NOT_FOUND;
        if (registration.buffers().find(args.word(5)) == null) return Status.ERROR_BUFFER_NOT_FOUND;
        if (owner != null && owner != context) return Status.ERROR;
        Status status = context.devices().maySample(agent);
        if (status != Status.SUCCESS) return status;
        if (isNone(args.number(2), args.number(3))) return Status.ERROR_INVALID_ARGUMENT;
        if (!devices.samples(agent)) return Status.ERROR_NOT_AVAILABLE;
        owner = context;
        return context.devices().sample(agent);
    }

    private static boolean isNone(int method, int unit) {
        return method == PcSamplingMethod.NONE.value()
                || unit == PcSamplingUnit.NONE.value()
                || PcSamplingMethod.of(method) == null
                || PcSamplingUnit.of(unit) == null;
    }

    /// `(agent, callback, void* user_data)`: an agent without support for sampling has no configurations.
    Status configurations(CArguments args) {
        if (!isEnabled()) return Status.ERROR_NOT_IMPLEMENTED;
        return devices.has(args.word(0)) ? Status.ERROR_NOT_AVAILABLE : Status.ERROR_AGENT_NOT_FOUND;
    }

    private boolean isEnabled() {
        return EnvironmentFlag.parse(registration.platform().variable(BETA), false);
    }
}
