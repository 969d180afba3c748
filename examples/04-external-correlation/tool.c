// External correlation: records that carry the program's own numbers. There are two ways to attach them, each shown
// with its own context:
//
//   push and pop   the number of the request that the thread serves, from the range around it
//   request        the number of the current wave, which the SDK requests at every call
//
//     ROCP_TOOL_LIBRARIES=./tool.so ./requests
#include <rocprofiler-sdk/registration.h>
#include <rocprofiler-sdk/rocprofiler.h>

#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>

// Reports a failed call of the SDK and returns -1 from the function.
#define TRY(call)                                                                                     \
    do {                                                                                              \
        rocprofiler_status_t status_ = (call);                                                        \
        if (status_ != ROCPROFILER_STATUS_SUCCESS) {                                                  \
            fprintf(stderr, "by-request: %s: %s\n", #call, rocprofiler_get_status_string(status_));   \
            return -1;                                                                                \
        }                                                                                             \
    } while (0)

enum { NUMBERS = 16, BUFFER_BYTES = 64 * 1024 };

// HIP records of one context, counted by the external id that they carry.
typedef struct view {
    rocprofiler_context_id_t context;
    rocprofiler_buffer_id_t buffer;
    unsigned long calls[NUMBERS]; // used only by the thread that delivers the buffer
} view;

static rocprofiler_context_id_t markers;
static view by_request, by_wave;
static atomic_ulong current_wave;

static void on_records(rocprofiler_context_id_t context, rocprofiler_buffer_id_t buffer,
                       rocprofiler_record_header_t **headers, size_t count, void *data, uint64_t dropped) {
    view *to = data;
    for (size_t i = 0; i < count; i++) {
        const rocprofiler_buffer_tracing_hip_api_record_t *record = headers[i]->payload;
        to->calls[record->correlation_id.external.value % NUMBERS]++;
    }
    (void)context, (void)buffer, (void)dropped;
}

static void on_marker(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t *user_data, void *data) {
    const rocprofiler_callback_tracing_marker_api_data_t *marker = record.payload;
    rocprofiler_user_data_t number = {0};
    int enters = record.phase == ROCPROFILER_CALLBACK_PHASE_ENTER;
    if (record.operation == ROCPROFILER_MARKER_CORE_RANGE_API_ID_roctxMarkA) {
        unsigned long wave;
        if (enters && sscanf(marker->args.roctxMarkA.message, "wave %lu", &wave) == 1) atomic_store(&current_wave, wave);
    } else if (enters) {
        // For a range that is not a request, 0 hides the request around it.
        (void)sscanf(marker->args.roctxThreadRangeA.message, "request %" SCNu64, &number.value);
        rocprofiler_push_external_correlation_id(by_request.context, record.thread_id, number);
    } else {
        rocprofiler_pop_external_correlation_id(by_request.context, record.thread_id, &number);
    }
    (void)user_data, (void)data;
}

// Called on the thread that makes the call, before it.
static int on_request(rocprofiler_thread_id_t thread, rocprofiler_context_id_t context,
                      rocprofiler_external_correlation_id_request_kind_t kind, rocprofiler_tracing_operation_t operation,
                      uint64_t internal, rocprofiler_user_data_t *external, void *data) {
    external->value = atomic_load(&current_wave);
    (void)thread, (void)context, (void)kind, (void)operation, (void)internal, (void)data;
    return 0; // any other value: the record gets the id that the thread pushed
}

static int open_view(view *v) {
    TRY(rocprofiler_create_context(&v->context));
    TRY(rocprofiler_create_buffer(v->context, BUFFER_BYTES, BUFFER_BYTES, ROCPROFILER_BUFFER_POLICY_LOSSLESS, on_records, v,
                                  &v->buffer));
    TRY(rocprofiler_configure_buffer_tracing_service(v->context, ROCPROFILER_BUFFER_TRACING_HIP_RUNTIME_API, NULL, 0,
                                                     v->buffer));
    return 0;
}

static int initialize(rocprofiler_client_finalize_t finalize_client, void *data) {
    static const rocprofiler_tracing_operation_t operations[] = {
        ROCPROFILER_MARKER_CORE_RANGE_API_ID_roctxMarkA, ROCPROFILER_MARKER_CORE_RANGE_API_ID_roctxThreadRangeA};
    static const rocprofiler_external_correlation_id_request_kind_t kinds[] = {
        ROCPROFILER_EXTERNAL_CORRELATION_REQUEST_HIP_RUNTIME_API};
    if (open_view(&by_request) || open_view(&by_wave)) return -1;
    TRY(rocprofiler_configure_external_correlation_id_request_service(by_wave.context, kinds, 1, on_request, NULL));
    TRY(rocprofiler_create_context(&markers));
    TRY(rocprofiler_configure_callback_tracing_service(markers, ROCPROFILER_CALLBACK_TRACING_MARKER_CORE_RANGE_API,
                                                       operations, 2, on_marker, NULL));
    TRY(rocprofiler_start_context(markers));
    TRY(rocprofiler_start_context(by_request.context));
    TRY(rocprofiler_start_context(by_wave.context));
    (void)finalize_client, (void)data;
    return 0;
}

static void print(view *v, const char *what) {
    rocprofiler_flush_buffer(v->buffer);
    for (int i = 0; i < NUMBERS; i++)
        if (v->calls[i]) fprintf(stderr, "%5lu HIP calls of %s %d\n", v->calls[i], what, i);
}

static void finalize(void *data) {
    print(&by_request, "request");
    print(&by_wave, "wave");
    (void)data;
}

ROCPROFILER_PUBLIC_API rocprofiler_tool_configure_result_t *rocprofiler_configure(
    uint32_t version, const char *runtime_version, uint32_t priority, rocprofiler_client_id_t *client) {
    static rocprofiler_tool_configure_result_t result = {sizeof result, initialize, finalize, NULL};
    client->name = "by-request";
    (void)version, (void)runtime_version, (void)priority;
    return &result;
}
