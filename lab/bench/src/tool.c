// The tool of the benchmark's callers. BENCH_TOOL selects its services:
//   none       a tool without services
//   stopped    a context with callbacks that never starts
//   callback   callbacks at enter and exit, of a C function that counts
//   kernels    callbacks of kernel dispatches, of the same function
//   everything callbacks as above, and of kernels, code objects and allocations
//   buffer16k, buffer64k, buffer4m   buffered records, lossless, thrown away by the buffer's callback
// and behind it, any of:
//   +callback  the same callbacks beside records
//   +retired   records of retired correlation ids
//   +pushed    an external correlation id of the main thread, and so of all
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <rocprofiler-sdk/registration.h>
#include <rocprofiler-sdk/rocprofiler.h>

// Apart from those of other threads, which the C library may have put into the same cache line.
static __thread _Alignas(128) struct {
    unsigned long count;
    char unused[128];
} events;

static void on_event(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t* user_data, void* argument) {
    (void)record, (void)user_data, (void)argument;
    events.count++;
}

static void on_records(rocprofiler_context_id_t context, rocprofiler_buffer_id_t buffer,
                       rocprofiler_record_header_t** headers, size_t count, void* data, uint64_t dropped) {
    (void)context, (void)buffer, (void)headers, (void)count, (void)data, (void)dropped;
}

static const rocprofiler_callback_tracing_kind_t callback_kinds[] = {ROCPROFILER_CALLBACK_TRACING_MARKER_CORE_API,
                                                                     ROCPROFILER_CALLBACK_TRACING_HIP_RUNTIME_API};
static const rocprofiler_buffer_tracing_kind_t buffer_kinds[] = {ROCPROFILER_BUFFER_TRACING_MARKER_CORE_API,
                                                                 ROCPROFILER_BUFFER_TRACING_HIP_RUNTIME_API};

static void must(rocprofiler_status_t status) {
    if (status != ROCPROFILER_STATUS_SUCCESS) abort();
}

static void callbacks(rocprofiler_context_id_t context, rocprofiler_callback_tracing_kind_t kind) {
    must(rocprofiler_configure_callback_tracing_service(context, kind, NULL, 0, on_event, NULL));
}

static void records(rocprofiler_context_id_t context, const char* mode) {
    rocprofiler_buffer_id_t buffer = {0};
    size_t size = strstr(mode, "4m") ? 4u << 20 : strstr(mode, "64k") ? 64u << 10 : 16u << 10;
    must(rocprofiler_create_buffer(context, size, size / 8 * 7, ROCPROFILER_BUFFER_POLICY_LOSSLESS, on_records, NULL,
                                   &buffer));
    for (size_t i = 0; i < 2; i++)
        must(rocprofiler_configure_buffer_tracing_service(context, buffer_kinds[i], NULL, 0, buffer));
    if (strstr(mode, "retired"))
        must(rocprofiler_configure_buffer_tracing_service(context, ROCPROFILER_BUFFER_TRACING_CORRELATION_ID_RETIREMENT,
                                                          NULL, 0, buffer));
}

static int initialize(rocprofiler_client_finalize_t finalize, void* data) {
    (void)finalize, (void)data;
    const char* mode = getenv("BENCH_TOOL");
    rocprofiler_context_id_t context = {0};
    rocprofiler_user_data_t external = {.value = 77};
    if (!mode || strcmp(mode, "none") == 0) return 0;
    must(rocprofiler_create_context(&context));
    if (strstr(mode, "buffer")) records(context, mode);
    if (strcmp(mode, "kernels") == 0 || strcmp(mode, "everything") == 0)
        callbacks(context, ROCPROFILER_CALLBACK_TRACING_KERNEL_DISPATCH);
    if (strcmp(mode, "everything") == 0) {
        callbacks(context, ROCPROFILER_CALLBACK_TRACING_CODE_OBJECT);
        callbacks(context, ROCPROFILER_CALLBACK_TRACING_MEMORY_ALLOCATION);
    }
    if (strcmp(mode, "kernels") != 0 && (!strstr(mode, "buffer") || strstr(mode, "callback")))
        for (size_t i = 0; i < 2; i++) callbacks(context, callback_kinds[i]);
    if (strstr(mode, "pushed"))
        must(rocprofiler_push_external_correlation_id(context, (rocprofiler_thread_id_t)getpid(), external));
    if (strcmp(mode, "stopped") != 0) must(rocprofiler_start_context(context));
    return 0;
}

__attribute__((visibility("default"))) rocprofiler_tool_configure_result_t* rocprofiler_configure(
    uint32_t version, const char* runtime_version, uint32_t priority, rocprofiler_client_id_t* id) {
    static rocprofiler_tool_configure_result_t result = {sizeof result, initialize, NULL, NULL};
    (void)version, (void)runtime_version, (void)priority;
    id->name = "bench";
    return &result;
}
