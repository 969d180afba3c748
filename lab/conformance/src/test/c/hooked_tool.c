// A tool that requests the events generated around calls (streams, memory, ranges) and the calls themselves, as
// callbacks and as records. Writes the number of events of each kind to the file HOOKED_FILE.
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include <rocprofiler-sdk/registration.h>
#include <rocprofiler-sdk/rocprofiler.h>

static const rocprofiler_callback_tracing_kind_t kinds[] = {
    ROCPROFILER_CALLBACK_TRACING_HSA_CORE_API, ROCPROFILER_CALLBACK_TRACING_HIP_RUNTIME_API,
    ROCPROFILER_CALLBACK_TRACING_HIP_STREAM, ROCPROFILER_CALLBACK_TRACING_MEMORY_ALLOCATION,
    ROCPROFILER_CALLBACK_TRACING_MARKER_CORE_RANGE_API};
enum { KINDS = sizeof kinds / sizeof *kinds };

static atomic_long enters[KINDS], exits[KINDS], wrong, records;
static rocprofiler_context_id_t context;
static rocprofiler_buffer_id_t buffer;

static void must(rocprofiler_status_t status) {
    if (status) fprintf(stderr, "hooked: %s\n", rocprofiler_get_status_name(status));
}

static void on_event(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t* user, void* number) {
    long kind = (long)number;
    if (record.phase == ROCPROFILER_CALLBACK_PHASE_ENTER) {
        atomic_fetch_add(&enters[kind], 1);
        if (user->value) atomic_fetch_add(&wrong, 1);
        user->value = (uint64_t)record.operation + 77;
    } else if (record.phase == ROCPROFILER_CALLBACK_PHASE_EXIT) {
        atomic_fetch_add(&exits[kind], 1);
        if (user->value != (uint64_t)record.operation + 77) atomic_fetch_add(&wrong, 1);
    }
}

static void on_records(rocprofiler_context_id_t id, rocprofiler_buffer_id_t from, rocprofiler_record_header_t** headers,
                       size_t count, void* data, uint64_t dropped) {
    (void)id, (void)from, (void)headers, (void)data, (void)dropped;
    atomic_fetch_add(&records, (long)count);
}

static int initialize(rocprofiler_client_finalize_t finalize, void* data) {
    (void)finalize, (void)data;
    must(rocprofiler_create_context(&context));
    must(rocprofiler_create_buffer(context, 1 << 16, 1 << 15, ROCPROFILER_BUFFER_POLICY_LOSSLESS, on_records, NULL,
                                   &buffer));
    for (long i = 0; i < KINDS; i++)
        must(rocprofiler_configure_callback_tracing_service(context, kinds[i], NULL, 0, on_event, (void*)i));
    must(rocprofiler_configure_buffer_tracing_service(context, ROCPROFILER_BUFFER_TRACING_HIP_RUNTIME_API, NULL, 0,
                                                      buffer));
    must(rocprofiler_start_context(context));
    return 0;
}

static void finalize(void* data) {
    (void)data;
    must(rocprofiler_flush_buffer(buffer));
    FILE* out = fopen(getenv("HOOKED_FILE"), "w");
    if (!out) return;
    for (int i = 0; i < KINDS; i++) {
        const char* name = NULL;
        rocprofiler_query_callback_tracing_kind_name(kinds[i], &name, NULL);
        fprintf(out, "%s: %ld enter, %ld exit\n", name, atomic_load(&enters[i]), atomic_load(&exits[i]));
    }
    fprintf(out, "%ld records, %ld wrong\n", atomic_load(&records), atomic_load(&wrong));
    fclose(out);
}

__attribute__((visibility("default"))) rocprofiler_tool_configure_result_t* rocprofiler_configure(
    uint32_t version, const char* runtime, uint32_t priority, rocprofiler_client_id_t* id) {
    static rocprofiler_tool_configure_result_t result = {sizeof result, initialize, finalize, NULL};
    (void)version, (void)runtime, (void)priority;
    id->name = "hooked";
    return &result;
}
