// The reference sequence: core and name functions in one context, which a second one stops at Pause and starts at
// Resume. Writes each callback, or with ROCTX=buffer each record, to the file ROCTX_FILE.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <rocprofiler-sdk/registration.h>
#include <rocprofiler-sdk/rocprofiler.h>

static FILE* out;
static rocprofiler_context_id_t traced, control;
static rocprofiler_buffer_id_t buffer;

static void on_callback(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t* user, void* arg) {
    const char* name = NULL;
    rocprofiler_query_callback_tracing_kind_operation_name(record.kind, record.operation, &name, NULL);
    rocprofiler_callback_tracing_marker_api_data_t* data = record.payload;
    fprintf(out, "%s %s", record.phase == ROCPROFILER_CALLBACK_PHASE_ENTER ? "enter" : "exit", name);
    if (strstr(name, "Range") && !strstr(name, "Stop") && !strstr(name, "Pop"))
        fprintf(out, " %s", data->args.roctxMarkA.message);
    if (record.phase == ROCPROFILER_CALLBACK_PHASE_EXIT) fprintf(out, " %d", data->retval.int32_t_retval);
    fputs("\n", out);
    (void)user, (void)arg;
}

static void on_control(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t* user, void* arg) {
    if (record.phase == ROCPROFILER_CALLBACK_PHASE_ENTER
        && record.operation == ROCPROFILER_MARKER_CONTROL_API_ID_roctxProfilerPause)
        rocprofiler_stop_context(traced);
    if (record.phase == ROCPROFILER_CALLBACK_PHASE_EXIT
        && record.operation == ROCPROFILER_MARKER_CONTROL_API_ID_roctxProfilerResume)
        rocprofiler_start_context(traced);
    (void)user, (void)arg;
}

static void on_records(rocprofiler_context_id_t c, rocprofiler_buffer_id_t b, rocprofiler_record_header_t** headers,
                       size_t count, void* data, uint64_t dropped) {
    for (size_t i = 0; i < count; i++) {
        rocprofiler_buffer_tracing_marker_api_record_t* record = headers[i]->payload;
        const char* name = NULL;
        rocprofiler_query_buffer_tracing_kind_operation_name(record->kind, record->operation, &name, NULL);
        fprintf(out, "%s\n", name);
    }
    (void)c, (void)b, (void)data, (void)dropped;
}

static int initialize(rocprofiler_client_finalize_t finalize, void* data) {
    const char* mode = getenv("ROCTX");
    out = fopen(getenv("ROCTX_FILE"), "w");
    rocprofiler_create_context(&traced);
    rocprofiler_create_context(&control);
    if (mode && !strcmp(mode, "buffer")) {
        rocprofiler_create_buffer(traced, 4096, 3584, ROCPROFILER_BUFFER_POLICY_LOSSLESS, on_records, NULL, &buffer);
        rocprofiler_configure_buffer_tracing_service(traced, ROCPROFILER_BUFFER_TRACING_MARKER_CORE_API, NULL, 0,
                                                     buffer);
        rocprofiler_configure_buffer_tracing_service(traced, ROCPROFILER_BUFFER_TRACING_MARKER_NAME_API, NULL, 0,
                                                     buffer);
    } else {
        rocprofiler_configure_callback_tracing_service(traced, ROCPROFILER_CALLBACK_TRACING_MARKER_CORE_API, NULL, 0,
                                                       on_callback, NULL);
        rocprofiler_configure_callback_tracing_service(traced, ROCPROFILER_CALLBACK_TRACING_MARKER_NAME_API, NULL, 0,
                                                       on_callback, NULL);
    }
    rocprofiler_configure_callback_tracing_service(control, ROCPROFILER_CALLBACK_TRACING_MARKER_CONTROL_API, NULL, 0,
                                                   on_control, NULL);
    rocprofiler_start_context(control);
    rocprofiler_start_context(traced);
    (void)finalize, (void)data;
    return 0;
}

static void finalize(void* data) {
    if (buffer.handle) rocprofiler_flush_buffer(buffer);
    fclose(out);
    (void)data;
}

__attribute__((visibility("default"))) rocprofiler_tool_configure_result_t* rocprofiler_configure(
    uint32_t version, const char* runtime, uint32_t priority, rocprofiler_client_id_t* id) {
    static rocprofiler_tool_configure_result_t result = {sizeof result, initialize, finalize, NULL};
    id->name = "roctx";
    (void)version, (void)runtime, (void)priority;
    return &result;
}
