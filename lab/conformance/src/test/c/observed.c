// observed WAY END | observed ways END | observed ends WAY: launches kernels, learns by WAY that they are over, and
// ends at once by END. The second and third run each WAY, or END, in a process of its own, and print the name of its
// kernels, how many they are, and how it ended. OBSERVED_MODULE is fault_kernels.so.
//
// observed rounds COUNT: one process that launches and waits as often; with a tool that writes OBSERVED_FOLDER/PID.
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "gpu_program.h"

enum { KERNELS = 100, MOST_IN_ROUND = 4, STATUS = 7 };

static char* self;
static hipStream_t stream;
static hipEvent_t event;
static sem_t called;

static void kernel(const softgpu_workgroup* wg, void** args) { (void)wg, (void)args; }

static void launch(void) {
    static const dim3 one = {1, 1, 1};
    int unused = 0;
    HIP(hipLaunchKernel((void*)kernel, one, one, (void*[]){&unused}, 0, stream));
}

// --- ways to learn that they are over ------------------------------------------------------------------------------

static void device_synchronize(void) { HIP(hipDeviceSynchronize()); }
static void stream_synchronize(void) { HIP(hipStreamSynchronize(stream)); }

static void stream_query(void) {
    while (hipStreamQuery(stream) == hipErrorNotReady) continue;
}

static void event_synchronize(void) {
    HIP(hipEventRecord(event, stream));
    HIP(hipEventSynchronize(event));
}

static void event_query(void) {
    HIP(hipEventRecord(event, stream));
    while (hipEventQuery(event) == hipErrorNotReady) continue;
}

static void blocking_copy(void) {
    static char from[64];
    void* to;
    hipStream_t null = NULL;
    HIP(hipMalloc(&to, sizeof from));
    HIP(hipStreamSynchronize(null));
    HIP(hipMemcpyWithStream(to, from, sizeof from, hipMemcpyHostToDevice, stream));
}

static void post(void* unused) { (void)unused, sem_post(&called); }
static void host_function(void) {
    HIP(hipLaunchHostFunc(stream, post, NULL));
    sem_wait(&called);
}

static void post_too(hipStream_t of, hipError_t status, void* unused) { (void)of, (void)status, post(unused); }
static void stream_callback(void) {
    HIP(hipStreamAddCallback(stream, post_too, NULL, 0));
    sem_wait(&called);
}

static void stream_destroy(void) { HIP(hipStreamDestroy(stream)); }
static void device_reset(void) { HIP(hipDeviceReset()); }

static void* synchronize(void* unused) {
    stream_synchronize();
    return unused;
}
static void other_thread(void) {
    pthread_t thread;
    EXPECT(pthread_create(&thread, NULL, synchronize, NULL) == 0 && pthread_join(thread, NULL) == 0);
}

static void other_stream(void) {
    hipStream_t other;
    HIP(hipStreamCreate(&other));
    HIP(hipEventRecord(event, stream));
    HIP(hipStreamWaitEvent(other, event, 0));
    HIP(hipStreamSynchronize(other));
}

static void graph(void) {
    hipGraph_t made;
    hipGraphExec_t runs;
    stream_synchronize();
    HIP(hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal));
    for (int i = 0; i < KERNELS; i++) launch();
    HIP(hipStreamEndCapture(stream, &made));
    HIP(hipGraphInstantiate(&runs, made, NULL, NULL, 0));
    HIP(hipGraphLaunch(runs, stream));
    HIP(hipStreamSynchronize(stream));
}

// --- the same by HSA alone -----------------------------------------------------------------------------------------

static hsa_agent_t gpu;
static hsa_queue_t* queue;
static hsa_signal_t done; // the number of kernels that are not over

static hsa_status_t take_gpu(hsa_agent_t agent, void* unused) {
    hsa_device_type_t type;
    HSA(hsa_agent_get_info(agent, HSA_AGENT_INFO_DEVICE, &type));
    if (type == HSA_DEVICE_TYPE_GPU && !gpu.handle) gpu = agent;
    (void)unused;
    return HSA_STATUS_SUCCESS;
}

