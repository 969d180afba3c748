// What a tool's calls cost with few and many live things of its sort: growth_tool KIND LIVE, which is its own tool.
//
//   external   an external id is pushed and popped, above others
//   externals  the same, of any thread
//   context    a mark is told in one context, beside others
//   switched   any context is started and stopped
//   buffer     a mark is recorded in one buffer, beside others
//   flushed    any buffer is flushed
#include <pthread.h>
#include <semaphore.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <rocprofiler-sdk-roctx/roctx.h>
#include <rocprofiler-sdk/registration.h>
#include <rocprofiler-sdk/rocprofiler.h>

#include "growth.h"

enum { CALLS = 200, FEW_CALLS = 20, BUFFER_BYTES = 4096, STACK_BYTES = 1 << 16 };

static const char* kind;
static rocprofiler_context_id_t context, *contexts;
static rocprofiler_buffer_id_t* buffers;
static rocprofiler_thread_id_t* threads;

#define MUST(call) growth_need((call) == ROCPROFILER_STATUS_SUCCESS, #call)

static int is(const char* name) { return strcmp(kind, name) == 0; }

static void* allocate(size_t bytes) {
    void* made = calloc(growth_live, bytes);
    growth_need(made != NULL, "calloc");
    return made;
}

// --- the tool ------------------------------------------------------------------------------------------------------

static void on_mark(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t* data, void* argument) {
    (void)record, (void)data, (void)argument;
}

static void on_records(rocprofiler_context_id_t of, rocprofiler_buffer_id_t buffer,
                       rocprofiler_record_header_t** headers, size_t count, void* data, uint64_t dropped) {
    (void)of, (void)buffer, (void)headers, (void)count, (void)data, (void)dropped;
}

static void tell(rocprofiler_context_id_t in) {
    MUST(rocprofiler_configure_callback_tracing_service(in, ROCPROFILER_CALLBACK_TRACING_MARKER_CORE_API, NULL, 0,
                                                        on_mark, NULL));
}

static void create_contexts(void) {
    contexts = allocate(sizeof *contexts);
    for (uint64_t i = 0; i < growth_live; i++) MUST(rocprofiler_create_context(&contexts[i]));
}

static void create_buffers(void) {
    buffers = allocate(sizeof *buffers);
    for (uint64_t i = 0; i < growth_live; i++)
        MUST(rocprofiler_create_buffer(context, BUFFER_BYTES, BUFFER_BYTES / 2, ROCPROFILER_BUFFER_POLICY_LOSSLESS,
                                       on_records, NULL, &buffers[i]));
    MUST(rocprofiler_configure_buffer_tracing_service(context, ROCPROFILER_BUFFER_TRACING_MARKER_CORE_API, NULL, 0,
                                                      buffers[growth_live - 1]));
}

static int initialize(rocprofiler_client_finalize_t finalize, void* unused) {
    (void)finalize, (void)unused;
    if (is("context") || is("switched")) create_contexts();
    MUST(rocprofiler_create_context(&context));
    if (is("buffer") || is("flushed")) create_buffers();
    else tell(context);
    MUST(rocprofiler_start_context(context));
    return 0;
}

__attribute__((visibility("default"))) rocprofiler_tool_configure_result_t* rocprofiler_configure(
    uint32_t version, const char* runtime_version, uint32_t priority, rocprofiler_client_id_t* id) {
    static rocprofiler_tool_configure_result_t result = {sizeof result, initialize, NULL, NULL};
    (void)version, (void)runtime_version, (void)priority;
    id->name = "growth";
    return &result;
}

// --- the sorts of things -------------------------------------------------------------------------------------------

static void push(rocprofiler_thread_id_t thread) {
    MUST(rocprofiler_push_external_correlation_id(context, thread, (rocprofiler_user_data_t){.value = 7}));
}

static void push_and_pop(rocprofiler_thread_id_t thread) {
    rocprofiler_user_data_t popped;
    push(thread);
    MUST(rocprofiler_pop_external_correlation_id(context, thread, &popped));
}

static void mark(void) { roctxMarkA("mark"); }

static void external_begin(void) {
    mark();
    for (uint64_t i = 0; i < growth_live; i++) push((rocprofiler_thread_id_t)getpid());
}
static void external_once(void) { push_and_pop((rocprofiler_thread_id_t)getpid()); }

static sem_t started;

static void* wait_for_ever(void* number) {
    threads[(uint64_t)number] = (rocprofiler_thread_id_t)syscall(SYS_gettid);
    mark();
    sem_post(&started);
    while (1) pause();
    return NULL;
}

static void externals_begin(void) {
    pthread_attr_t attributes;
    pthread_t thread;
    threads = allocate(sizeof *threads);
    sem_init(&started, 0, 0);
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    for (uint64_t i = 0; i < growth_live; i++) {
        growth_need(pthread_create(&thread, &attributes, wait_for_ever, (void*)i) == 0, "pthread_create");
        while (sem_wait(&started) != 0) continue;
        push(threads[i]);
    }
}
static void externals_once(void) { push_and_pop(threads[growth_any()]); }

static void switched_once(void) {
    rocprofiler_context_id_t any = contexts[growth_any()];
    MUST(rocprofiler_start_context(any));
    MUST(rocprofiler_stop_context(any));
}

static void flushed_once(void) { MUST(rocprofiler_flush_buffer(buffers[growth_any()])); }

static const growth_kind KINDS[] = {{"external", external_begin, external_once, CALLS},
                                    {"externals", externals_begin, externals_once, CALLS},
                                    {"context", mark, mark, CALLS},
                                    {"switched", mark, switched_once, FEW_CALLS},
                                    {"buffer", mark, mark, CALLS},
                                    {"flushed", mark, flushed_once, FEW_CALLS}};

int main(int count, char** words) {
    if (count < 3) return 2;
    kind = words[1];
    growth_live = strtoull(words[2], NULL, 10);
    return growth_run(KINDS, sizeof KINDS / sizeof *KINDS, CLOCK_MONOTONIC, count, words);
}
