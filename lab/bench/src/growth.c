// What a call costs with few and many live things of its sort: growth KIND LIVE. Prints nanoseconds per call, the
// median of the rounds. HIP is the benchmark's own, whose functions do nothing, behind a table that is registered as
// AMD's is.
//
//   started  a range is started, and of all that are open the oldest is stopped
//   newest   the same, and that very range is stopped
//   any      the same, and any range is stopped
//   pushed   a range is pushed and popped, within others
//   beside   a range is pushed and popped, while others are started
//   stream   a call on any of the streams
//   thread   a thread starts, makes a call and ends, while others wait
//   child    a child is forked, makes a call and ends, while others wait
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <rocprofiler-register/rocprofiler-register.h>
#include <rocprofiler-sdk-roctx/roctx.h>

#include "growth.h"

enum { CALLS = 200, FEW_CALLS = 20, VERY_FEW_CALLS = 2, HIP_SLOTS = 541, STREAM_BYTES = 256 };
enum { HIP_MEMSET_ASYNC = 293, HIP_STREAM_CREATE = 334 };

static uint64_t hip_table[1 + HIP_SLOTS];
static uint64_t *ranges, oldest;
static sem_t started, end;

// --- the runtime ---------------------------------------------------------------------------------------------------

static uint64_t stream_of(uint64_t number) { return (number + 1) * STREAM_BYTES; }

static int nothing(void* a, int b, size_t c, void* d) {
    __asm__ volatile("" ::"r"(a), "r"(b), "r"(c), "r"(d));
    return 0;
}

static int create(uint64_t* stream) {
    static uint64_t created;
    *stream = stream_of(created++);
    return 0;
}

static uint32_t import(void) { return 70100; }

static void register_hip(void) {
    rocprofiler_register_library_indentifier_t id;
    void* table = hip_table;
    hip_table[0] = sizeof hip_table;
    for (int i = 0; i < HIP_SLOTS; i++) hip_table[1 + i] = (uint64_t)nothing;
    hip_table[1 + HIP_STREAM_CREATE] = (uint64_t)create;
    rocprofiler_register_library_api_table("hip", import, 70100, &table, 1, &id);
}

static uint64_t slot(int number) { return *(const volatile uint64_t*)&hip_table[1 + number]; }

static void call_on(uint64_t stream) {
    ((int (*)(void*, int, size_t, void*))slot(HIP_MEMSET_ASYNC))(NULL, 7, 64, (void*)stream);
}

// --- the sorts of things -------------------------------------------------------------------------------------------

static void start_all(void) {
    ranges = malloc(growth_live * sizeof *ranges);
    for (uint64_t i = 0; i < growth_live; i++) ranges[i] = roctxRangeStartA("open");
}

static void replace(uint64_t at) {
    uint64_t range = roctxRangeStartA("open");
    roctxRangeStop(ranges[at]);
    ranges[at] = range;
}

static void started_once(void) { replace(oldest++ % growth_live); }

static void newest_once(void) { roctxRangeStop(roctxRangeStartA("open")); }

static void any_once(void) { replace(growth_any()); }

static void push_all(void) {
    for (uint64_t i = 0; i < growth_live; i++) roctxRangePushA("open");
}

static void pushed_once(void) {
    roctxRangePushA("inner");
    roctxRangePop();
}

static void create_all(void) {
    uint64_t stream;
    for (uint64_t i = 0; i < growth_live; i++) {
        ((int (*)(uint64_t*))slot(HIP_STREAM_CREATE))(&stream);
        call_on(stream);
    }
}

static void stream_once(void) { call_on(stream_of(growth_any())); }

static void* wait_for_end(void* unused) {
    roctxMarkA("thread");
    sem_post(&started);
    while (sem_wait(&end) != 0) continue;
    return unused;
}

static void* mark(void* unused) {
    roctxMarkA("thread");
    return unused;
}

static int create_thread(pthread_t* thread, void* (*function)(void*)) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 1 << 16);
    int result = pthread_create(thread, &attributes, function, NULL);
    pthread_attr_destroy(&attributes);
    return result;
}

static void create_threads(void) {
    pthread_t thread;
    for (uint64_t i = 0; i < growth_live; i++) {
        growth_need(create_thread(&thread, wait_for_end) == 0, "pthread_create");
        while (sem_wait(&started) != 0) continue;
    }
}

static void thread_once(void) {
    pthread_t thread;
    growth_need(create_thread(&thread, mark) == 0, "pthread_create");
    pthread_join(thread, NULL);
}

static pid_t fork_one(void) {
    pid_t child = fork();
    growth_need(child >= 0, "fork");
    if (child == 0) roctxMarkA("child");
    return child;
}

static void fork_all(void) {
    for (uint64_t i = 0; i < growth_live; i++) {
        if (fork_one() != 0) continue;
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        while (1) pause();
    }
}

static void child_once(void) {
    pid_t child = fork_one();
    if (child == 0) _exit(0);
    waitpid(child, NULL, 0);
}

static const growth_kind KINDS[] = {{"started", start_all, started_once, CALLS},
                                    {"newest", start_all, newest_once, CALLS},
                                    {"any", start_all, any_once, CALLS},
                                    {"pushed", push_all, pushed_once, CALLS},
                                    {"beside", start_all, pushed_once, CALLS},
                                    {"stream", create_all, stream_once, CALLS},
                                    {"thread", create_threads, thread_once, FEW_CALLS},
                                    {"child", fork_all, child_once, VERY_FEW_CALLS}};

int main(int count, char** words) {
    sem_init(&started, 0, 0);
    sem_init(&end, 0, 0);
    register_hip();
    int result = growth_run(KINDS, sizeof KINDS / sizeof *KINDS, CLOCK_MONOTONIC, count, words);
    for (uint64_t i = 0; i < growth_live; i++) sem_post(&end);
    return result;
}
