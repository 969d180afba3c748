// Kernel dispatch: prints how often each kernel ran and with which size, and counts launches by hipLaunchKernel.
//
//     ROCP_TOOL_LIBRARIES=./tool.so ../01-matrix-transpose/transpose 16 8
#include <rocprofiler-sdk/registration.h>
#include <rocprofiler-sdk/rocprofiler.h>

#include <inttypes.h>
#include <stdio.h>

// Reports a failed call of the SDK and returns -1 from the function.
#define TRY(call)                                                                                        \
    do {                                                                                                 \
        rocprofiler_status_t status_ = (call);                                                           \
        if (status_ != ROCPROFILER_STATUS_SUCCESS) {                                                     \
            fprintf(stderr, "kernel-table: %s: %s\n", #call, rocprofiler_get_status_string(status_));    \
            return -1;                                                                                   \
        }                                                                                                \
    } while (0)

enum { KERNELS = 4096, CALLS = 1 << 16, BUFFER_BYTES = 1 << 16 };

static rocprofiler_context_id_t code, work;
static rocprofiler_buffer_id_t buffer;

// Indexed by kernel id. Names are written when code is loaded, before any of it is dispatched; all other data by
// the thread that delivers the buffer.
static char names[KERNELS][128];
static unsigned long counts[KERNELS];
static rocprofiler_kernel_dispatch_info_t lasts[KERNELS];

// Indexed by correlation id. A kernel's record may arrive before that of the call that launched it.
static unsigned char launched[CALLS], dispatched[CALLS];
static unsigned long dispatches, backwards;
static uint64_t dropped;

static void on_code_object(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t *user_data, void *data) {
    if (record.operation == ROCPROFILER_CODE_OBJECT_DEVICE_KERNEL_SYMBOL_REGISTER
        && record.phase == ROCPROFILER_CALLBACK_PHASE_LOAD) {
        const rocprofiler_callback_tracing_code_object_kernel_symbol_register_data_t *kernel = record.payload;
        if (kernel->kernel_id < KERNELS)
            snprintf(names[kernel->kernel_id], sizeof names[kernel->kernel_id], "%s", kernel->kernel_name);
    }
    (void)user_data, (void)data;
}

static void on_dispatch(const rocprofiler_buffer_tracing_kernel_dispatch_record_t *record) {
    uint64_t kernel = record->dispatch_info.kernel_id, call = record->correlation_id.internal;
    dispatches++;
    // Times are GPU times, in the clock of rocprofiler_get_timestamp.
    backwards += record->end_timestamp < record->start_timestamp;
    if (kernel < KERNELS) counts[kernel]++, lasts[kernel] = record->dispatch_info;
    if (call < CALLS) dispatched[call]++;
}

static void on_records(rocprofiler_context_id_t from, rocprofiler_buffer_id_t id, rocprofiler_record_header_t **headers,
                       size_t header_count, void *data, uint64_t drop_count) {
    for (size_t i = 0; i < header_count; i++) {
        if (headers[i]->category != ROCPROFILER_BUFFER_CATEGORY_TRACING) continue;
        if (headers[i]->kind == ROCPROFILER_BUFFER_TRACING_KERNEL_DISPATCH) {
            on_dispatch(headers[i]->payload);
        } else {
            const rocprofiler_buffer_tracing_hip_api_record_t *call = headers[i]->payload;
            if (call->correlation_id.internal < CALLS) launched[call->correlation_id.internal] = 1;
        }
    }
    dropped = drop_count; // since the buffer was created
    (void)from, (void)id, (void)data;
}

static int initialize(rocprofiler_client_finalize_t finalize_client, void *data) {
    static const rocprofiler_tracing_operation_t launch[] = {ROCPROFILER_HIP_RUNTIME_API_ID_hipLaunchKernel};
    // A separate context that always runs: one started later misses the code that is already loaded.
    TRY(rocprofiler_create_context(&code));
    TRY(rocprofiler_configure_callback_tracing_service(code, ROCPROFILER_CALLBACK_TRACING_CODE_OBJECT, NULL, 0,
                                                       on_code_object, NULL));
    TRY(rocprofiler_create_context(&work));
    TRY(rocprofiler_create_buffer(work, BUFFER_BYTES, BUFFER_BYTES / 8 * 7, ROCPROFILER_BUFFER_POLICY_LOSSLESS, on_records,
                                  NULL, &buffer));
    TRY(rocprofiler_configure_buffer_tracing_service(work, ROCPROFILER_BUFFER_TRACING_KERNEL_DISPATCH, NULL, 0, buffer));
    TRY(rocprofiler_configure_buffer_tracing_service(work, ROCPROFILER_BUFFER_TRACING_HIP_RUNTIME_API, launch, 1, buffer));
    TRY(rocprofiler_start_context(code));
    TRY(rocprofiler_start_context(work));
    (void)finalize_client, (void)data;
    return 0;
}

static void finalize(void *data) {
    unsigned long with_call = 0;
    rocprofiler_flush_buffer(buffer); // the records below the watermark; work in flight has completed
    for (int call = 0; call < CALLS; call++) with_call += launched[call] ? dispatched[call] : 0;
    for (int kernel = 0; kernel < KERNELS; kernel++) {
        const rocprofiler_dim3_t *grid = &lasts[kernel].grid_size, *group = &lasts[kernel].workgroup_size;
        if (!counts[kernel]) continue;
        fprintf(stderr, "%5lu %s of %ux%ux%u work-items in groups of %ux%ux%u\n", counts[kernel], names[kernel], grid->x,
                grid->y, grid->z, group->x, group->y, group->z);
    }
    fprintf(stderr, "%lu dispatches, %lu of hipLaunchKernel, %lu end before they start, %" PRIu64 " dropped\n", dispatches,
            with_call, backwards, dropped);
    (void)data;
}

ROCPROFILER_PUBLIC_API rocprofiler_tool_configure_result_t *rocprofiler_configure(
    uint32_t version, const char *runtime_version, uint32_t priority, rocprofiler_client_id_t *client) {
    static rocprofiler_tool_configure_result_t result = {sizeof result, initialize, finalize, NULL};
    client->name = "kernel-table";
    (void)version, (void)runtime_version, (void)priority;
    return &result;
}
