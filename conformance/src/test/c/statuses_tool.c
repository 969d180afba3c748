// A tool that calls what it may and what it may not, in every phase of its life, and writes `function case status` into the
// file STATUSES_FILE.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <rocprofiler-sdk/registration.h>
#include <rocprofiler-sdk/rocprofiler.h>

static FILE* out;
static rocprofiler_context_id_t context, nobody, unknown = {7};
static rocprofiler_buffer_id_t buffer, no_buffer, unknown_buffer = {7};
static rocprofiler_callback_thread_t thread, unknown_thread = {999};

static void say(const char* what, int status) { fprintf(out, "%s %d\n", what, status); }

static void phase(const char* name) {
    int initialized = 99, finalized = 99;
    rocprofiler_is_initialized(&initialized);
    rocprofiler_is_finalized(&finalized);
    fprintf(out, "-- %s: initialized %d, finalized %d\n", name, initialized, finalized);
}

static void on_callback(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t* user, void* arg);

static void on_records(rocprofiler_context_id_t c, rocprofiler_buffer_id_t b, rocprofiler_record_header_t** headers,
    size_t count, void* data, uint64_t dropped) {
    (void)c, (void)b, (void)headers, (void)count, (void)data, (void)dropped;
}

static rocprofiler_tool_configure_result_t* forced(
    uint32_t version, const char* runtime, uint32_t priority, rocprofiler_client_id_t* id) {
    (void)version, (void)runtime, (void)priority, (void)id;
    return NULL;
}

static void at_thread(rocprofiler_runtime_library_t library, void* data) { (void)library, (void)data; }

static int callbacks(rocprofiler_context_id_t id, rocprofiler_callback_tracing_kind_t kind, int32_t operation) {
    return (int)rocprofiler_configure_callback_tracing_service(
        id, kind, operation < 0 ? NULL : &operation, operation < 0 ? 0 : 1, on_callback, NULL);
}

static int records(
    rocprofiler_context_id_t id, rocprofiler_buffer_tracing_kind_t kind, int32_t operation, rocprofiler_buffer_id_t to) {
    return (int)rocprofiler_configure_buffer_tracing_service(
        id, kind, operation < 0 ? NULL : &operation, operation < 0 ? 0 : 1, to);
}

static int create_buffer(rocprofiler_buffer_id_t* id) {
    return (int)rocprofiler_create_buffer(context, 4096, 3584, ROCPROFILER_BUFFER_POLICY_LOSSLESS, on_records, NULL, id);
}

static void active(const char* what, rocprofiler_context_id_t id) {
    int value = 99;
    int status = (int)rocprofiler_context_is_active(id, &value);
    fprintf(out, "context_is_active %s %d: %d\n", what, status, value);
}

static void valid(const char* what, rocprofiler_context_id_t id) {
    int value = 99;
    int status = (int)rocprofiler_context_is_valid(id, &value);
    fprintf(out, "context_is_valid %s %d: %d\n", what, status, value);
}

static void contexts(void) {
    rocprofiler_context_id_t used = {1};
    say("create_context not-zero", (int)rocprofiler_create_context(&used));
    say("create_context good", (int)rocprofiler_create_context(&context));
    valid("good", context);
    valid("none", nobody);
    valid("unknown", unknown);
    active("good", context);
    active("unknown", unknown);
    say("start_context none", (int)rocprofiler_start_context(nobody));
    say("stop_context never-started", (int)rocprofiler_stop_context(context));
}

