// Marks and ranges under a tool of its own that traces both kinds of them, in callbacks or (argument "records") in a
// buffer. Prints each request for an external id, each callback and each record.
#include <stdio.h>
#include <string.h>

#include <rocprofiler-sdk-roctx/roctx.h>
#include <rocprofiler-sdk/registration.h>
#include <rocprofiler-sdk/rocprofiler.h>

static rocprofiler_context_id_t context;
static rocprofiler_buffer_id_t buffer;
static int records;

static int on_request(rocprofiler_thread_id_t thread, rocprofiler_context_id_t of,
                      rocprofiler_external_correlation_id_request_kind_t kind,
                      rocprofiler_tracing_operation_t operation, uint64_t id, rocprofiler_user_data_t* external,
                      void* data) {
    (void)thread, (void)of, (void)data;
    external->value = 100 + id;
    printf("  ask %s %u for %lu\n", kind == ROCPROFILER_EXTERNAL_CORRELATION_REQUEST_MARKER_CORE_API ? "core" : "range",
           operation, (unsigned long)id);
    return 0;
}

static void on_event(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t* user, void* data) {
    const rocprofiler_callback_tracing_marker_api_data_t* marker = record.payload;
    const char* name = "?";
    (void)user, (void)data;
    rocprofiler_query_callback_tracing_kind_operation_name(record.kind, record.operation, &name, NULL);
    printf("  %s %s %s id %lu in %lu external %lu", record.phase == ROCPROFILER_CALLBACK_PHASE_ENTER ? "enter" : "exit",
           record.kind == ROCPROFILER_CALLBACK_TRACING_MARKER_CORE_API ? "core" : "range", name,
           (unsigned long)record.correlation_id.internal, (unsigned long)record.correlation_id.ancestor,
           (unsigned long)record.correlation_id.external.value);
    if (record.phase == ROCPROFILER_CALLBACK_PHASE_EXIT) printf(" returns %d", marker->retval.int32_t_retval);
    else if (strstr(name, "Mark") || strstr(name, "Push")) printf(" of '%s'", marker->args.roctxMarkA.message);
    printf("\n");
}

static void on_records(rocprofiler_context_id_t of, rocprofiler_buffer_id_t from, rocprofiler_record_header_t** headers,
                       size_t count, void* data, uint64_t dropped) {
    (void)of, (void)from, (void)data, (void)dropped;
    for (size_t i = 0; i < count; i++) {
        if (headers[i]->kind == ROCPROFILER_BUFFER_TRACING_CORRELATION_ID_RETIREMENT) {
            const rocprofiler_buffer_tracing_correlation_id_retirement_record_t* r = headers[i]->payload;
            printf("  retired %lu\n", (unsigned long)r->internal_correlation_id);
            continue;
        }
        const rocprofiler_buffer_tracing_marker_api_record_t* r = headers[i]->payload;
        printf("  %s %d id %lu in %lu external %lu\n",
               r->kind == ROCPROFILER_BUFFER_TRACING_MARKER_CORE_API ? "core" : "range", (int)r->operation,
               (unsigned long)r->correlation_id.internal, (unsigned long)r->correlation_id.ancestor,
               (unsigned long)r->correlation_id.external.value);
    }
}

static int initialize(rocprofiler_client_finalize_t finalize, void* data) {
    (void)finalize, (void)data;
    rocprofiler_create_context(&context);
    rocprofiler_configure_external_correlation_id_request_service(context, NULL, 0, on_request, NULL);
    if (!records) {
        rocprofiler_configure_callback_tracing_service(context, ROCPROFILER_CALLBACK_TRACING_MARKER_CORE_API, NULL, 0,
                                                       on_event, NULL);
        rocprofiler_configure_callback_tracing_service(context, ROCPROFILER_CALLBACK_TRACING_MARKER_CORE_RANGE_API,
                                                       NULL, 0, on_event, NULL);
        return rocprofiler_start_context(context);
    }
    rocprofiler_create_buffer(context, 1 << 16, 1 << 16, ROCPROFILER_BUFFER_POLICY_LOSSLESS, on_records, NULL, &buffer);
    rocprofiler_configure_buffer_tracing_service(context, ROCPROFILER_BUFFER_TRACING_MARKER_CORE_API, NULL, 0, buffer);
    rocprofiler_configure_buffer_tracing_service(context, ROCPROFILER_BUFFER_TRACING_MARKER_CORE_RANGE_API, NULL, 0,
                                                 buffer);
    rocprofiler_configure_buffer_tracing_service(context, ROCPROFILER_BUFFER_TRACING_CORRELATION_ID_RETIREMENT, NULL, 0,
                                                 buffer);
    return rocprofiler_start_context(context);
}

static void finalize(void* data) {
    (void)data;
    if (records) rocprofiler_flush_buffer(buffer);
}

rocprofiler_tool_configure_result_t* rocprofiler_configure(uint32_t version, const char* runtime, uint32_t priority,
                                                           rocprofiler_client_id_t* id) {
    static rocprofiler_tool_configure_result_t result = {sizeof result, initialize, finalize, NULL};
    (void)version, (void)runtime, (void)priority;
    id->name = "marked_twice";
    return &result;
}

int main(int argc, char** argv) {
    roctx_thread_id_t thread;
    records = argc > 1 && !strcmp(argv[1], "records");
    printf("mark\n");
    roctxMarkA("a mark");
    printf("push\n");
    roctxRangePushA("a range");
    printf("mark inside\n");
    roctxMarkA("inside");
    printf("thread\n");
    roctxGetThreadId(&thread);
    printf("pop\n");
    roctxRangePop();
    printf("end\n");
    return 0;
}
