// correlation CASE: a program with its own tool, which pushes external correlation ids to its threads, is asked for
// them, or gets the retirement of internal ids. Prints the ids in its callbacks and records.
//
//   stack     pushed and popped, per thread and context, also inside a callback
//   request   the tool gets a request for each event
//   retire    one retirement per id, after all its records
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <rocprofiler-sdk-roctx/roctx.h>
#include <rocprofiler-sdk/registration.h>
#include <rocprofiler-sdk/rocprofiler.h>

static const char* mode;
static rocprofiler_context_id_t first, second;
static rocprofiler_buffer_id_t buffer;
static rocprofiler_thread_id_t self(void) {
    rocprofiler_thread_id_t id = 0;
    rocprofiler_get_thread_id(&id);
    return id;
}

static int is(const char* name) { return strcmp(mode, name) == 0; }

static void must(const char* what, rocprofiler_status_t status) {
    if (status != ROCPROFILER_STATUS_SUCCESS) printf("%s: %s\n", what, rocprofiler_get_status_name(status));
}
#define MUST(call) must(#call, call)

static void push(rocprofiler_context_id_t context, rocprofiler_thread_id_t thread, uint64_t value) {
    rocprofiler_user_data_t data = {.value = value};
    MUST(rocprofiler_push_external_correlation_id(context, thread, data));
}

static uint64_t pop(rocprofiler_context_id_t context, rocprofiler_thread_id_t thread) {
    rocprofiler_user_data_t data = {.value = 99};
    MUST(rocprofiler_pop_external_correlation_id(context, thread, &data));
    return data.value;
}

// --- the tool's output ---------------------------------------------------------------------------------------------

static void on_event(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t* user, void* argument) {
    const char* name = NULL;
    rocprofiler_query_callback_tracing_kind_operation_name(record.kind, record.operation, &name, NULL);
    printf("  %s %s %s external %lu\n", (const char*)argument,
           record.phase == ROCPROFILER_CALLBACK_PHASE_ENTER ? "enter" : "exit", name,
           (unsigned long)record.correlation_id.external.value);
    // A mark's callback attaches an id to its own event.
    if (is("stack") && record.context_id.handle == first.handle
        && record.kind == ROCPROFILER_CALLBACK_TRACING_MARKER_CORE_API
        && record.operation == ROCPROFILER_MARKER_CORE_API_ID_roctxGetThreadId) {
        if (record.phase == ROCPROFILER_CALLBACK_PHASE_ENTER) push(first, self(), 70);
        else printf("  popped %lu\n", (unsigned long)pop(first, self()));
    }
    (void)user;
}

static uint64_t ends[64], retired[64];

static void on_records(rocprofiler_context_id_t context, rocprofiler_buffer_id_t from,
                       rocprofiler_record_header_t** headers, size_t count, void* data, uint64_t dropped) {
    for (size_t i = 0; i < count; i++) {
        if (headers[i]->kind == ROCPROFILER_BUFFER_TRACING_CORRELATION_ID_RETIREMENT) {
            rocprofiler_buffer_tracing_correlation_id_retirement_record_t* r = headers[i]->payload;
            if (r->internal_correlation_id < 64) retired[r->internal_correlation_id] = r->timestamp;
            printf("  retired %lu%s\n", (unsigned long)r->internal_correlation_id,
                   r->size == 32 ? "" : " of wrong size");
            continue;
        }
        rocprofiler_buffer_tracing_marker_api_record_t* r = headers[i]->payload;
        const char* name = NULL;
        rocprofiler_query_buffer_tracing_kind_operation_name(r->kind, r->operation, &name, NULL);
        if (r->correlation_id.internal < 64) ends[r->correlation_id.internal] = r->end_timestamp;
        printf("  record %lu %s external %lu ancestor %lu\n", (unsigned long)r->correlation_id.internal, name,
               (unsigned long)r->correlation_id.external.value, (unsigned long)r->correlation_id.ancestor);
    }
    if (dropped) printf("%lu dropped\n", (unsigned long)dropped);
    (void)context, (void)from, (void)data;
}

static int on_request(rocprofiler_thread_id_t thread, rocprofiler_context_id_t context,
                      rocprofiler_external_correlation_id_request_kind_t kind,
                      rocprofiler_tracing_operation_t operation, uint64_t internal, rocprofiler_user_data_t* external,
                      void* data) {
    const char* name = NULL;
    rocprofiler_query_external_correlation_id_request_kind_name(kind, &name, NULL);
    printf("  asked %s %d of id %lu%s%s%s\n", name, operation, (unsigned long)internal,
           thread == self() ? "" : ", wrong thread", context.handle == first.handle ? "" : ", wrong context",
           data == (void*)0x55 ? "" : ", wrong data");
    external->value = 1000 + internal;
    return operation == ROCPROFILER_MARKER_CORE_API_ID_roctxGetThreadId; // refused: the stack's value is used
}