static void services(void) {
    say("callback unknown-context", callbacks(unknown, ROCPROFILER_CALLBACK_TRACING_NONE, -1));
    say("callback NONE", callbacks(context, ROCPROFILER_CALLBACK_TRACING_NONE, -1));
    say("callback good", callbacks(context, ROCPROFILER_CALLBACK_TRACING_MARKER_CORE_API, -1));
    say("callback twice", callbacks(context, ROCPROFILER_CALLBACK_TRACING_MARKER_CORE_API, -1));
    say("callback operation-512", callbacks(context, ROCPROFILER_CALLBACK_TRACING_HSA_IMAGE_EXT_API, 512));
    say("callback after-operation-512", callbacks(context, ROCPROFILER_CALLBACK_TRACING_HSA_IMAGE_EXT_API, 1));
    say("create_buffer good", create_buffer(&buffer));
    say("create_buffer exists", create_buffer(&buffer));
    say("buffer unknown-context", records(unknown, ROCPROFILER_BUFFER_TRACING_NONE, -1, no_buffer));
    say("buffer none", records(context, ROCPROFILER_BUFFER_TRACING_MARKER_CORE_API, -1, no_buffer));
    say("buffer NONE", records(context, ROCPROFILER_BUFFER_TRACING_NONE, -1, buffer));
    say("buffer good", records(context, ROCPROFILER_BUFFER_TRACING_MARKER_CORE_API, -1, buffer));
    say("buffer twice", records(context, ROCPROFILER_BUFFER_TRACING_MARKER_CORE_API, -1, buffer));
    say("buffer operation-512", records(context, ROCPROFILER_BUFFER_TRACING_HSA_IMAGE_EXT_API, 512, buffer));
}

static void buffers(void) {
    say("flush_buffer unknown", (int)rocprofiler_flush_buffer(unknown_buffer));
    say("flush_buffer empty", (int)rocprofiler_flush_buffer(buffer));
    say("destroy_buffer unknown", (int)rocprofiler_destroy_buffer(unknown_buffer));
    say("create_callback_thread", (int)rocprofiler_create_callback_thread(&thread));
    say("assign_callback_thread unknown-thread", (int)rocprofiler_assign_callback_thread(buffer, unknown_thread));
    say("assign_callback_thread unknown-buffer", (int)rocprofiler_assign_callback_thread(unknown_buffer, thread));
    say("assign_callback_thread good", (int)rocprofiler_assign_callback_thread(buffer, thread));
}

static void starts(void) {
    say("start_context", (int)rocprofiler_start_context(context));
    say("start_context twice", (int)rocprofiler_start_context(context));
    active("started", context);
    say("stop_context", (int)rocprofiler_stop_context(context));
    say("stop_context twice", (int)rocprofiler_stop_context(context));
    say("start_context again", (int)rocprofiler_start_context(context));
}

static int initialize(rocprofiler_client_finalize_t finalize, void* data) {
    (void)finalize, (void)data;
    phase("initialize");
    contexts();
    services();
    buffers();
    starts();
    say("force_configure", (int)rocprofiler_force_configure(forced));
    return 0;
}

static int count_kind(rocprofiler_callback_tracing_kind_t kind, void* count) {
    (void)kind;
    ++*(int*)count;
    return 0;
}

static int count_buffer_kind(rocprofiler_buffer_tracing_kind_t kind, void* count) {
    (void)kind;
    ++*(int*)count;
    return 0;
}

static void kind_name(int kind) {
    const char* name = "untouched";
    uint64_t length = 99;
    int status = (int)rocprofiler_query_callback_tracing_kind_name((rocprofiler_callback_tracing_kind_t)kind, &name, &length);
    fprintf(out, "kind_name %d %d: %s %lu\n", kind, status, name ? name : "null", (unsigned long)length);
}

static void operation_name(int kind, int operation) {
    const char* name = "untouched";
    uint64_t length = 99;
    int status = (int)rocprofiler_query_callback_tracing_kind_operation_name(
        (rocprofiler_callback_tracing_kind_t)kind, operation, &name, &length);
    fprintf(out, "operation_name %d %d %d: %s %lu\n", kind, operation, status, name ? name : "null", (unsigned long)length);
}

