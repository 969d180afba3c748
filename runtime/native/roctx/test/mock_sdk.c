// An SDK that knows markers: prints what registers and wraps all twelve functions, counting calls. Its environment:
//   MOCK_SDK_MARKS=here      marks on the registering thread, inside the registration
//   MOCK_SDK_MARKS=thread    ... on another thread, and waits for it
//   MOCK_SDK_MARKS=handler   ... in a signal handler of another thread, which may not wait, and says whether it did
//   MOCK_SDK_MARKS=child     ... in a child forked by the registering thread, and waits for it
//   MOCK_SDK_MARKS=orphan    ... in a child forked by another thread, and waits for both
//   MOCK_SDK_CROWD=N         lets N other threads fall asleep before it answers
//   MOCK_SDK_REFUSES=1       answers 19
#include <dirent.h>
#include <pthread.h>
#include <rocprofiler-sdk-roctx/api_trace.h>
#include <rocprofiler-sdk-roctx/roctx.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))

EXPORT int rocprofiler_set_api_table(const char* name, uint64_t version, uint64_t instance, void** tables,
                                     uint64_t count);
EXPORT int mock_sdk_calls(void);
EXPORT int rocprofiler_java_may_register(int wait);

static roctxCoreApiTable_t core;
static roctxControlApiTable_t control;
static roctxNameApiTable_t names;
static atomic_int calls;

EXPORT int mock_sdk_calls(void) { return atomic_load(&calls); }

static void mark(const char* message) {
    atomic_fetch_add(&calls, 1);
    core.roctxMarkA_fn(message);
}

static int range_push(const char* message) {
    atomic_fetch_add(&calls, 1);
    return core.roctxRangePushA_fn(message);
}

static int range_pop(void) {
    atomic_fetch_add(&calls, 1);
    return core.roctxRangePop_fn();
}

static roctx_range_id_t range_start(const char* message) {
    atomic_fetch_add(&calls, 1);
    return core.roctxRangeStartA_fn(message);
}

static void range_stop(roctx_range_id_t id) {
    atomic_fetch_add(&calls, 1);
    core.roctxRangeStop_fn(id);
}

static int get_thread_id(roctx_thread_id_t* tid) {
    atomic_fetch_add(&calls, 1);
    return core.roctxGetThreadId_fn(tid);
}

static int profiler_pause(roctx_thread_id_t tid) {
    atomic_fetch_add(&calls, 1);
    return control.roctxProfilerPause_fn(tid);
}

static int profiler_resume(roctx_thread_id_t tid) {
    atomic_fetch_add(&calls, 1);
    return control.roctxProfilerResume_fn(tid);
}

static int name_os_thread(const char* name) {
    atomic_fetch_add(&calls, 1);
    return names.roctxNameOsThread_fn(name);
}

static int name_hsa_agent(const char* name, const struct hsa_agent_s* agent) {
    atomic_fetch_add(&calls, 1);
    return names.roctxNameHsaAgent_fn(name, agent);
}

static int name_hip_device(const char* name, int device_id) {
    atomic_fetch_add(&calls, 1);
    return names.roctxNameHipDevice_fn(name, device_id);
}

static int name_hip_stream(const char* name, const struct ihipStream_t* stream) {
    atomic_fetch_add(&calls, 1);
    return names.roctxNameHipStream_fn(name, stream);
}

static void wrap(void** tables) {
    core = *(roctxCoreApiTable_t*)tables[0];
    control = *(roctxControlApiTable_t*)tables[1];
    names = *(roctxNameApiTable_t*)tables[2];
    *(roctxCoreApiTable_t*)tables[0] = (roctxCoreApiTable_t){
        core.size, mark, range_push, range_pop, range_start, range_stop, get_thread_id,
    };
    *(roctxControlApiTable_t*)tables[1] = (roctxControlApiTable_t){control.size, profiler_pause, profiler_resume};
    *(roctxNameApiTable_t*)tables[2] = (roctxNameApiTable_t){
        names.size, name_os_thread, name_hsa_agent, name_hip_device, name_hip_stream,
    };
}

static void* mark_once(void* message) {
    roctxMarkA(message);
    return NULL;
}

static _Thread_local volatile bool in_handler __attribute__((tls_model("initial-exec")));

int rocprofiler_java_may_register(int wait) { return !wait || !in_handler; }

static void on_signal(int number) {
    (void)number;
    in_handler = true;
    roctxMarkA("from a handler");
    in_handler = false;
}

static void* mark_in_handler(void* message) {
    (void)message;
    const time_t before = time(NULL);
    signal(SIGUSR1, on_signal);
    raise(SIGUSR1);
    puts(time(NULL) - before < 3 ? "the handler went on" : "the handler waited");
    return NULL;
}

static void* mark_in_child(void* message) {
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        alarm(20);
        roctxMarkA(message);
        _exit(roctxRangePushA("a") == 0 && roctxRangePop() == 0 ? 0 : 1);
    }
    int status = -1;
    waitpid(child, &status, 0);
    printf("child ended with %d\n", status);
    return NULL;
}

static void in_thread(void* (*function)(void*)) {
    pthread_t thread;
    pthread_create(&thread, NULL, function, "from the tool");
    pthread_join(thread, NULL);
}

// The number of threads of this process that sleep, according to the kernel.
static int sleepers(void) {
    int count = 0;
    DIR* tasks = opendir("/proc/self/task");
    for (struct dirent* task; (task = readdir(tasks)) != NULL;) {
        char path[300];
        char stat[512];
        snprintf(path, sizeof path, "/proc/self/task/%s/stat", task->d_name);
        FILE* file = task->d_name[0] != '.' ? fopen(path, "r") : NULL;
        if (file == NULL) continue;
        char* name_end = fgets(stat, sizeof stat, file) != NULL ? strrchr(stat, ')') : NULL;
        count += name_end != NULL && name_end[2] == 'S';
        fclose(file);
    }
    closedir(tasks);
    return count;
}

int rocprofiler_set_api_table(const char* name, uint64_t version, uint64_t instance, void** tables, uint64_t count) {
    printf("%s :: %lu :: %lu :: %lu\n", name, version, instance, count);
    const char* marks = getenv("MOCK_SDK_MARKS") != NULL ? getenv("MOCK_SDK_MARKS") : "";
    if (strcmp(marks, "here") == 0) mark_once("from the tool");
    if (strcmp(marks, "thread") == 0) in_thread(mark_once);
    if (strcmp(marks, "handler") == 0) in_thread(mark_in_handler);
    if (strcmp(marks, "child") == 0) mark_in_child("from the tool");
    if (strcmp(marks, "orphan") == 0) in_thread(mark_in_child);
    int crowd = getenv("MOCK_SDK_CROWD") != NULL ? atoi(getenv("MOCK_SDK_CROWD")) : 0;
    for (int patience = 100000; sleepers() < crowd && patience > 0; patience--) sched_yield();
    if (getenv("MOCK_SDK_REFUSES") != NULL) return 19;
    if (strcmp(name, "roctx") == 0) {
        for (uint64_t i = 0; i < count; i++) printf("table %lu has %lu bytes\n", i, *(uint64_t*)tables[i]);
        wrap(tables);
    }
    return 0;
}
