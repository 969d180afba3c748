// status_events: services for events other than API calls, agents, external correlation ids, intercept tables,
// OMPT, and the arguments of calls.
#include <limits.h>

#include "statuses.h"

// The function that an OpenMP runtime looks for; not in a header of the SDK.
extern ompt_start_tool_result_t* ompt_start_tool(unsigned int version, const char* runtime);

static rocprofiler_context_id_t made, requesting, all_kinds, odd_kinds, other_context = {7};

// --- services ------------------------------------------------------------------------------------------------------

static void on_call(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t* user, void* argument) {
    (void)record, (void)user, (void)argument;
}

#define CALLBACKS(kind) \
    CASE(#kind, rocprofiler_configure_callback_tracing_service, made, ROCPROFILER_CALLBACK_TRACING_##kind, NULL, 0, \
         on_call, NULL)

static void callbacks(void) {
    CALLBACKS(CODE_OBJECT);
    CALLBACKS(SCRATCH_MEMORY);
    CALLBACKS(KERNEL_DISPATCH);
    CALLBACKS(MEMORY_COPY);
    CALLBACKS(OMPT);
    CALLBACKS(MEMORY_ALLOCATION);
    CALLBACKS(RUNTIME_INITIALIZATION);
    CALLBACKS(HIP_STREAM);
    CALLBACKS(RUNTIME_INITIALIZATION);
}

