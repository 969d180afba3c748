// A tool written against AMD's headers, in C.
#include <rocprofiler-sdk/hip/api_id.h>
#include <rocprofiler-sdk/hsa/api_id.h>
#include <rocprofiler-sdk/marker/api_id.h>
#include <rocprofiler-sdk/registration.h>
#include <rocprofiler-sdk/rocprofiler.h>
#include <rocprofiler-sdk-roctx/roctx.h>
#include <stdio.h>
#include <stdlib.h>

#if ROCPROFILER_VERSION < 10000 || ROCPROFILER_VERSION_MAJOR < 1 || ROCPROFILER_SDK_VERSION < ROCPROFILER_SDK_COMPUTE_VERSION(1, 0, 0)
#error "too old"
#endif

#define CHECK(call)                                                                        \
    do {                                                                                   \
        rocprofiler_status_t status_ = (call);                                             \
        if (status_ != ROCPROFILER_STATUS_SUCCESS) {                                       \
            fprintf(stderr, "%s: %s\n", #call, rocprofiler_get_status_string(status_));    \
            abort();                                                                       \
        }                                                                                  \
    } while (0)

static rocprofiler_context_id_t context;
static rocprofiler_buffer_id_t buffer;
static rocprofiler_client_finalize_t finalizer;

static void on_call(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t* user_data, void* data) {
    (void)data;
    if (record.phase == ROCPROFILER_CALLBACK_PHASE_ENTER) rocprofiler_get_timestamp(&user_data->value);
    if (record.kind == ROCPROFILER_CALLBACK_TRACING_HIP_RUNTIME_API &&
        record.operation == ROCPROFILER_HIP_RUNTIME_API_ID_hipMalloc) {
        const rocprofiler_callback_tracing_hip_api_data_t* payload = record.payload;
        printf("%zu bytes, result %d, id %lu\n", payload->args.hipMalloc.size, (int)payload->retval.hipError_t_retval,
               (unsigned long)record.correlation_id.internal);
    }
    if (record.kind == ROCPROFILER_CALLBACK_TRACING_MARKER_CORE_API) {
        const rocprofiler_callback_tracing_marker_api_data_t* marker = record.payload;
        puts(marker->args.roctxMarkA.message);
    }
}

static void on_buffer(rocprofiler_context_id_t ctx, rocprofiler_buffer_id_t id, rocprofiler_record_header_t** headers,
                      size_t count, void* data, uint64_t drops) {
    (void)ctx, (void)id, (void)data, (void)drops;
    for (size_t i = 0; i < count; i++) {
        if (headers[i]->hash != rocprofiler_record_header_compute_hash(ROCPROFILER_BUFFER_CATEGORY_TRACING,
                                                                       ROCPROFILER_BUFFER_TRACING_KERNEL_DISPATCH))
            continue;
        const rocprofiler_buffer_tracing_kernel_dispatch_record_t* record = headers[i]->payload;
        printf("%u\n", record->dispatch_info.grid_size.x);
    }
}

static int initialize(rocprofiler_client_finalize_t fini, void* data) {
    (void)data;
    finalizer = fini;
    const rocprofiler_tracing_operation_t operations[] = {ROCPROFILER_HIP_RUNTIME_API_ID_hipMalloc,
                                                          ROCPROFILER_HIP_RUNTIME_API_ID_hipFree};
    CHECK(rocprofiler_create_context(&context));
    CHECK(rocprofiler_configure_callback_tracing_service(context, ROCPROFILER_CALLBACK_TRACING_HIP_RUNTIME_API, operations,
                                                         2, on_call, NULL));
    CHECK(rocprofiler_create_buffer(context, 4096, 2048, ROCPROFILER_BUFFER_POLICY_LOSSLESS, on_buffer, NULL, &buffer));
    CHECK(rocprofiler_configure_buffer_tracing_service(context, ROCPROFILER_BUFFER_TRACING_KERNEL_DISPATCH, NULL, 0, buffer));
    rocprofiler_callback_thread_t thread = {0};
    CHECK(rocprofiler_create_callback_thread(&thread));
    CHECK(rocprofiler_assign_callback_thread(buffer, thread));
    CHECK(rocprofiler_start_context(context));
    return 0;
}

static void finalize(void* data) {
    (void)data;
    CHECK(rocprofiler_flush_buffer(buffer));
    if (context.handle != ROCPROFILER_CONTEXT_NONE.handle) rocprofiler_stop_context(context);
}

ROCPROFILER_EXPORT rocprofiler_tool_configure_result_t* rocprofiler_configure(uint32_t version, const char* runtime_version,
                                                                              uint32_t priority,
                                                                              rocprofiler_client_id_t* id) {
    id->name = "example";
    printf("%u %s %u\n", version, runtime_version, priority);
    static rocprofiler_tool_configure_result_t result = {sizeof(rocprofiler_tool_configure_result_t), initialize, finalize,
                                                         NULL};
    return &result;
}

void annotate(void) {
    roctxRangePush("outer");
    roctxMark("here");
    roctx_range_id_t id = roctxRangeStart("process");
    roctxRangeStop(id);
    roctxRangePop();
}
