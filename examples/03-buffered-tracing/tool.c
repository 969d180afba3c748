// Buffered tracing: counts the calls of each HIP and ROC-TX function from records that arrive in batches.
//
//     ROCP_TOOL_LIBRARIES=./tool.so ../01-matrix-transpose/transpose 16 8
#include <rocprofiler-sdk/registration.h>
#include <rocprofiler-sdk/rocprofiler.h>

#include <stdio.h>

// Reports a failed call of the SDK and returns -1 from the function.
#define TRY(call)                                                                                    \
    do {                                                                                             \
        rocprofiler_status_t status_ = (call);                                                       \
        if (status_ != ROCPROFILER_STATUS_SUCCESS) {                                                 \
            fprintf(stderr, "call-table: %s: %s\n", #call, rocprofiler_get_status_string(status_));  \
            return -1;                                                                               \
        }                                                                                            \
    } while (0)

enum { OPERATIONS = 1024, BUFFER_BYTES = 4096, WATERMARK_BYTES = BUFFER_BYTES / 8 * 7 };

static rocprofiler_context_id_t context;
static rocprofiler_buffer_id_t buffer;

// Written only by the thread that delivers the buffer and read after the last delivery, so no lock is needed.
static unsigned long calls[ROCPROFILER_BUFFER_TRACING_LAST][OPERATIONS];
static unsigned long records, backwards;
static uint64_t dropped;

// All API records begin with the same fields, so this type serves for those of HIP and of ROC-TX.
static void count(const rocprofiler_buffer_tracing_hip_api_record_t *record) {
    records++;
    backwards += record->end_timestamp < record->start_timestamp;
    if (record->operation >= 0 && record->operation < OPERATIONS) calls[record->kind][record->operation]++;
}

// Called on the buffer's own thread, when the watermark is reached or the buffer is flushed. The records are valid
// only during the call.
static void on_records(rocprofiler_context_id_t from, rocprofiler_buffer_id_t id, rocprofiler_record_header_t **headers,
                       size_t header_count, void *data, uint64_t drop_count) {
    for (size_t i = 0; i < header_count; i++) {
        if (headers[i]->category == ROCPROFILER_BUFFER_CATEGORY_TRACING) count(headers[i]->payload);
    }
    dropped = drop_count; // since the buffer was created
    (void)from, (void)id, (void)data;
}

static int initialize(rocprofiler_client_finalize_t finalize_client, void *data) {
    static const rocprofiler_buffer_tracing_kind_t kinds[] = {ROCPROFILER_BUFFER_TRACING_HIP_RUNTIME_API,
                                                              ROCPROFILER_BUFFER_TRACING_MARKER_CORE_API};
    rocprofiler_callback_thread_t thread = {0};
    TRY(rocprofiler_create_context(&context));
    // LOSSLESS: a thread that finds the buffer full waits. DISCARD would drop its record and count the loss.
    TRY(rocprofiler_create_buffer(context, BUFFER_BYTES, WATERMARK_BYTES, ROCPROFILER_BUFFER_POLICY_LOSSLESS, on_records,
                                  NULL, &buffer));
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        TRY(rocprofiler_configure_buffer_tracing_service(context, kinds[i], NULL, 0, buffer));
    TRY(rocprofiler_create_callback_thread(&thread)); // without it, all buffers share one
    TRY(rocprofiler_assign_callback_thread(buffer, thread));
    TRY(rocprofiler_start_context(context));
    (void)finalize_client, (void)data;
    return 0;
}

static void finalize(void *data) {
    rocprofiler_flush_buffer(buffer); // delivers the records below the watermark
    for (int kind = 0; kind < ROCPROFILER_BUFFER_TRACING_LAST; kind++) {
        for (int operation = 0; operation < OPERATIONS; operation++) {
            const char *name = NULL;
            if (!calls[kind][operation]) continue;
            rocprofiler_query_buffer_tracing_kind_operation_name((rocprofiler_buffer_tracing_kind_t)kind, operation,
                                                                 &name, NULL);
            fprintf(stderr, "%5lu %s\n", calls[kind][operation], name);
        }
    }
    fprintf(stderr, "%lu records, %lu end before they start, %lu dropped\n", records, backwards, (unsigned long)dropped);
    (void)data;
}

ROCPROFILER_PUBLIC_API rocprofiler_tool_configure_result_t *rocprofiler_configure(
    uint32_t version, const char *runtime_version, uint32_t priority, rocprofiler_client_id_t *client) {
    static rocprofiler_tool_configure_result_t result = {sizeof result, initialize, finalize, NULL};
    client->name = "call-table";
    (void)version, (void)runtime_version, (void)priority;
    return &result;
}