#define BUFFERED(kind) \
    CASE(#kind, rocprofiler_configure_buffer_tracing_service, made, ROCPROFILER_BUFFER_TRACING_##kind, NULL, 0, buffer)

static void buffered(void) {
    BUFFERED(MEMORY_COPY);
    BUFFERED(KERNEL_DISPATCH);
    BUFFERED(SCRATCH_MEMORY);
    BUFFERED(CORRELATION_ID_RETIREMENT);
    BUFFERED(OMPT);
    BUFFERED(MEMORY_ALLOCATION);
    BUFFERED(RUNTIME_INITIALIZATION);
    BUFFERED(HIP_STREAM);
    BUFFERED(KFD_EVENT_PAGE_MIGRATE);
    BUFFERED(KFD_EVENT_PAGE_FAULT);
    BUFFERED(KFD_EVENT_QUEUE);
    BUFFERED(KFD_EVENT_UNMAP_FROM_GPU);
    BUFFERED(KFD_EVENT_DROPPED_EVENTS);
    BUFFERED(KFD_PAGE_MIGRATE);
    BUFFERED(KFD_PAGE_FAULT);
    BUFFERED(KFD_QUEUE);
}

// --- external correlation ids and intercept tables -----------------------------------------------------------------

static int on_request(rocprofiler_thread_id_t thread, rocprofiler_context_id_t of,
                      rocprofiler_external_correlation_id_request_kind_t kind,
                      rocprofiler_tracing_operation_t operation, uint64_t internal, rocprofiler_user_data_t* external,
                      void* argument) {
    (void)thread, (void)of, (void)kind, (void)operation, (void)internal, (void)external, (void)argument;
    return 1;
}

static void external_ids(void) {
    rocprofiler_thread_id_t thread = 0;
    rocprofiler_user_data_t value = {.value = 41}, popped = {.value = 99};
    rocprofiler_get_thread_id(&thread);
    CASE("low thread", rocprofiler_push_external_correlation_id, made, 0, value);
    CASE("low thread, unknown context", rocprofiler_push_external_correlation_id, other_context, 0, value);
    CASE("unknown context", rocprofiler_push_external_correlation_id, other_context, thread, value);
    CASE("good", rocprofiler_push_external_correlation_id, made, thread, value);
    CASE("another thread", rocprofiler_push_external_correlation_id, made, INT_MAX, value);
    CASE("low thread", rocprofiler_pop_external_correlation_id, made, 0, &popped);
    CASE("unknown context", rocprofiler_pop_external_correlation_id, other_context, thread, &popped);
    CASE("good", rocprofiler_pop_external_correlation_id, made, thread, &popped);
    note("rocprofiler_pop_external_correlation_id", "good, value", (int)popped.value);
    popped.value = 99;
    CASE("nothing there", rocprofiler_pop_external_correlation_id, made, thread, &popped);
    note("rocprofiler_pop_external_correlation_id", "nothing there, value", (int)popped.value);
    CASE("null", rocprofiler_pop_external_correlation_id, made, INT_MAX, nothing);
}

#define REQUEST(what, of, kinds, count, callback) \
    CASE(what, rocprofiler_configure_external_correlation_id_request_service, of, kinds, count, callback, NULL)

static void requests(void) {
    static const rocprofiler_external_correlation_id_request_kind_t good[] = {
        ROCPROFILER_EXTERNAL_CORRELATION_REQUEST_MARKER_CORE_API,
        ROCPROFILER_EXTERNAL_CORRELATION_REQUEST_HIP_RUNTIME_API};
    static const rocprofiler_external_correlation_id_request_kind_t bad[] = {
        ROCPROFILER_EXTERNAL_CORRELATION_REQUEST_HIP_RUNTIME_API, ROCPROFILER_EXTERNAL_CORRELATION_REQUEST_NONE};
    REQUEST("unknown context", other_context, NULL, 0, on_request);
    REQUEST("array of none", requesting, good, 0, on_request);
    REQUEST("no callback", requesting, good, 2, nothing);
    REQUEST("good", requesting, good, 2, on_request);
    REQUEST("twice", requesting, good, 2, on_request);
    REQUEST("all kinds", all_kinds, NULL, 0, on_request);
    REQUEST("kind NONE", odd_kinds, bad, 2, on_request);
    REQUEST("after kind NONE", odd_kinds, good, 2, on_request);
}

static void on_table(rocprofiler_intercept_table_t type, uint64_t version, uint64_t instance, void** tables,
                     uint64_t count, void* argument) {
    (void)type, (void)version, (void)instance, (void)tables, (void)count, (void)argument;
}

static void intercept_tables(void) {
    CASE("good", rocprofiler_at_intercept_table_registration, on_table, ROCPROFILER_HSA_TABLE, NULL);
    CASE("no libraries", rocprofiler_at_intercept_table_registration, on_table, 0, NULL);
    CASE("null", rocprofiler_at_intercept_table_registration, nothing, ROCPROFILER_HSA_TABLE, NULL);
}

// --- agents, OMPT --------------------------------------------------------------------------------------------------

static rocprofiler_status_t on_agents(rocprofiler_agent_version_t version, const void** agents, size_t count,
                                      void* argument) {
    (void)agents, (void)count, (void)argument;
    return version == ROCPROFILER_AGENT_INFO_VERSION_0 ? ROCPROFILER_STATUS_ERROR_PERMISSION_DENIED
                                                       : ROCPROFILER_STATUS_ERROR;
}

static void agents(void) {
    CASE("its callback's", rocprofiler_query_available_agents, ROCPROFILER_AGENT_INFO_VERSION_0, on_agents,
         sizeof(rocprofiler_agent_t), NULL);
    CASE("version 0", rocprofiler_query_available_agents, (rocprofiler_agent_version_t)0, on_agents,
         sizeof(rocprofiler_agent_t), NULL);
    CASE("larger struct", rocprofiler_query_available_agents, ROCPROFILER_AGENT_INFO_VERSION_0, on_agents,
         sizeof(rocprofiler_agent_t) + 1, NULL);
    CASE("null", rocprofiler_query_available_agents, ROCPROFILER_AGENT_INFO_VERSION_0, nothing,
         sizeof(rocprofiler_agent_t), NULL);
}

static void openmp(void) {
    int value = 99;
    CASE("good", rocprofiler_ompt_is_initialized, &value);
    note("rocprofiler_ompt_is_initialized", "good, value", value);
    CASE("null", rocprofiler_ompt_is_initialized, nothing);
    value = 99;
    CASE("good", rocprofiler_ompt_is_finalized, &value);
    note("rocprofiler_ompt_is_finalized", "good, value", value);
    CASE("null", rocprofiler_ompt_is_finalized, nothing);
    note("rocprofiler_ompt_start_tool", "a tool", rocprofiler_ompt_start_tool(201611, "a test") != NULL);
    // It initializes the profiler; here main has done that.
    note("ompt_start_tool", "a tool", now == BEFORE ? NOT_MADE : ompt_start_tool(201611, "a test") != NULL);
}

// --- arguments -----------------------------------------------------------------------------------------------------

static int count;

static int on_argument(rocprofiler_callback_tracing_kind_t kind, rocprofiler_tracing_operation_t operation,
                       uint32_t number, const void* const value, int32_t indirections, const char* type,
                       const char* name, const char* text, int32_t dereferences, void* argument) {
    (void)kind, (void)operation, (void)number, (void)value, (void)indirections, (void)type, (void)name, (void)text;
    (void)dereferences, (void)argument;
    count++;
    return 0;
}

static int on_record_argument(rocprofiler_buffer_tracing_kind_t kind, rocprofiler_tracing_operation_t operation,
                              uint32_t number, const void* const value, int32_t indirections, const char* type,
                              const char* name, const char* text, void* argument) {
    return on_argument((rocprofiler_callback_tracing_kind_t)kind, operation, number, value, indirections, type, name,
                       text, 0, argument);
}

static rocprofiler_callback_tracing_record_t record_of(int kind, int operation, void* payload) {
    rocprofiler_callback_tracing_record_t record = {.payload = payload};
    record.kind = (rocprofiler_callback_tracing_kind_t)kind;
    record.operation = operation;
    record.phase = ROCPROFILER_CALLBACK_PHASE_ENTER;
    return record;
}

#define ARGUMENTS(kind, operation, payload, callback) \
    rocprofiler_iterate_callback_tracing_kind_operation_args, \
        record_of(ROCPROFILER_CALLBACK_TRACING_##kind, operation, payload), callback, 1, NULL

static void arguments(void) {
    rocprofiler_callback_tracing_marker_api_data_t mark = {.size = sizeof mark};
    mark.args.roctxMarkA.message = "a mark";
    count = 0;
    CASE("MARKER_CORE_API", ARGUMENTS(MARKER_CORE_API, 0, &mark, on_argument));
    note("rocprofiler_iterate_callback_tracing_kind_operation_args", "MARKER_CORE_API, calls", count);
    CASE("no arguments", ARGUMENTS(MARKER_CORE_API, ROCPROFILER_MARKER_CORE_API_ID_roctxRangePop, &mark, on_argument));
    CASE("operation 99", ARGUMENTS(MARKER_CORE_API, 99, &mark, on_argument));
    CASE("null callback", ARGUMENTS(MARKER_CORE_API, 0, &mark, nothing));
    CASE("null payload", ARGUMENTS(MARKER_CORE_API, 0, nothing, on_argument));
    CASE("NONE", ARGUMENTS(NONE, 0, &mark, on_argument));
    CASE("LAST", ARGUMENTS(LAST, 0, &mark, on_argument));
    CASE("CODE_OBJECT", ARGUMENTS(CODE_OBJECT, 1, &mark, on_argument));
    CASE("SCRATCH_MEMORY", ARGUMENTS(SCRATCH_MEMORY, 1, &mark, on_argument));
    CASE("KERNEL_DISPATCH", ARGUMENTS(KERNEL_DISPATCH, 1, &mark, on_argument));
    CASE("MEMORY_COPY", ARGUMENTS(MEMORY_COPY, 1, &mark, on_argument));
    CASE("MEMORY_ALLOCATION", ARGUMENTS(MEMORY_ALLOCATION, 1, &mark, on_argument));
    CASE("RCCL_API", ARGUMENTS(RCCL_API, 0, &mark, on_argument));
    CASE("RUNTIME_INITIALIZATION", ARGUMENTS(RUNTIME_INITIALIZATION, 1, &mark, on_argument));
    CASE("ROCJPEG_API", ARGUMENTS(ROCJPEG_API, 0, &mark, on_argument));
    CASE("HIP_STREAM", ARGUMENTS(HIP_STREAM, 1, &mark, on_argument));
}

static rocprofiler_record_header_t header_of(int category, int kind, void* payload) {
    rocprofiler_record_header_t header = {.payload = payload};
    header.category = (uint32_t)category;
    header.kind = (uint32_t)kind;
    return header;
}

#define RECORD(kind, payload, callback) \
    rocprofiler_iterate_buffer_tracing_record_args, header_of(ROCPROFILER_BUFFER_CATEGORY_TRACING, kind, payload), \
        callback, NULL

static void record_arguments(void) {
    rocprofiler_buffer_tracing_hip_api_ext_record_t call = {.size = sizeof call};
    call.kind = ROCPROFILER_BUFFER_TRACING_HIP_RUNTIME_API_EXT;
    call.operation = ROCPROFILER_HIP_RUNTIME_API_ID_hipSetDevice;
    count = 0;
    CASE("HIP_RUNTIME_API_EXT", RECORD(ROCPROFILER_BUFFER_TRACING_HIP_RUNTIME_API_EXT, &call, on_record_argument));
    note("rocprofiler_iterate_buffer_tracing_record_args", "HIP_RUNTIME_API_EXT, calls", count);
    CASE("HIP_RUNTIME_API", RECORD(ROCPROFILER_BUFFER_TRACING_HIP_RUNTIME_API, &call, on_record_argument));
    CASE("KFD_QUEUE", RECORD(ROCPROFILER_BUFFER_TRACING_KFD_QUEUE, &call, on_record_argument));
    CASE("NONE", RECORD(ROCPROFILER_BUFFER_TRACING_NONE, &call, on_record_argument));
    CASE("LAST", RECORD(ROCPROFILER_BUFFER_TRACING_LAST, &call, on_record_argument));
    CASE("null callback", RECORD(ROCPROFILER_BUFFER_TRACING_HIP_RUNTIME_API_EXT, &call, nothing));
    CASE("null payload", RECORD(ROCPROFILER_BUFFER_TRACING_HIP_RUNTIME_API_EXT, nothing, on_record_argument));
    CASE("no tracing record", rocprofiler_iterate_buffer_tracing_record_args,
         header_of(ROCPROFILER_BUFFER_CATEGORY_COUNTERS, 1, &call), on_record_argument, NULL);
}

static void calls(void) {
    if (now == INITIALIZE) {
        rocprofiler_create_context(&made);
        rocprofiler_create_context(&requesting);
        rocprofiler_create_context(&all_kinds);
        rocprofiler_create_context(&odd_kinds);
    }
    callbacks();
    buffered();
    external_ids();
    requests();
    intercept_tables();
    agents();
    openmp();
    arguments();
    record_arguments();
}