static void dispatch_all(void) {
    HSA(hsa_init());
    HSA(hsa_iterate_agents(take_gpu, NULL));
    uint64_t object = kernel_object(load_module(gpu, getenv("OBSERVED_MODULE")), gpu, "innocent.kd");
    HSA(hsa_queue_create(gpu, 2 * KERNELS < 256 ? 256 : 2 * KERNELS, HSA_QUEUE_TYPE_MULTI, NULL, NULL, 0, 0, &queue));
    HSA(hsa_signal_create(KERNELS, 0, NULL, &done));
    for (int i = 0; i < KERNELS; i++) dispatch_one(queue, object, i & 1, done); // half of them may overtake
}

static void signal_wait(void) {
    EXPECT(hsa_signal_wait_scacquire(done, HSA_SIGNAL_CONDITION_LT, 1, UINT64_MAX, HSA_WAIT_STATE_BLOCKED) == 0);
}

static void signal_load(void) {
    while (hsa_signal_load_relaxed(done) > 0) continue;
}

static void signal_cas(void) {
    while (hsa_signal_cas_scacq_screl(done, 0, -1) != 0) continue;
}

static void signal_exchange(void) {
    hsa_signal_wait_relaxed(done, HSA_SIGNAL_CONDITION_LT, 1, UINT64_MAX, HSA_WAIT_STATE_ACTIVE);
    EXPECT(hsa_signal_exchange_relaxed(done, 1) == 0);
}

static void wait_any(void) {
    hsa_signal_condition_t below = HSA_SIGNAL_CONDITION_LT;
    hsa_signal_value_t one = 1, value;
    EXPECT(hsa_amd_signal_wait_any(1, &done, &below, &one, UINT64_MAX, HSA_WAIT_STATE_BLOCKED, &value) == 0);
}

static void group_wait(void) {
    const hsa_signal_condition_t below = HSA_SIGNAL_CONDITION_LT;
    const hsa_signal_value_t one = 1;
    hsa_signal_group_t group;
    hsa_signal_t signal;
    hsa_signal_value_t value;
    HSA(hsa_signal_group_create(1, &done, 0, NULL, &group));
    HSA(hsa_signal_group_wait_any_scacquire(group, &below, &one, HSA_WAIT_STATE_BLOCKED, &signal, &value));
}

static bool on_signal(hsa_signal_value_t value, void* unused) {
    (void)value, (void)unused;
    sem_post(&called);
    return false;
}

static void async_handler(void) {
    HSA(hsa_amd_signal_async_handler(done, HSA_SIGNAL_CONDITION_LT, 1, on_signal, NULL));
    sem_wait(&called);
}

// Inactivates the queue, once the kernels are over by what the program finds in memory.
static void queue_destroy(void) {
    while (hsa_queue_load_read_index_scacquire(queue) < KERNELS) continue;
    HSA(hsa_queue_destroy(queue));
}

// --- ways to end ---------------------------------------------------------------------------------------------------

static void by_return(void) {}
static void by_exit(void) { exit(STATUS); }
static void by__exit(void) { _exit(STATUS); }
static void by__Exit(void) { _Exit(STATUS); }
static void by_quick_exit(void) { quick_exit(STATUS); }
static void by_exit_group(void) { syscall(SYS_exit_group, STATUS); }
static void by_execl(void) { execl("/bin/true", "true", NULL); }
static void by_abort(void) { abort(); }
static void by_kill(void) { kill(getpid(), SIGKILL); }
static void by_term(void) { raise(SIGTERM); }
static void by_segv(void) { *(volatile int*)8 = 0; }
static void by_trap(void) { __builtin_trap(); }
static void* exits(void* unused) { exit(STATUS + (unused != NULL)); }
static void by_thread(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, exits, NULL);
    pause();
}
static void* kills(void* unused) {
    by_kill();
    return unused;
}
static void by_thread_kill(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, kills, NULL);
    pause();
}

// --- all of them ---------------------------------------------------------------------------------------------------

typedef struct {
    const char* name;
    void (*run)(void);
    int kernels; // of HIP
} choice;

