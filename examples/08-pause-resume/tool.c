// Pause and resume: counts HIP calls, but not while the program has paused its profiler with ROC-TX.
//
//     ROCP_TOOL_LIBRARIES=./tool.so ./phases
#include <rocprofiler-sdk/registration.h>
#include <rocprofiler-sdk/rocprofiler.h>

#include <stdatomic.h>
#include <stdio.h>

// Reports a failed call of the SDK and returns -1 from the function.
#define TRY(call)                                                                                      \
    do {                                                                                               \
        rocprofiler_status_t status_ = (call);                                                         \
        if (status_ != ROCPROFILER_STATUS_SUCCESS) {                                                   \
            fprintf(stderr, "pause-resume: %s: %s\n", #call, rocprofiler_get_status_string(status_));  \
            return -1;                                                                                 \
        }                                                                                              \
    } while (0)

enum { OPERATIONS = ROCPROFILER_HIP_RUNTIME_API_ID_LAST };

// A separate context that always runs: the one that is stopped would never see Resume.
static rocprofiler_context_id_t calls, control;
static atomic_ulong counts[OPERATIONS], pauses;

static void on_call(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t *user_data, void *data) {
    if (record.phase == ROCPROFILER_CALLBACK_PHASE_EXIT && record.operation < OPERATIONS)
        atomic_fetch_add(&counts[record.operation], 1);
    (void)user_data, (void)data;
}

// Stops before Pause and starts after Resume, so that the profile contains neither.
static void on_control(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t *user_data, void *data) {
    if (record.operation == ROCPROFILER_MARKER_CONTROL_API_ID_roctxProfilerPause
        && record.phase == ROCPROFILER_CALLBACK_PHASE_ENTER) {
        // A second Pause in a row finds the context stopped and gets the status "not found".
        if (rocprofiler_stop_context(calls) == ROCPROFILER_STATUS_SUCCESS) atomic_fetch_add(&pauses, 1);
    } else if (record.operation == ROCPROFILER_MARKER_CONTROL_API_ID_roctxProfilerResume
               && record.phase == ROCPROFILER_CALLBACK_PHASE_EXIT) {
        rocprofiler_start_context(calls);
    }
    (void)user_data, (void)data;
}

static int initialize(rocprofiler_client_finalize_t finalize_client, void *data) {
    TRY(rocprofiler_create_context(&calls));
    TRY(rocprofiler_configure_callback_tracing_service(calls, ROCPROFILER_CALLBACK_TRACING_HIP_RUNTIME_API, NULL, 0,
                                                       on_call, NULL));
    TRY(rocprofiler_create_context(&control));
    TRY(rocprofiler_configure_callback_tracing_service(control, ROCPROFILER_CALLBACK_TRACING_MARKER_CONTROL_API, NULL, 0,
                                                       on_control, NULL));
    TRY(rocprofiler_start_context(control));
    TRY(rocprofiler_start_context(calls));
    (void)finalize_client, (void)data;
    return 0;
}

static void finalize(void *data) {
    for (int i = 0; i < OPERATIONS; i++) {
        const char *name = NULL;
        if (!counts[i]) continue;
        rocprofiler_query_callback_tracing_kind_operation_name(ROCPROFILER_CALLBACK_TRACING_HIP_RUNTIME_API, i, &name,
                                                               NULL);
        fprintf(stderr, "%5lu %s\n", counts[i], name);
    }
    fprintf(stderr, "%5lu pauses\n", pauses);
    (void)data;
}

ROCPROFILER_PUBLIC_API rocprofiler_tool_configure_result_t *rocprofiler_configure(
    uint32_t version, const char *runtime_version, uint32_t priority, rocprofiler_client_id_t *client) {
    static rocprofiler_tool_configure_result_t result = {sizeof result, initialize, finalize, NULL};
    client->name = "pause-resume";
    (void)version, (void)runtime_version, (void)priority;
    return &result;
}