static void queries(void) {
    int kinds = 0, buffer_kinds = 0;
    rocprofiler_iterate_callback_tracing_kinds(count_kind, &kinds);
    rocprofiler_iterate_buffer_tracing_kinds(count_buffer_kind, &buffer_kinds);
    fprintf(out, "kinds %d, buffer kinds %d\n", kinds, buffer_kinds);
    kind_name(ROCPROFILER_CALLBACK_TRACING_NONE);
    kind_name(ROCPROFILER_CALLBACK_TRACING_MARKER_CORE_RANGE_API);
    kind_name(ROCPROFILER_CALLBACK_TRACING_LAST);
    operation_name(ROCPROFILER_CALLBACK_TRACING_NONE, 0);
    operation_name(ROCPROFILER_CALLBACK_TRACING_MARKER_CORE_API, 0);
    operation_name(ROCPROFILER_CALLBACK_TRACING_MARKER_CORE_API, 99);
    operation_name(ROCPROFILER_CALLBACK_TRACING_MARKER_CORE_RANGE_API, 2);
    operation_name(ROCPROFILER_CALLBACK_TRACING_MEMORY_COPY, 2);
    operation_name(ROCPROFILER_CALLBACK_TRACING_LAST, 0);
    say("buffer_operation_name RETIREMENT",
        (int)rocprofiler_query_buffer_tracing_kind_operation_name(
            ROCPROFILER_BUFFER_TRACING_CORRELATION_ID_RETIREMENT, 0, NULL, NULL));
}

static void while_running(void) {
    rocprofiler_context_id_t late = {0}, used = {1};
    rocprofiler_buffer_id_t late_buffer = {0};
    rocprofiler_callback_thread_t late_thread = {0};
    phase("running");
    say("create_context", (int)rocprofiler_create_context(&late));
    say("create_context not-zero", (int)rocprofiler_create_context(&used));
    say("create_buffer", create_buffer(&late_buffer));
    say("callback", callbacks(unknown, ROCPROFILER_CALLBACK_TRACING_NONE, -1));
    say("buffer", records(unknown, ROCPROFILER_BUFFER_TRACING_NONE, -1, no_buffer));
    say("create_callback_thread", (int)rocprofiler_create_callback_thread(&late_thread));
    say("assign_callback_thread", (int)rocprofiler_assign_callback_thread(buffer, thread));
    say("at_internal_thread_create", (int)rocprofiler_at_internal_thread_create(at_thread, at_thread, 0, NULL));
    say("force_configure", (int)rocprofiler_force_configure(forced));
    say("flush_buffer", (int)rocprofiler_flush_buffer(buffer));
    say("flush_buffer unknown", (int)rocprofiler_flush_buffer(unknown_buffer));
    active("running", context);
    queries();
}

static void on_callback(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t* user, void* arg) {
    static int once;
    (void)record, (void)user, (void)arg;
    if (!once++) while_running();
}

static void finalize(void* data) {
    (void)data;
    phase("finalize");
    active("finalizing", context);
    say("start_context", (int)rocprofiler_start_context(context));
    say("stop_context", (int)rocprofiler_stop_context(context));
    say("flush_buffer", (int)rocprofiler_flush_buffer(buffer));
}

static void afterwards(void) {
    if (!out) return;
    phase("afterwards");
    say("start_context", (int)rocprofiler_start_context(context));
    say("stop_context", (int)rocprofiler_stop_context(context));
    say("flush_buffer", (int)rocprofiler_flush_buffer(buffer));
    fclose(out);
}

__attribute__((visibility("default"))) rocprofiler_tool_configure_result_t* rocprofiler_configure(
    uint32_t version, const char* runtime, uint32_t priority, rocprofiler_client_id_t* id) {
    static rocprofiler_tool_configure_result_t result = {sizeof result, initialize, finalize, NULL};
    out = fopen(getenv("STATUSES_FILE"), "w");
    phase("configure");
    fprintf(out, "version %u %s, priority %u, id %zu %s\n", version, runtime, priority, id->size, id->name ? id->name : "null");
    id->name = "statuses";
    say("force_configure", (int)rocprofiler_force_configure(forced));
    say("at_internal_thread_create", (int)rocprofiler_at_internal_thread_create(at_thread, NULL, 0, NULL));
    return &result;
}

// Exit handlers run in the opposite order of their registration: this one, of a preloaded library, runs after the SDK's.
__attribute__((constructor)) static void loaded(void) { atexit(afterwards); }
