package io.rocprofiler.sdk.internal.capi;

import io.rocprofiler.abi.PcSamplingInstructionNotIssuedReason;
import io.rocprofiler.abi.PcSamplingInstructionType;
import io.rocprofiler.abi.SdkFunction;
import io.rocprofiler.abi.Status;
import io.rocprofiler.sdk.internal.registration.Registration;
import io.rocprofiler.sdk.internal.seam.CArguments;
import io.rocprofiler.sdk.internal.seam.CStrings;
import org.jspecify.annotations.Nullable;

/// The C functions of the services that are not tracing: most tools never call one, so that their classes are
/// loaded only then.
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

    /// `const char* (int)`: the enumerator as C spells it, or null.
    long name(SdkFunction function, CArguments args) {
        String name = function == SdkFunction.GET_PC_SAMPLING_INSTRUCTION_TYPE_NAME
                ? instructionType(args.number(0))
                : notIssuedReason(args.number(0));
        return name == null ? 0 : CStrings.intern(name);
    }

    private static @Nullable String instructionType(int number) {
        PcSamplingInstructionType type = PcSamplingInstructionType.of(number);
        return type == null ? null : type.nativeName();
    }

    private static @Nullable String notIssuedReason(int number) {
        PcSamplingInstructionNotIssuedReason reason = PcSamplingInstructionNotIssuedReason.of(number);
        return reason == null ? null : reason.nativeName();
    }

    Status status(SdkFunction function, CArguments args) {
        return switch (function) {
            case CONFIGURE_CALLBACK_DISPATCH_COUNTING_SERVICE -> counters().callbackDispatch(args);
            case CONFIGURE_BUFFER_DISPATCH_COUNTING_SERVICE -> counters().bufferDispatch(args);
            case CONFIGURE_DEVICE_COUNTING_SERVICE -> counters().device(args);
            case SAMPLE_DEVICE_COUNTING_SERVICE -> counters().sample(args);
            case ITERATE_AGENT_SUPPORTED_COUNTERS -> counters().supported(args);
            case QUERY_COUNTER_INFO, ITERATE_COUNTER_DIMENSIONS -> counters().unknownCounter();
            case QUERY_RECORD_COUNTER_ID -> counters().counterOfRecord(args);
            case QUERY_RECORD_DIMENSION_POSITION -> counters().positionOfRecord(args);
            case QUERY_COUNTER_INSTANCE_COUNT -> counters().instanceCount(args);
            case CREATE_COUNTER -> counters().create(args);
            case LOAD_COUNTER_DEFINITION -> counters().loadDefinition(args);
            case CREATE_COUNTER_CONFIG -> counters().createConfig(args);
            case DESTROY_COUNTER_CONFIG -> counters().destroyConfig();
            default -> tracingHardware(function, args);
        };
    }

    private Status tracingHardware(SdkFunction function, CArguments args) {
        return switch (function) {
            case CONFIGURE_PC_SAMPLING_SERVICE -> sampling().configure(args);
            case QUERY_PC_SAMPLING_AGENT_CONFIGURATIONS -> sampling().configurations(args);
            case CONFIGURE_DISPATCH_THREAD_TRACE_SERVICE -> threadTrace().dispatch(args);
            case CONFIGURE_DEVICE_THREAD_TRACE_SERVICE -> threadTrace().device(args);
            case THREAD_TRACE_DECODER_CREATE -> threadTrace().createDecoder(args);
            case THREAD_TRACE_DECODER_CODEOBJ_LOAD, THREAD_TRACE_DECODER_CODEOBJ_UNLOAD, TRACE_DECODE ->
                threadTrace().noDecoder();
            // CONFIGURE_SPM_SERVICE: a header of AMD's declares it, and that is all.
            default -> Status.ERROR_NOT_IMPLEMENTED;
        };
    }

    private synchronized CounterCalls counters() {
        if (counters == null) counters = new CounterCalls(registration, devices);
        return counters;
    }

    private synchronized SamplingCalls sampling() {
        if (sampling == null) sampling = new SamplingCalls(registration, devices);
        return sampling;
    }

    private synchronized ThreadTraceCalls threadTrace() {
        if (threadTrace == null) threadTrace = new ThreadTraceCalls(registration, devices);
        return threadTrace;
    }
}
