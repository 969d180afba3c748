// inside WHERE: a program whose own tool calls HIP, ROC-TX and the SDK from its own callbacks. Prints their events
// and results.
//
//   callback   a tool with a guard, then one that recurses five times
//   records    from a buffer's callback
//   threads    from the callbacks for internal threads, and from initialize
//   finalize   after its contexts have stopped
//   toggle     start and stop of its own and another context
//   flush      of a buffer, from a callback and from the buffer's own
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <hip/hip_runtime_api.h>
#include <rocprofiler-sdk-roctx/roctx.h>
#include <rocprofiler-sdk/registration.h>
#include <rocprofiler-sdk/rocprofiler.h>

static const char* where;
static rocprofiler_context_id_t first, second;
static rocprofiler_buffer_id_t buffer;
static _Thread_local int inside;
static atomic_int deliveries, records;

static int is(const char* name) { return strcmp(where, name) == 0; }

static void say(const char* what, rocprofiler_status_t status) {
    printf("  %s: %s\n", what, rocprofiler_get_status_name(status) + strlen("ROCPROFILER_STATUS_"));
}

static void must(const char* what, rocprofiler_status_t status) {
    if (status != ROCPROFILER_STATUS_SUCCESS) say(what, status);
}
#define MUST(call) must(#call, call)

static int right_answers(void) {
    int device = -1, count = -1;
    int right = hipGetDevice(&device) == hipSuccess && device == 0;
    right += hipGetDeviceCount(&count) == hipSuccess && count > 0;
    int level = roctxRangePushA("range");
    return right + (roctxRangePop() == level);
}

// --- the tool's calls ----------------------------------------------------------------------------------------------

static void in_callback(rocprofiler_callback_tracing_record_t record, int enter) {
    if (is("callback") && enter && !inside && record.operation == ROCPROFILER_HIP_RUNTIME_API_ID_hipGetDevice) {
        inside = 1;
        printf("  %d right answers inside\n", right_answers());
        inside = 0;
    }
    if (is("callback") && enter && inside < 5
        && record.operation == ROCPROFILER_HIP_RUNTIME_API_ID_hipRuntimeGetVersion) {
        int version = 0;
        inside++;
        if (hipRuntimeGetVersion(&version) != hipSuccess) printf("wrong\n");
        inside--;
    }
    if (is("toggle") && enter) {
        say("stop first", rocprofiler_stop_context(first));
        say("stop first", rocprofiler_stop_context(first));
        say("start second", rocprofiler_start_context(second));
    }
    if (is("flush") && enter) {
        say("flush", rocprofiler_flush_buffer(buffer));
        printf("  records %d\n", atomic_load(&records));
    }
}

static void on_event(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t* user, void* name) {
    const char* operation = NULL;
    int enter = record.phase == ROCPROFILER_CALLBACK_PHASE_ENTER;
    rocprofiler_query_callback_tracing_kind_operation_name(record.kind, record.operation, &operation, NULL);
    printf("%*s%s %s %s %lu in %lu\n", 2 * inside, "", (const char*)name, enter ? "enter" : "exit", operation,
           (unsigned long)record.correlation_id.internal, (unsigned long)record.correlation_id.ancestor);
    if (enter) user->value = record.correlation_id.internal;
    else if (user->value != record.correlation_id.internal) printf("wrong user_data\n");
    in_callback(record, enter);
}

static void on_records(rocprofiler_context_id_t context, rocprofiler_buffer_id_t from,
                       rocprofiler_record_header_t** headers, size_t count, void* data, uint64_t dropped) {
    atomic_fetch_add(&records, (int)count);
    if (is("records") && atomic_fetch_add(&deliveries, 1) == 0) {
        printf("%zu records\n", count);
        printf("  %d right answers inside\n", right_answers());
    } else if (is("records")) {
        printf("%zu more, of one thread that is %s\n", count,
               ((rocprofiler_buffer_tracing_hip_api_record_t*)headers[0]->payload)->thread_id == (uint64_t)getpid()
                   ? "the main thread"
                   : "not the main thread");
    }
    if (is("flush")) say("flush from inside", rocprofiler_flush_buffer(from));
    if (is("flush")) say("destroy from inside", rocprofiler_destroy_buffer(from));
    (void)context, (void)data, (void)dropped;
}

