// A tool whose `finalize` says whether it runs on the thread that ran `initialize`, with what belongs to that thread;
// END=HOW: then it never returns:
//   wait, spin       in a system call, without one
//   mutex            in a lock that it holds already
//   allocate, load   in calls of the allocator, of the loader
//   ask              in calls of the profiler
//   call             in traced calls of a runtime
//   handler          in a signal handler of its own
//   flush            in the profiler, which waits for the tool's buffer callback
//   callback         in a tracing callback, for a call that it makes
//   deaf             with all signals blocked
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <dlfcn.h>
#include <hip/hip_runtime_api.h>
#include <rocprofiler-sdk/registration.h>
#include <rocprofiler-sdk/rocprofiler.h>

static rocprofiler_context_id_t context, other;
static rocprofiler_buffer_id_t buffer;
static pthread_t initializer;
static __thread int of_thread;
static volatile int finalizing;

static int must(const char* how) { return getenv("END") && !strcmp(getenv("END"), how); }

static void wait_for_ever(void) {
    for (;;) pause();
}

static void on_signal(int signo) {
    (void)signo;
    wait_for_ever();
}

static void on_call(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t* user, void* argument) {
    (void)record, (void)user, (void)argument;
    if (finalizing && must("callback")) wait_for_ever();
}

static void on_records(rocprofiler_context_id_t of, rocprofiler_buffer_id_t from, rocprofiler_record_header_t** headers,
                       size_t count, void* data, uint64_t dropped) {
    (void)of, (void)from, (void)headers, (void)count, (void)data, (void)dropped;
    if (must("flush")) wait_for_ever();
}

static int initialize(rocprofiler_client_finalize_t finalizer, void* data) {
    (void)finalizer, (void)data;
    rocprofiler_thread_id_t thread = 0;
    initializer = pthread_self();
    of_thread = 42;
    rocprofiler_create_context(&context);
    rocprofiler_create_context(&other);
    rocprofiler_create_buffer(context, 1 << 16, 1 << 15, ROCPROFILER_BUFFER_POLICY_LOSSLESS, on_records, NULL, &buffer);
    rocprofiler_configure_buffer_tracing_service(context, ROCPROFILER_BUFFER_TRACING_HIP_RUNTIME_API, NULL, 0, buffer);
    rocprofiler_configure_callback_tracing_service(other, ROCPROFILER_CALLBACK_TRACING_HIP_RUNTIME_API, NULL, 0,
                                                   on_call, NULL);
    rocprofiler_start_context(context);
    rocprofiler_start_context(other);
    rocprofiler_get_thread_id(&thread);
    return rocprofiler_push_external_correlation_id(context, thread, (rocprofiler_user_data_t){.value = 77});
}

static void never_return(void) {
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    static void* volatile piece;
    volatile unsigned long turns = 0;
    rocprofiler_timestamp_t time;
    sigset_t all;
    if (must("wait") || must("deaf")) {
        sigfillset(&all);
        if (must("deaf")) pthread_sigmask(SIG_BLOCK, &all, NULL);
        wait_for_ever();
    }
    while (must("spin")) turns++;
    if (must("mutex")) pthread_mutex_lock(&mutex), pthread_mutex_lock(&mutex);
    while (must("allocate")) free(piece), piece = malloc(1 + turns++ % 4000);
    while (must("load")) dlclose(dlopen("libz.so.1", RTLD_NOW)), dlsym(RTLD_DEFAULT, "no_such_function");
    while (must("ask")) rocprofiler_get_timestamp(&time), rocprofiler_flush_buffer(buffer);
    while (must("call") || must("callback")) hipGetLastError();
    if (must("handler")) signal(SIGUSR1, on_signal), raise(SIGUSR1);
    if (must("flush")) rocprofiler_flush_buffer(buffer);
}

static void finalize(void* data) {
    (void)data;
    rocprofiler_thread_id_t thread = 0;
    rocprofiler_user_data_t id = {0};
    rocprofiler_get_thread_id(&thread);
    rocprofiler_status_t popped = rocprofiler_pop_external_correlation_id(context, thread, &id);
    fprintf(stderr, "same thread %d, thread-local %d, its id %d, popped %d %ld\n",
            pthread_equal(pthread_self(), initializer) != 0, of_thread, thread == (uint64_t)syscall(SYS_gettid),
            (int)popped, (long)id.value);
    finalizing = 1;
    never_return();
}

__attribute__((visibility("default"))) rocprofiler_tool_configure_result_t* rocprofiler_configure(
    uint32_t version, const char* runtime, uint32_t priority, rocprofiler_client_id_t* id) {
    static rocprofiler_tool_configure_result_t result = {sizeof(result), initialize, finalize, NULL};
    (void)version, (void)runtime, (void)priority;
    id->name = "end";
    return &result;
}
