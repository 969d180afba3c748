// Callback tracing: prints each thread's calls as a tree, its ROC-TX ranges and marks with the HIP calls
// inside them.
//
//     ROCP_TOOL_LIBRARIES=./tool.so ../01-matrix-transpose/transpose 16 1
#include <rocprofiler-sdk/registration.h>
#include <rocprofiler-sdk/rocprofiler.h>

#include <stdatomic.h>
#include <stdio.h>

// Reports a failed call of the SDK and returns -1 from the function.
#define TRY(call)                                                                                   \
    do {                                                                                            \
        rocprofiler_status_t status_ = (call);                                                      \
        if (status_ != ROCPROFILER_STATUS_SUCCESS) {                                                \
            fprintf(stderr, "call-tree: %s: %s\n", #call, rocprofiler_get_status_string(status_));  \
            return -1;                                                                              \
        }                                                                                           \
    } while (0)

static rocprofiler_context_id_t context;
static atomic_uint calls, failures;
static _Thread_local int depth;

// Called for each argument. Pointers are left out: they differ from run to run.
static int print_argument(rocprofiler_callback_tracing_kind_t kind, rocprofiler_tracing_operation_t operation,
                          uint32_t number, const void *const value, int32_t indirections, const char *type,
                          const char *name, const char *text, int32_t dereferenced, void *data) {
    const char **separator = data;
    if (indirections == 0) {
        fprintf(stderr, "%s%s = %s", *separator, name, text);
        *separator = ", ";
    }
    (void)kind, (void)operation, (void)number, (void)value, (void)type, (void)dereferenced;
    return 0;
}

static void print_line(rocprofiler_callback_tracing_record_t record) {
    flockfile(stderr);
    fprintf(stderr, "%*s", 2 * depth, "");
    if (record.kind == ROCPROFILER_CALLBACK_TRACING_MARKER_CORE_RANGE_API) {
        // Marks and ranges have one argument, the message, at the same place in every member of the union.
        const rocprofiler_callback_tracing_marker_api_data_t *marker = record.payload;
        fprintf(stderr, "%s\n", marker->args.roctxMarkA.message);
    } else {
        const char *name = "";
        const char *separator = "";
        rocprofiler_query_callback_tracing_kind_operation_name(record.kind, record.operation, &name, NULL);
        fprintf(stderr, "%s(", name);
        // The payload has typed arguments, one struct per function; this call prints those of any function.
        rocprofiler_iterate_callback_tracing_kind_operation_args(record, print_argument, 1, &separator);
        fprintf(stderr, ")\n");
    }
    funlockfile(stderr);
}

// Called on the program's thread that makes the call: before it (ENTER) and after it (EXIT).
static void on_call(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t *user_data, void *data) {
    (void)data;
    if (record.phase == ROCPROFILER_CALLBACK_PHASE_ENTER) {
        print_line(record);
        user_data->value = (uint64_t)depth++; // EXIT of the same call gets this value back
        return;
    }
    depth = (int)user_data->value;
    if (record.kind == ROCPROFILER_CALLBACK_TRACING_HIP_RUNTIME_API) {
        const rocprofiler_callback_tracing_hip_api_data_t *hip = record.payload;
        atomic_fetch_add(&calls, 1);
        if (hip->retval.hipError_t_retval != hipSuccess) atomic_fetch_add(&failures, 1);
    }
}

// Contexts and services can only be created here.
static int initialize(rocprofiler_client_finalize_t finalize_client, void *data) {
    static const rocprofiler_tracing_operation_t hip[] = {
        ROCPROFILER_HIP_RUNTIME_API_ID_hipMalloc, ROCPROFILER_HIP_RUNTIME_API_ID_hipMemcpyAsync,
        ROCPROFILER_HIP_RUNTIME_API_ID_hipLaunchKernel, ROCPROFILER_HIP_RUNTIME_API_ID_hipStreamSynchronize};
    // Ranges as one operation: ENTER at roctxRangePush, EXIT at roctxRangePop.
    static const rocprofiler_tracing_operation_t markers[] = {
        ROCPROFILER_MARKER_CORE_RANGE_API_ID_roctxMarkA, ROCPROFILER_MARKER_CORE_RANGE_API_ID_roctxThreadRangeA};
    TRY(rocprofiler_create_context(&context));
    TRY(rocprofiler_configure_callback_tracing_service(context, ROCPROFILER_CALLBACK_TRACING_HIP_RUNTIME_API, hip,
                                                       sizeof hip / sizeof *hip, on_call, NULL));
    TRY(rocprofiler_configure_callback_tracing_service(context, ROCPROFILER_CALLBACK_TRACING_MARKER_CORE_RANGE_API,
                                                       markers, sizeof markers / sizeof *markers, on_call, NULL));
    TRY(rocprofiler_start_context(context));
    (void)finalize_client, (void)data;
    return 0;
}

// Called at the end of the program, after all contexts are stopped.
static void finalize(void *data) {
    fprintf(stderr, "%u of %u HIP calls failed\n", failures, calls);
    (void)data;
}

// The SDK finds a tool by this symbol.
ROCPROFILER_PUBLIC_API rocprofiler_tool_configure_result_t *rocprofiler_configure(
    uint32_t version, const char *runtime_version, uint32_t priority, rocprofiler_client_id_t *client) {
    static rocprofiler_tool_configure_result_t result = {sizeof result, initialize, finalize, NULL};
    client->name = "call-tree";
    (void)version, (void)runtime_version, (void)priority;
    return &result;
}