static void on_thread(rocprofiler_runtime_library_t library, void* when) {
    if (is("threads")) printf("%s thread of %d: %d right answers\n", (const char*)when, (int)library, right_answers());
}

// --- the tool ------------------------------------------------------------------------------------------------------

static int initialize(rocprofiler_client_finalize_t finalize, void* data) {
    (void)finalize, (void)data;
    MUST(rocprofiler_create_context(&first));
    MUST(rocprofiler_create_context(&second));
    MUST(rocprofiler_create_buffer(first, 65536, 65536, ROCPROFILER_BUFFER_POLICY_LOSSLESS, on_records, NULL, &buffer));
    if (is("records") || is("flush")) {
        MUST(rocprofiler_configure_buffer_tracing_service(first, ROCPROFILER_BUFFER_TRACING_HIP_RUNTIME_API, NULL, 0,
                                                          buffer));
        MUST(rocprofiler_configure_buffer_tracing_service(first, ROCPROFILER_BUFFER_TRACING_MARKER_CORE_API, NULL, 0,
                                                          buffer));
    }
    if (!is("records")) {
        rocprofiler_context_id_t of_callbacks = is("flush") ? second : first;
        MUST(rocprofiler_configure_callback_tracing_service(of_callbacks, ROCPROFILER_CALLBACK_TRACING_HIP_RUNTIME_API,
                                                            NULL, 0, on_event, "first"));
        if (!is("flush"))
            MUST(rocprofiler_configure_callback_tracing_service(
                of_callbacks, ROCPROFILER_CALLBACK_TRACING_MARKER_CORE_API, NULL, 0, on_event, "first"));
    }
    if (is("toggle"))
        MUST(rocprofiler_configure_callback_tracing_service(second, ROCPROFILER_CALLBACK_TRACING_HIP_RUNTIME_API, NULL,
                                                            0, on_event, "second"));
    MUST(rocprofiler_start_context(first));
    if (is("flush")) MUST(rocprofiler_start_context(second));
    if (is("threads")) printf("initialize: %d right answers\n", right_answers());
    return 0;
}

static void finalize(void* data) {
    (void)data;
    if (is("finalize")) printf("finalize: %d right answers\n", right_answers());
    MUST(rocprofiler_flush_buffer(buffer));
    if (is("records")) MUST(rocprofiler_flush_buffer(buffer));
}

rocprofiler_tool_configure_result_t* rocprofiler_configure(uint32_t version, const char* text, uint32_t priority,
                                                           rocprofiler_client_id_t* id) {
    static rocprofiler_tool_configure_result_t result = {sizeof result, initialize, finalize, NULL};
    (void)version, (void)text, (void)priority;
    id->name = "inside";
    MUST(rocprofiler_at_internal_thread_create(NULL, on_thread, 0, "after"));
    MUST(rocprofiler_at_internal_thread_create(on_thread, NULL, ROCPROFILER_LIBRARY, "before"));
    return &result;
}

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    where = argv[1];
    setvbuf(stdout, NULL, _IOLBF, 0);
    hipInit(0);
    printf("begin\n");
    int value = 0;
    hipGetDevice(&value);
    if (is("callback")) hipRuntimeGetVersion(&value);
    if (is("toggle")) hipGetDeviceCount(&value);
    if (is("flush")) roctxMarkA("a");
    if (is("flush")) hipGetDevice(&value);
    if (is("records")) MUST(rocprofiler_flush_buffer(buffer));
    printf("end\n");
    return 0;
}
