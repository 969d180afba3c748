// A tool that writes every event to the file EVENTS_FILE when the program ends, one line per event:
//
//   PHASE KIND FUNCTION CALLING_THREAD THREAD INTERNAL ANCESTOR START END
//
// EVENTS=callback: PHASE is 1 or 2 and START the tool's own clock; EVENTS=buffer: PHASE is 0.
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <rocprofiler-sdk/registration.h>
#include <rocprofiler-sdk/rocprofiler.h>

#define MUST(call) \
    do { \
        rocprofiler_status_t status_ = (call); \
        if (status_) fprintf(stderr, "%s: %s\n", #call, rocprofiler_get_status_name(status_)); \
    } while (0)

typedef struct {
    int phase, kind, operation;
    uint64_t caller, thread, internal, ancestor, start, end;
} event_t;

enum { CAPACITY = 1 << 20 };

static event_t* events;
static atomic_long count;
static rocprofiler_context_id_t context;
static rocprofiler_buffer_id_t buffer;
static int buffered;

static void put(event_t event) {
    long place = atomic_fetch_add(&count, 1);
    if (place < CAPACITY) events[place] = event;
}

static void on_callback(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t* user, void* arg) {
    rocprofiler_timestamp_t now = 0;
    rocprofiler_get_timestamp(&now);
    if (record.phase == ROCPROFILER_CALLBACK_PHASE_ENTER) user->value = now;
    uint64_t begin = user->value;
    put((event_t){(int)record.phase, (int)record.kind, (int)record.operation, (uint64_t)syscall(SYS_gettid),
                  record.thread_id, record.correlation_id.internal, record.correlation_id.ancestor, begin, now});
    (void)arg;
}

static void on_records(rocprofiler_context_id_t id, rocprofiler_buffer_id_t from, rocprofiler_record_header_t** headers,
                       size_t size, void* data, uint64_t dropped) {
    if (dropped) fprintf(stderr, "%lu dropped\n", (unsigned long)dropped);
    for (size_t i = 0; i < size; i++) {
        // All API records share this layout.
        rocprofiler_buffer_tracing_hip_api_record_t* r = headers[i]->payload;
        put((event_t){0, (int)headers[i]->kind, r->operation, 0, r->thread_id, r->correlation_id.internal,
                      r->correlation_id.ancestor, r->start_timestamp, r->end_timestamp});
    }
    (void)id, (void)from, (void)data;
}

static void callbacks(void) {
    static const rocprofiler_callback_tracing_kind_t kinds[] = {
        ROCPROFILER_CALLBACK_TRACING_HIP_RUNTIME_API, ROCPROFILER_CALLBACK_TRACING_HSA_CORE_API,
        ROCPROFILER_CALLBACK_TRACING_HSA_AMD_EXT_API, ROCPROFILER_CALLBACK_TRACING_MARKER_CORE_API};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        MUST(rocprofiler_configure_callback_tracing_service(context, kinds[i], NULL, 0, on_callback, NULL));
}

static void buffers(void) {
    static const rocprofiler_buffer_tracing_kind_t kinds[] = {
        ROCPROFILER_BUFFER_TRACING_HIP_RUNTIME_API, ROCPROFILER_BUFFER_TRACING_HSA_CORE_API,
        ROCPROFILER_BUFFER_TRACING_HSA_AMD_EXT_API, ROCPROFILER_BUFFER_TRACING_MARKER_CORE_API};
    size_t size = strtoul(getenv("EVENTS_BUFFER") ? getenv("EVENTS_BUFFER") : "65536", NULL, 10);
    MUST(rocprofiler_create_buffer(context, size, size / 8 * 7, ROCPROFILER_BUFFER_POLICY_LOSSLESS, on_records, NULL,
                                   &buffer));
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        MUST(rocprofiler_configure_buffer_tracing_service(context, kinds[i], NULL, 0, buffer));
}

static int initialize(rocprofiler_client_finalize_t finalize, void* data) {
    const char* mode = getenv("EVENTS");
    buffered = mode && strcmp(mode, "buffer") == 0;
    events = calloc(CAPACITY, sizeof *events);
    MUST(rocprofiler_create_context(&context));
    if (buffered) buffers();
    else callbacks();
    MUST(rocprofiler_start_context(context));
    (void)finalize, (void)data;
    return 0;
}

static void name(int kind, int operation, const char** kind_name, const char** operation_name) {
    if (buffered) {
        rocprofiler_query_buffer_tracing_kind_name((rocprofiler_buffer_tracing_kind_t)kind, kind_name, NULL);
        rocprofiler_query_buffer_tracing_kind_operation_name((rocprofiler_buffer_tracing_kind_t)kind, operation,
                                                             operation_name, NULL);
    } else {
        rocprofiler_query_callback_tracing_kind_name((rocprofiler_callback_tracing_kind_t)kind, kind_name, NULL);
        rocprofiler_query_callback_tracing_kind_operation_name((rocprofiler_callback_tracing_kind_t)kind, operation,
                                                               operation_name, NULL);
    }
}

static void finalize(void* data) {
    if (buffered) MUST(rocprofiler_flush_buffer(buffer));
    const char* path = getenv("EVENTS_FILE");
    FILE* out = path ? fopen(path, "w") : NULL;
    if (!out) return;
    static const char* known[64][1024][2];
    long end = atomic_load(&count);
    for (long i = 0; i < end && i < CAPACITY; i++) {
        event_t* e = &events[i];
        const char** names = known[e->kind & 63][e->operation & 1023];
        if (!names[0]) name(e->kind, e->operation, &names[0], &names[1]);
        fprintf(out, "%d %s %s %lu %lu %lu %lu %lu %lu\n", e->phase, names[0], names[1], e->caller, e->thread,
                e->internal, e->ancestor, e->start, e->end);
    }
    fclose(out);
    (void)data;
}

__attribute__((visibility("default"))) rocprofiler_tool_configure_result_t* rocprofiler_configure(
    uint32_t version, const char* runtime, uint32_t priority, rocprofiler_client_id_t* id) {
    static rocprofiler_tool_configure_result_t result = {sizeof result, initialize, finalize, NULL};
    id->name = "events";
    (void)version, (void)runtime, (void)priority;
    return &result;
}
