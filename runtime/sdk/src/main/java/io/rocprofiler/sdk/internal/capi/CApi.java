package io.rocprofiler.sdk.internal.capi;

import io.rocprofiler.abi.Status;
import io.rocprofiler.abi.internal.SdkFunction;
import io.rocprofiler.sdk.internal.registration.Registration;
import io.rocprofiler.sdk.internal.seam.CArguments;

/// The Java half of every function that `librocprofiler-sdk` exports, with one entry point and one switch.
///
/// A trampoline packs its arguments into an array of `uint64_t`; a struct of up to eight bytes is passed as its
/// bits, a larger one as the address of a copy. The result is a status value, or a pointer for the few functions
/// that return one.
///
/// Thread rule: any thread. Throws nothing for any argument that C could survive; the caller catches any Throwable.
public final class CApi {
    private static final SdkFunction[] FUNCTIONS = SdkFunction.values();

    private final EngineCalls own;
    private final RegistrationCalls registration;
    private final ContextCalls contexts;
    private final BufferCalls buffers;
    private final ServiceCalls services;
    private final QueryCalls queries;
    private final ArgumentCalls arguments;
    private final DeviceCalls devices;

    public CApi(Registration registration, EngineCalls own) {
        this(registration, own, new InstalledDevices(registration.agents()));
    }

    public CApi(Registration registration, EngineCalls own, Devices devices) {
        this.own = own;
        this.registration = new RegistrationCalls(registration);
        contexts = new ContextCalls(registration);
        buffers = new BufferCalls(registration);
        services = new ServiceCalls(registration);
        queries = new QueryCalls(registration.platform(), registration.agents());
        arguments = new ArgumentCalls(registration.platform());
        this.devices = new DeviceCalls(registration, devices);
    }

    /// Calls the Java half of a function.
    ///
    /// @param function index in the generated order, or one of the numbers above it, which the C half uses itself
    /// @param args the packed arguments
    public long call(int function, CArguments args) {
        if (function < FUNCTIONS.length) return call(FUNCTIONS[function], args);
        return own.call(function, args);
    }

