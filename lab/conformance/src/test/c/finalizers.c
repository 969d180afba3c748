// finalizers alone|beside: a tool that finalizes itself while the program runs, as the only tool or beside another
// (ROCP_TOOL_LIBRARIES), and that is notified of the profiler's threads.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <rocprofiler-sdk-roctx/roctx.h>
#include <rocprofiler-sdk/registration.h>
#include <rocprofiler-sdk/rocprofiler.h>

static rocprofiler_client_finalize_t end;
static rocprofiler_client_id_t* own;
static rocprofiler_context_id_t context;
static rocprofiler_buffer_id_t buffer;
static pthread_t initializer;

static void say(const char* what, rocprofiler_status_t status) { printf("%s %d\n", what, (int)status); }

static void state(const char* where) {
    int finalized = 99;
    rocprofiler_is_finalized(&finalized);
    printf("%s: finalized %d\n", where, finalized);
}

static void on_mark(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t* user, void* argument) {
    (void)user, (void)argument;
    if (record.phase == ROCPROFILER_CALLBACK_PHASE_ENTER) printf("a mark is traced\n");
}

static void on_records(rocprofiler_context_id_t of, rocprofiler_buffer_id_t from, rocprofiler_record_header_t** headers,
                       size_t count, void* data, uint64_t dropped) {
    (void)of, (void)from, (void)headers, (void)count, (void)data, (void)dropped;
}

static void on_thread(rocprofiler_runtime_library_t library, void* when) {
    printf("thread %s: library %d, %s\n", (const char*)when, (int)library,
           pthread_equal(pthread_self(), initializer) ? "on the creating thread" : "elsewhere");
}

static int initialize(rocprofiler_client_finalize_t finalizer, void* data) {
    (void)data;
    end = finalizer;
    initializer = pthread_self();
    // Three bits, one of which denotes the profiler's own threads: called once per thread.
    rocprofiler_at_internal_thread_create(on_thread, NULL,
                                          ROCPROFILER_LIBRARY | ROCPROFILER_HSA_LIBRARY | ROCPROFILER_HIP_LIBRARY,
                                          "before (three libraries)");
    rocprofiler_at_internal_thread_create(NULL, on_thread, 0, "after (all libraries)");
    rocprofiler_at_internal_thread_create(on_thread, on_thread, ROCPROFILER_HIP_LIBRARY, "of HIP");
    rocprofiler_callback_thread_t thread;
    say("create_callback_thread", rocprofiler_create_callback_thread(&thread));
    rocprofiler_create_context(&context);
    rocprofiler_create_buffer(context, 4096, 4096, ROCPROFILER_BUFFER_POLICY_LOSSLESS, on_records, NULL, &buffer);
    rocprofiler_configure_callback_tracing_service(context, ROCPROFILER_CALLBACK_TRACING_MARKER_CORE_API, NULL, 0,
                                                   on_mark, NULL);
    rocprofiler_start_context(context);
    printf("initialized\n");
    return 0;
}

static void finalize(void* data) {
    (void)data;
    int active = 99;
    rocprofiler_context_is_active(context, &active);
    printf("finalize: active %d\n", active);
    state("finalize");
}

static rocprofiler_tool_configure_result_t* configure(uint32_t version, const char* runtime, uint32_t priority,
                                                      rocprofiler_client_id_t* id) {
    static rocprofiler_tool_configure_result_t result = {sizeof(rocprofiler_tool_configure_result_t), initialize,
                                                         finalize, NULL};
    (void)version, (void)runtime;
    id->name = "finalizers";
    own = id;
    printf("priority %u, handle %s\n", priority, id->handle >= 255 ? "random" : "low");
    return &result;
}

static void ask(void) {
    roctxMarkA("a mark");
    say("start_context", rocprofiler_start_context(context));
    say("stop_context", rocprofiler_stop_context(context));
    say("flush_buffer", rocprofiler_flush_buffer(buffer));
}

int main(int argc, char** argv) {
    if (argc != 2 || rocprofiler_force_configure(configure)) return 2;
    rocprofiler_client_id_t other = {sizeof(rocprofiler_client_id_t), "nobody", own->handle + 1000};
    roctxMarkA("a mark");
    if (!strcmp(argv[1], "beside")) {
        end(other);
        state("after another id");
        end(*own);
    } else {
        end(other);
    }
    state("after the tool's end");
    ask();
    end(*own);
    state("after a second end");
    fflush(stdout);
    return 0;
}
