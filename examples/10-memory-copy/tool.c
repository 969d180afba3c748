// Memory copy: counts the copies in each direction and the bytes they moved.
//
//     ROCP_TOOL_LIBRARIES=./tool.so ../01-matrix-transpose/transpose 16 8
#include <rocprofiler-sdk/registration.h>
#include <rocprofiler-sdk/rocprofiler.h>

#include <stdatomic.h>
#include <stdio.h>

// Reports a failed call of the SDK and returns -1 from the function.
#define TRY(call)                                                                                      \
    do {                                                                                               \
        rocprofiler_status_t status_ = (call);                                                         \
        if (status_ != ROCPROFILER_STATUS_SUCCESS) {                                                   \
            fprintf(stderr, "copy-table: %s: %s\n", #call, rocprofiler_get_status_string(status_));    \
            return -1;                                                                                 \
        }                                                                                              \
    } while (0)

enum { DIRECTIONS = ROCPROFILER_MEMORY_COPY_LAST };

static rocprofiler_context_id_t context;
static atomic_ulong copies[DIRECTIONS], bytes[DIRECTIONS], asked, done, strange;

// Called for ENTER on the thread that requests the copy, and for EXIT on a thread of the runtime when the copy is
// done. EXIT gets the user_data that ENTER of the same copy left.
static void on_copy(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t *user_data, void *data) {
    const rocprofiler_callback_tracing_memory_copy_data_t *copy = record.payload;
    if (record.phase == ROCPROFILER_CALLBACK_PHASE_ENTER) {
        atomic_fetch_add(&asked, 1);
        rocprofiler_get_timestamp(&user_data->value);
        return;
    }
    atomic_fetch_add(&done, 1);
    // A copy starts after its request; its times are in the clock of rocprofiler_get_timestamp.
    if (copy->start_timestamp < user_data->value || copy->end_timestamp < copy->start_timestamp) atomic_fetch_add(&strange, 1);
    if (record.operation < DIRECTIONS) {
        atomic_fetch_add(&copies[record.operation], 1);
        atomic_fetch_add(&bytes[record.operation], copy->bytes);
    }
    (void)data;
}

static int initialize(rocprofiler_client_finalize_t finalize_client, void *data) {
    TRY(rocprofiler_create_context(&context));
    TRY(rocprofiler_configure_callback_tracing_service(context, ROCPROFILER_CALLBACK_TRACING_MEMORY_COPY, NULL, 0, on_copy,
                                                       NULL));
    TRY(rocprofiler_start_context(context));
    (void)finalize_client, (void)data;
    return 0;
}

static void finalize(void *data) {
    for (int i = 0; i < DIRECTIONS; i++) {
        const char *name = NULL;
        if (!copies[i]) continue;
        rocprofiler_query_callback_tracing_kind_operation_name(ROCPROFILER_CALLBACK_TRACING_MEMORY_COPY, i, &name, NULL);
        fprintf(stderr, "%5lu %s, %lu bytes\n", copies[i], name, bytes[i]);
    }
    fprintf(stderr, "%lu copies asked for, %lu done, %lu with strange times\n", asked, done, strange);
    (void)data;
}

ROCPROFILER_PUBLIC_API rocprofiler_tool_configure_result_t *rocprofiler_configure(
    uint32_t version, const char *runtime_version, uint32_t priority, rocprofiler_client_id_t *client) {
    static rocprofiler_tool_configure_result_t result = {sizeof result, initialize, finalize, NULL};
    client->name = "copy-table";
    (void)version, (void)runtime_version, (void)priority;
    return &result;
}