    /// Dispatches in one line per function: the compiler reports a missing one.
    public long call(SdkFunction function, CArguments args) {
        return switch (function) {
            case SET_API_TABLE -> registration.setApiTable(args);
            case FORCE_CONFIGURE -> registration.forceConfigure(args).value();
            case ATTACH -> registration.attach().value();
            case DETACH -> registration.detach().value();
            case IS_INITIALIZED -> registration.isInitialized(args).value();
            case IS_FINALIZED -> registration.isFinalized(args).value();
            case AT_INTERNAL_THREAD_CREATE ->
                registration.atInternalThreadCreate(args).value();
            case CREATE_CALLBACK_THREAD ->
                registration.createCallbackThread(args).value();

            case CREATE_CONTEXT -> contexts.create(args).value();
            case START_CONTEXT -> contexts.start(args).value();
            case STOP_CONTEXT -> contexts.stop(args).value();
            case CONTEXT_IS_ACTIVE -> contexts.isActive(args).value();
            case CONTEXT_IS_VALID -> contexts.isValid(args).value();

            case CREATE_BUFFER -> buffers.create(args).value();
            case FLUSH_BUFFER -> buffers.flush(args).value();
            case DESTROY_BUFFER -> buffers.destroy(args).value();
            case ASSIGN_CALLBACK_THREAD -> buffers.assignThread(args).value();

            case CONFIGURE_CALLBACK_TRACING_SERVICE ->
                services.callbackTracing(args).value();
            case CONFIGURE_BUFFER_TRACING_SERVICE ->
                services.bufferTracing(args).value();
            case PUSH_EXTERNAL_CORRELATION_ID -> services.pushExternal(args).value();
            case POP_EXTERNAL_CORRELATION_ID -> services.popExternal(args).value();
            case CONFIGURE_EXTERNAL_CORRELATION_ID_REQUEST_SERVICE ->
                services.externalRequests(args).value();
            case AT_INTERCEPT_TABLE_REGISTRATION ->
                services.interceptTables(args).value();

            case QUERY_CALLBACK_TRACING_KIND_NAME ->
                queries.callbackKindName(args).value();
            case QUERY_BUFFER_TRACING_KIND_NAME -> queries.bufferKindName(args).value();
            case QUERY_CALLBACK_TRACING_KIND_OPERATION_NAME ->
                queries.callbackOperationName(args).value();
            case QUERY_BUFFER_TRACING_KIND_OPERATION_NAME ->
                queries.bufferOperationName(args).value();
            case ITERATE_CALLBACK_TRACING_KINDS -> queries.callbackKinds(args).value();
            case ITERATE_BUFFER_TRACING_KINDS -> queries.bufferKinds(args).value();
            case ITERATE_CALLBACK_TRACING_KIND_OPERATIONS ->
                queries.callbackOperations(args).value();
            case ITERATE_BUFFER_TRACING_KIND_OPERATIONS ->
                queries.bufferOperations(args).value();
            case ITERATE_CALLBACK_TRACING_KIND_OPERATION_ARGS ->
                arguments.ofCallback(args).value();
            case ITERATE_BUFFER_TRACING_RECORD_ARGS -> arguments.ofRecord(args).value();
            case QUERY_EXTERNAL_CORRELATION_ID_REQUEST_KIND_NAME ->
                queries.externalRequestKindName(args).value();
            case QUERY_INTERCEPT_TABLE_NAME -> queries.interceptTableName(args).value();
            case QUERY_AVAILABLE_AGENTS -> queries.agents(args).value();

            case CONFIGURE_CALLBACK_DISPATCH_COUNTING_SERVICE ->
                devices.counters().callbackDispatch(args).value();
            case CONFIGURE_BUFFER_DISPATCH_COUNTING_SERVICE ->
                devices.counters().bufferDispatch(args).value();
            case CONFIGURE_DEVICE_COUNTING_SERVICE ->
                devices.counters().device(args).value();
            case SAMPLE_DEVICE_COUNTING_SERVICE ->
                devices.counters().sample(args).value();
            case ITERATE_AGENT_SUPPORTED_COUNTERS ->
                devices.counters().supported(args).value();
            case QUERY_COUNTER_INFO, ITERATE_COUNTER_DIMENSIONS ->
                devices.counters().unknownCounter().value();
            case QUERY_RECORD_COUNTER_ID ->
                devices.counters().counterOfRecord(args).value();
            case QUERY_RECORD_DIMENSION_POSITION ->
                devices.counters().positionOfRecord(args).value();
            case QUERY_COUNTER_INSTANCE_COUNT ->
                devices.counters().instanceCount(args).value();
            case CREATE_COUNTER -> devices.counters().create(args).value();
            case LOAD_COUNTER_DEFINITION ->
                devices.counters().loadDefinition(args).value();
            case CREATE_COUNTER_CONFIG -> devices.counters().createConfig(args).value();
            case DESTROY_COUNTER_CONFIG -> devices.counters().destroyConfig().value();

            case CONFIGURE_PC_SAMPLING_SERVICE ->
                devices.sampling().configure(args).value();
            case QUERY_PC_SAMPLING_AGENT_CONFIGURATIONS ->
                devices.sampling().configurations(args).value();
            case GET_PC_SAMPLING_INSTRUCTION_TYPE_NAME -> devices.instructionTypeName(args);
            case GET_PC_SAMPLING_INSTRUCTION_NOT_ISSUED_REASON_NAME -> devices.notIssuedReasonName(args);

            case CONFIGURE_DISPATCH_THREAD_TRACE_SERVICE ->
                devices.threadTrace().dispatch(args).value();
            case CONFIGURE_DEVICE_THREAD_TRACE_SERVICE ->
                devices.threadTrace().device(args).value();
            case THREAD_TRACE_DECODER_CREATE ->
                devices.threadTrace().createDecoder(args).value();
            case THREAD_TRACE_DECODER_CODEOBJ_LOAD, THREAD_TRACE_DECODER_CODEOBJ_UNLOAD, TRACE_DECODE ->
                devices.threadTrace().noDecoder().value();

            // These return pointers: null.
            case OMPT_START_TOOL,
                    ROCPROFILER_OMPT_START_TOOL,
                    THREAD_TRACE_DECODER_INFO_STRING,
                    THREAD_TRACE_DECODER_DESTROY -> 0;
            // Only declared in a header of AMD's until 1.1; from 1.3.2 on seven functions stand in its place. AMD's
            // answer the same while ROCPROFILER_SPM_BETA_ENABLED is not set.
            case CONFIGURE_SPM_SERVICE,
                    CONFIGURE_SPM_DEVICE_COUNTING_SERVICE,
                    SPM_CONFIGURE_BUFFER_DISPATCH_SERVICE,
                    SPM_CONFIGURE_CALLBACK_DISPATCH_SERVICE,
                    SPM_CREATE_COUNTER_CONFIG,
                    SPM_DESTROY_COUNTER_CONFIG,
                    SPM_ITERATE_AGENT_SUPPORTED_COUNTERS,
                    SPM_QUERY_AGENT_CONFIGURATIONS -> Status.ERROR_NOT_IMPLEMENTED.value();
            // A tool defines the first two, C implements the others.
            case CONFIGURE,
                    CONFIGURE_ATTACH,
                    ITERATE_RUNTIME_REGISTRATION_INFO,
                    OMPT_IS_INITIALIZED,
                    OMPT_IS_FINALIZED,
                    GET_VERSION,
                    GET_VERSION_TRIPLET,
                    GET_TIMESTAMP,
                    GET_THREAD_ID,
                    GET_STATUS_NAME,
                    GET_STATUS_STRING -> Status.ERROR_NOT_IMPLEMENTED.value();
        };
    }
}
