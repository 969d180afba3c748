package io.rocprofiler.sdk.internal.capi;

import io.rocprofiler.abi.SdkFunction;
import io.rocprofiler.abi.Status;
import io.rocprofiler.sdk.internal.registration.Registration;
import io.rocprofiler.sdk.internal.seam.CArguments;

/// The Java half of every function that `librocprofiler-sdk` exports: one entry, one switch.
///
/// A trampoline packs its arguments into an array of `uint64_t`; a struct of up to eight bytes is its bits, a
/// larger one the address of a copy. What it returns is a status value, or a pointer for the few functions that
/// return one.
///
/// Thread rule: any thread. Throws nothing for any argument that C could survive; a Throwable is the caller's to catch.
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
    /// @param function index in the generated order, or one of the numbers above it that the C half uses for itself
    /// @param args the packed arguments
    public long call(int function, CArguments args) {
        if (function < FUNCTIONS.length) return call(FUNCTIONS[function], args);
        return own.call(function, args);
    }

    public long call(SdkFunction function, CArguments args) {
        return switch (function) {
            case SET_API_TABLE -> registration.setApiTable(args);
            case GET_PC_SAMPLING_INSTRUCTION_NOT_ISSUED_REASON_NAME, GET_PC_SAMPLING_INSTRUCTION_TYPE_NAME ->
                devices.name(function, args);
            // These return pointers: nothing to point to.
            case OMPT_START_TOOL,
                    ROCPROFILER_OMPT_START_TOOL,
                    THREAD_TRACE_DECODER_INFO_STRING,
                    THREAD_TRACE_DECODER_DESTROY -> 0;
            default -> status(function, args).value();
        };
    }

    private Status status(SdkFunction function, CArguments args) {
        return switch (function) {
            case FORCE_CONFIGURE -> registration.forceConfigure(args);
            case IS_INITIALIZED -> registration.isInitialized(args);
            case IS_FINALIZED -> registration.isFinalized(args);
            case AT_INTERNAL_THREAD_CREATE -> registration.atInternalThreadCreate(args);
            case CREATE_CALLBACK_THREAD -> registration.createCallbackThread(args);
            case CREATE_CONTEXT -> contexts.create(args);
            case START_CONTEXT -> contexts.start(args);
            case STOP_CONTEXT -> contexts.stop(args);
            case CONTEXT_IS_ACTIVE -> contexts.isActive(args);
            case CONTEXT_IS_VALID -> contexts.isValid(args);
            case CREATE_BUFFER -> buffers.create(args);
            case FLUSH_BUFFER -> buffers.flush(args);
            case DESTROY_BUFFER -> buffers.destroy(args);
            case ASSIGN_CALLBACK_THREAD -> buffers.assignThread(args);
            case CONFIGURE_CALLBACK_TRACING_SERVICE -> services.callbackTracing(args);
            case CONFIGURE_BUFFER_TRACING_SERVICE -> services.bufferTracing(args);
            case PUSH_EXTERNAL_CORRELATION_ID -> services.pushExternal(args);
            case POP_EXTERNAL_CORRELATION_ID -> services.popExternal(args);
            case CONFIGURE_EXTERNAL_CORRELATION_ID_REQUEST_SERVICE -> services.externalRequests(args);
            case AT_INTERCEPT_TABLE_REGISTRATION -> services.interceptTables(args);
            default -> query(function, args);
        };
    }

    private Status query(SdkFunction function, CArguments args) {
        return switch (function) {
            case QUERY_CALLBACK_TRACING_KIND_NAME -> queries.callbackKindName(args);
            case QUERY_BUFFER_TRACING_KIND_NAME -> queries.bufferKindName(args);
            case QUERY_CALLBACK_TRACING_KIND_OPERATION_NAME -> queries.callbackOperationName(args);
            case QUERY_BUFFER_TRACING_KIND_OPERATION_NAME -> queries.bufferOperationName(args);
            case ITERATE_CALLBACK_TRACING_KINDS -> queries.callbackKinds(args);
            case ITERATE_BUFFER_TRACING_KINDS -> queries.bufferKinds(args);
            case ITERATE_CALLBACK_TRACING_KIND_OPERATIONS -> queries.callbackOperations(args);
            case ITERATE_BUFFER_TRACING_KIND_OPERATIONS -> queries.bufferOperations(args);
            case ITERATE_CALLBACK_TRACING_KIND_OPERATION_ARGS -> arguments.ofCallback(args);
            case ITERATE_BUFFER_TRACING_RECORD_ARGS -> arguments.ofRecord(args);
            case QUERY_EXTERNAL_CORRELATION_ID_REQUEST_KIND_NAME -> queries.externalRequestKindName(args);
            case QUERY_INTERCEPT_TABLE_NAME -> queries.interceptTableName(args);
            case QUERY_AVAILABLE_AGENTS -> queries.agents(args);
            default -> devices.status(function, args);
        };
    }
}
