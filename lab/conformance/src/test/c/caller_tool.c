// A tool that makes traced calls inside its callbacks: one mark at each entry of hipGetDevice. At the end, writes
// to the file CALLER_FILE how many marks it made and how many of them had the call as their ancestor.
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include <rocprofiler-sdk-roctx/roctx.h>
#include <rocprofiler-sdk/registration.h>
#include <rocprofiler-sdk/rocprofiler.h>

static atomic_long made, seen;
static _Thread_local uint64_t inside;

static void on_hip(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t* user, void* arg) {
    (void)user, (void)arg;
    if (record.phase != ROCPROFILER_CALLBACK_PHASE_ENTER) return;
    inside = record.correlation_id.internal;
    atomic_fetch_add(&made, 1);
    roctxMarkA("from a callback");
    inside = 0;
}

static void on_mark(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t* user, void* arg) {
    (void)user, (void)arg;
    if (inside && record.correlation_id.ancestor == inside) atomic_fetch_add(&seen, 1);
}

static int initialize(rocprofiler_client_finalize_t finalize, void* data) {
    rocprofiler_context_id_t context = {0};
    int32_t operation = ROCPROFILER_HIP_RUNTIME_API_ID_hipGetDevice;
    rocprofiler_create_context(&context);
    rocprofiler_configure_callback_tracing_service(context, ROCPROFILER_CALLBACK_TRACING_HIP_RUNTIME_API, &operation, 1,
                                                   on_hip, NULL);
    rocprofiler_configure_callback_tracing_service(context, ROCPROFILER_CALLBACK_TRACING_MARKER_CORE_API, NULL, 0,
                                                   on_mark, NULL);
    rocprofiler_start_context(context);
    (void)finalize, (void)data;
    return 0;
}

static void finalize(void* data) {
    FILE* out = fopen(getenv("CALLER_FILE"), "w");
    fprintf(out, "made %ld, callbacks %ld\n", atomic_load(&made), atomic_load(&seen));
    fclose(out);
    (void)data;
}

__attribute__((visibility("default"))) rocprofiler_tool_configure_result_t* rocprofiler_configure(
    uint32_t version, const char* runtime, uint32_t priority, rocprofiler_client_id_t* id) {
    static rocprofiler_tool_configure_result_t result = {sizeof result, initialize, finalize, NULL};
    id->name = "caller";
    (void)version, (void)runtime, (void)priority;
    return &result;
}