static const choice ways[] = {{"device_synchronize", device_synchronize, KERNELS},
                              {"stream_synchronize", stream_synchronize, KERNELS},
                              {"stream_query", stream_query, KERNELS},
                              {"event_synchronize", event_synchronize, KERNELS},
                              {"event_query", event_query, KERNELS},
                              {"blocking_copy", blocking_copy, KERNELS},
                              {"host_function", host_function, KERNELS},
                              {"stream_callback", stream_callback, KERNELS},
                              {"stream_destroy", stream_destroy, KERNELS},
                              {"device_reset", device_reset, KERNELS},
                              {"other_thread", other_thread, KERNELS},
                              {"other_stream", other_stream, KERNELS},
                              {"graph", graph, 2 * KERNELS},
                              {"signal_wait", signal_wait, 0},
                              {"signal_load", signal_load, 0},
                              {"signal_cas", signal_cas, 0},
                              {"signal_exchange", signal_exchange, 0},
                              {"wait_any", wait_any, 0},
                              {"group_wait", group_wait, 0},
                              {"async_handler", async_handler, 0},
                              {"queue_destroy", queue_destroy, 0},
                              {NULL, NULL, 0}};
static const choice ends[] = {{"return", by_return, 0},
                              {"exit", by_exit, 0},
                              {"_exit", by__exit, 0},
                              {"_Exit", by__Exit, 0},
                              {"quick_exit", by_quick_exit, 0},
                              {"exit_group", by_exit_group, 0},
                              {"execl", by_execl, 0},
                              {"abort", by_abort, 0},
                              {"SIGKILL", by_kill, 0},
                              {"SIGTERM", by_term, 0},
                              {"SIGSEGV", by_segv, 0},
                              {"SIGILL", by_trap, 0},
                              {"thread", by_thread, 0},
                              {"thread_kill", by_thread_kill, 0},
                              {NULL, NULL, 0}};

static const choice* of(const choice* all, const char* name) {
    while (all->name != NULL && strcmp(all->name, name) != 0) all++;
    EXPECT(all->name != NULL);
    return all;
}

static int run(const char* way, const char* end) {
    static const uint32_t sizes[] = {4};
    static char name[64];
    const choice* chosen = of(ways, way);
    snprintf(name, sizeof name, "%s-%s", way, end);
    softgpu_register_kernel_args(kernel, name, 1, sizes);
    sem_init(&called, 0, 0);
    if (!chosen->kernels) {
        dispatch_all();
    } else {
        HIP(hipStreamCreate(&stream));
        HIP(hipEventCreate(&event));
        for (int i = 0; i < KERNELS; i++) launch();
    }
    chosen->run();
    of(ends, end)->run();
    return STATUS;
}

static void run_apart(const char* way, const char* end) {
    const choice* chosen = of(ways, way);
    int status = -1;
    const pid_t child = fork();
    if (child == 0) {
        execl(self, self, way, end, NULL);
        _exit(127);
    }
    EXPECT(waitpid(child, &status, 0) == child);
    if (chosen->kernels) printf("%d %s-%s %d", (int)child, way, end, chosen->kernels);
    else printf("%d innocent %d", (int)child, KERNELS);
    printf(" 0x%x\n", status & 0xff7f); // whether or not it left a core
    fflush(stdout);
}

// --- one process that waits again and again ------------------------------------------------------------------------

static off_t told(void) {
    char name[4096];
    struct stat file = {0};
    snprintf(name, sizeof name, "%s/%d", getenv("OBSERVED_FOLDER"), (int)getpid());
    EXPECT(stat(name, &file) == 0);
    return file.st_size;
}

// Prints after how many rounds the tool had not been told of all kernels.
static int run_rounds(int rounds) {
    static const uint32_t sizes[] = {4};
    int known = 0, early = 0;
    softgpu_register_kernel_args(kernel, "rounds", 1, sizes);
    HIP(hipStreamCreate(&stream));
    for (int i = 0; i < rounds; i++) {
        for (int k = 0; k <= i % MOST_IN_ROUND; k++, known++) launch();
        stream_synchronize();
        early += told() != known;
    }
    printf("%d rounds, %d early\n", rounds, early);
    return 0;
}

int main(int count, char** words) {
    EXPECT(count == 3);
    self = words[0];
    if (strcmp(words[1], "rounds") == 0) return run_rounds(atoi(words[2]));
    if (strcmp(words[1], "ways") == 0)
        for (const choice* way = ways; way->name != NULL; way++) run_apart(way->name, words[2]);
    else if (strcmp(words[1], "ends") == 0)
        for (const choice* end = ends; end->name != NULL; end++) run_apart(words[2], end->name);
    else return run(words[1], words[2]);
    return 0;
}