// --- the tool ------------------------------------------------------------------------------------------------------

static void callbacks(rocprofiler_context_id_t context, rocprofiler_callback_tracing_kind_t kind, const char* name) {
    MUST(rocprofiler_configure_callback_tracing_service(context, kind, NULL, 0, on_event, (void*)name));
}

static void records(rocprofiler_context_id_t context, rocprofiler_buffer_tracing_kind_t kind) {
    MUST(rocprofiler_configure_buffer_tracing_service(context, kind, NULL, 0, buffer));
}

static int initialize(rocprofiler_client_finalize_t finalize, void* data) {
    (void)finalize, (void)data;
    MUST(rocprofiler_create_context(&first));
    MUST(rocprofiler_create_context(&second));
    MUST(rocprofiler_create_buffer(first, 65536, 65536, ROCPROFILER_BUFFER_POLICY_LOSSLESS, on_records, NULL, &buffer));
    if (is("retire")) {
        records(first, ROCPROFILER_BUFFER_TRACING_MARKER_CORE_API);
        records(first, ROCPROFILER_BUFFER_TRACING_MARKER_CORE_RANGE_API);
        records(first, ROCPROFILER_BUFFER_TRACING_CORRELATION_ID_RETIREMENT);
    } else {
        callbacks(first, ROCPROFILER_CALLBACK_TRACING_MARKER_CORE_API, "first");
        callbacks(second, ROCPROFILER_CALLBACK_TRACING_MARKER_CORE_API, "second");
        records(first, ROCPROFILER_BUFFER_TRACING_MARKER_CORE_API);
    }
    if (is("request")) {
        static const rocprofiler_external_correlation_id_request_kind_t kinds[] = {
            ROCPROFILER_EXTERNAL_CORRELATION_REQUEST_MARKER_CORE_API};
        MUST(rocprofiler_configure_external_correlation_id_request_service(first, kinds, 1, on_request, (void*)0x55));
    }
    MUST(rocprofiler_start_context(first));
    MUST(rocprofiler_start_context(second));
    return 0;
}

static void finalize(void* data) {
    (void)data;
    printf("records\n");
    MUST(rocprofiler_flush_buffer(buffer));
    if (!is("retire")) return;
    int early = 0;
    for (int i = 0; i < 64; i++) early += ends[i] && retired[i] <= ends[i];
    printf("%d retired before their end\n", early);
}

rocprofiler_tool_configure_result_t* rocprofiler_configure(uint32_t version, const char* text, uint32_t priority,
                                                           rocprofiler_client_id_t* id) {
    static rocprofiler_tool_configure_result_t result = {sizeof result, initialize, finalize, NULL};
    (void)version, (void)text, (void)priority;
    id->name = "correlation";
    return &result;
}

// --- the program ---------------------------------------------------------------------------------------------------

static void* other(void* unused) {
    roctxMarkA("inherits");
    push(first, self(), 30);
    roctxMarkA("own");
    return unused;
}

static void in_other_thread(void) {
    pthread_t thread;
    fflush(stdout);
    pthread_create(&thread, NULL, other, NULL);
    pthread_join(thread, NULL);
}

static void stack(void) {
    rocprofiler_thread_id_t tid = 0;
    printf("nothing\n");
    roctxMarkA("a");
    push(first, self(), 10);
    push(second, self(), 20);
    push(first, self(), 11);
    printf("pushed\n");
    roctxMarkA("b");
    printf("in another thread\n");
    in_other_thread();
    printf("popped %lu %lu\n", (unsigned long)pop(first, self()), (unsigned long)pop(second, self()));
    roctxMarkA("c");
    printf("popped %lu, then %lu\n", (unsigned long)pop(first, self()), (unsigned long)pop(first, self()));
    roctxMarkA("d");
    printf("pushed inside the callback\n");
    roctxGetThreadId(&tid);
}

static void request(void) {
    rocprofiler_thread_id_t tid = 0;
    push(first, self(), 10);
    push(second, self(), 20);
    roctxMarkA("a");
    roctxGetThreadId(&tid);
}

static void retire(void) {
    roctxMarkA("a");
    roctxRangePushA("b");
    roctxMarkA("c");
    roctxRangePop();
    roctxRangeStartA("never stopped");
}

int main(int argc, char** argv) {
    mode = argc > 1 ? argv[1] : "stack";
    if (is("stack")) {
        roctxMarkA("the tool comes");
        stack();
    } else if (is("request")) {
        roctxMarkA("the tool comes");
        request();
    } else {
        retire();
    }
    return 0;
}
