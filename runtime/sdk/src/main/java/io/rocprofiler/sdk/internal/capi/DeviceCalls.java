package io.rocprofiler.sdk.internal.capi;

import io.rocprofiler.abi.PcSamplingInstructionNotIssuedReason;
import io.rocprofiler.abi.PcSamplingInstructionType;
import io.rocprofiler.sdk.internal.registration.Registration;
import io.rocprofiler.sdk.internal.seam.CArguments;
import io.rocprofiler.sdk.internal.seam.CStrings;
import org.jspecify.annotations.Nullable;

/// The C functions of the services other than tracing. Most tools never call one, so that their classes are loaded
/// only on demand.
final class DeviceCalls {
    private final Registration registration;
    private final Devices devices;
    private @Nullable CounterCalls counters;
    private @Nullable SamplingCalls sampling;
    private @Nullable ThreadTraceCalls threadTrace;

    DeviceCalls(Registration registration, Devices devices) {
        this.registration = registration;
        this.devices = devices;
    }

    /// `const char* (int)`: the enumerator's name in C, or null.
    long instructionTypeName(CArguments args) {
        PcSamplingInstructionType type = PcSamplingInstructionType.of(args.number(0));
        return type == null ? 0 : CStrings.intern(type.nativeName());
    }

    /// `const char* (int)`: the enumerator's name in C, or null.
    long notIssuedReasonName(CArguments args) {
        PcSamplingInstructionNotIssuedReason reason = PcSamplingInstructionNotIssuedReason.of(args.number(0));
        return reason == null ? 0 : CStrings.intern(reason.nativeName());
    }

    synchronized CounterCalls counters() {
        if (counters == null) counters = new CounterCalls(registration, devices);
        return counters;
    }

    synchronized SamplingCalls sampling() {
        if (sampling == null) sampling = new SamplingCalls(registration, devices);
        return sampling;
    }

    synchronized ThreadTraceCalls threadTrace() {
        if (threadTrace == null) threadTrace = new ThreadTraceCalls(registration, devices);
        return threadTrace;
    }
}
