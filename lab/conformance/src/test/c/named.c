// named [killed]: threads, a device, an agent and a stream with names. Prints "name id" of each thread and agent. With
// an argument the program kills itself, its threads still alive.
#define _GNU_SOURCE
#include <hip/hip_runtime_api.h>
#include <hsa/hsa.h>
#include <pthread.h>
#include <rocprofiler-sdk-roctx/roctx.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { CALLS = 2000, WORDS = 1024 }; // so many calls need more than one stretch of the segment

static bool killed;
static pthread_barrier_t all;

static void record(int calls) {
    int count;
    while (calls--) hipGetDeviceCount(&count);
}

// Ends here, or waits for the end.
static void* done(const char* name) {
    printf("%s %ld\n", name, syscall(SYS_gettid));
    pthread_barrier_wait(&all);
    while (killed) pause();
    return NULL;
}

// Has three names, the last one since its last call.
static void* renamed(void* unused) {
    (void)unused;
    record(1);
    pthread_setname_np(pthread_self(), "early");
    record(CALLS);
    pthread_setname_np(pthread_self(), killed ? "early" : "late");
    return done(killed ? "early" : "late");
}

// Has a name of the kernel's, too.
static void* marked(void* unused) {
    (void)unused;
    pthread_setname_np(pthread_self(), "hidden");
    record(1);
    roctxNameOsThread("reads files");
    return done("reads_files");
}

// Ends before the others begin.
static void* brief(void* unused) {
    (void)unused;
    pthread_setname_np(pthread_self(), "brief");
    record(1);
    printf("brief %ld\n", syscall(SYS_gettid));
    return NULL;
}

// Goes on where that one has stopped to write.
static void* follows(void* unused) {
    (void)unused;
    pthread_setname_np(pthread_self(), "follows");
    record(1);
    return done("follows");
}

static void* plain(void* unused) {
    (void)unused;
    record(1);
    return done("-");
}

static hsa_status_t name_cpu(hsa_agent_t agent, void* unused) {
    (void)unused;
    hsa_device_type_t type;
    if (hsa_agent_get_info(agent, HSA_AGENT_INFO_DEVICE, &type) != HSA_STATUS_SUCCESS || type != HSA_DEVICE_TYPE_CPU)
        return HSA_STATUS_SUCCESS;
    roctxNameHsaAgent("front", &agent);
    return HSA_STATUS_INFO_BREAK;
}

// Sends copies to a stream whose pointer belonged to a stream with another name, perhaps.
static void work(void) {
    static int from[WORDS];
    hipStream_t stream;
    void* to = NULL;
    hipStreamCreate(&stream);
    roctxNameHipStream("ended", stream);
    hipStreamDestroy(stream);
    hipStreamCreate(&stream);
    roctxNameHipStream("uploads", stream);
    hipMalloc(&to, sizeof from);
    for (int i = 0; i < 3; i++) hipMemcpyAsync(to, from, sizeof from, hipMemcpyHostToDevice, stream);
    hipStreamSynchronize(stream);
}

int main(int count, char** arguments) {
    (void)arguments;
    void* (*const bodies[])(void*) = {follows, renamed, marked, plain};
    pthread_t threads[4];
    killed = count > 1;
    pthread_barrier_init(&all, NULL, 5);
    record(1);
    work();
    roctxNameHipDevice("no such device", 99);
    roctxNameHipDevice("scratch", 0);
    roctxNameHipDevice("trainer", 0);
    hsa_iterate_agents(name_cpu, NULL);
    pthread_create(&threads[0], NULL, brief, NULL);
    pthread_join(threads[0], NULL);
    for (int i = 0; i < 4; i++) pthread_create(&threads[i], NULL, bodies[i], NULL);
    pthread_barrier_wait(&all);
    fflush(stdout);
    if (killed) kill(getpid(), SIGKILL);
    for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
    return 0;
}
