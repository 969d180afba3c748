// Several tools: counts HIP calls, or only the first N of them, while other tools see every call.
//
//     C_STOPS_AFTER=N      the number of calls after which this tool stops; without it, the tool never stops
//
//     C_STOPS_AFTER=5 ROCP_TOOL_LIBRARIES=./tool.so ROCPROFILER_JAVA_TOOLS=./tool.jar ../01-matrix-transpose/transpose
//     16 1
#include <rocprofiler-sdk/registration.h>
#include <rocprofiler-sdk/rocprofiler.h>

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

// Reports a failed call of the SDK and returns -1 from the function.
#define TRY(call)                                                                                \
    do {                                                                                         \
        rocprofiler_status_t status_ = (call);                                                   \
        if (status_ != ROCPROFILER_STATUS_SUCCESS) {                                             \
            fprintf(stderr, "C tool: %s: %s\n", #call, rocprofiler_get_status_string(status_));  \
            return -1;                                                                           \
        }                                                                                        \
    } while (0)

static rocprofiler_context_id_t context;
static atomic_ulong entered, returned;
static unsigned long last;

static void on_call(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t *user_data, void *data) {
    if (record.phase == ROCPROFILER_CALLBACK_PHASE_EXIT) {
        atomic_fetch_add(&returned, 1);
    } else if (atomic_fetch_add(&entered, 1) + 1 == last) {
        // Stops this context only. Allowed on any thread and inside a call, whose EXIT is still reported.
        rocprofiler_stop_context(record.context_id);
    }
    (void)user_data, (void)data;
}

static int initialize(rocprofiler_client_finalize_t finalize_client, void *data) {
    const char *limit = getenv("C_STOPS_AFTER");
    last = limit ? strtoul(limit, NULL, 10) : 0;
    TRY(rocprofiler_create_context(&context));
    TRY(rocprofiler_configure_callback_tracing_service(context, ROCPROFILER_CALLBACK_TRACING_HIP_RUNTIME_API, NULL, 0,
                                                       on_call, NULL));
    TRY(rocprofiler_start_context(context));
    (void)finalize_client, (void)data;
    return 0;
}

static void finalize(void *data) {
    fprintf(stderr, "C tool: %lu calls entered, %lu returned\n", entered, returned);
    (void)data;
}

// `priority` is the number of tools configured before this one.
ROCPROFILER_PUBLIC_API rocprofiler_tool_configure_result_t *rocprofiler_configure(
    uint32_t version, const char *runtime_version, uint32_t priority, rocprofiler_client_id_t *client) {
    static rocprofiler_tool_configure_result_t result = {sizeof result, initialize, finalize, NULL};
    client->name = "C tool";
    fprintf(stderr, "C tool: configured, %u before it\n", priority);
    (void)version, (void)runtime_version;
    return &result;
}
