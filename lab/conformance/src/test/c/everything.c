// everything [THREADS [ROUNDS [MODULE [END]]]]: a bit of everything that can be traced on the software GPU, then prints
// as JSON what it did: the calls by function, the kernels by name, the copies by direction, the texts of markers.
//
// Each of THREADS threads has a stream and makes ROUNDS rounds of launches, copies and markers; the main thread then
// loads and unloads MODULE, runs a graph, a kernel with scratch memory, and calls HSA itself.
//
// END: return (default); exit, from another thread; sleeping, main returns while a thread sleeps; busy, while threads
// that it does not count launch, copy and mark.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

#include <rocprofiler-sdk-roctx/roctx.h>

#include "gpu_program.h"

enum { MOST_NAMES = 256, WIDTH = 4, BYTES = WIDTH * sizeof(uint64_t) };

// --- what was done -------------------------------------------------------------------------------------------------

typedef struct {
    const char* name;
    long count;
} entry_t;

typedef struct {
    const char* title;
    entry_t entries[MOST_NAMES];
} counter_t;

static pthread_mutex_t counting = PTHREAD_MUTEX_INITIALIZER;
static counter_t calls = {"calls", {{0}}}, kernels = {"kernels", {{0}}}, copies = {"copies", {{0}}},
                 messages = {"messages", {{0}}}, streams = {"streams", {{0}}}, failed = {"failed", {{0}}},
                 hosts = {"host functions", {{0}}};

static void did(counter_t* counter, const char* name, long times) {
    pthread_mutex_lock(&counting);
    entry_t* entry = counter->entries;
    while (entry->name && strcmp(entry->name, name) != 0) entry++;
    EXPECT(entry < counter->entries + MOST_NAMES - 1);
    entry->name = name;
    entry->count += times;
    pthread_mutex_unlock(&counting);
}

static void print(const counter_t* counter, const char* after) {
    printf("\"%s\": {", counter->title);
    for (const entry_t* entry = counter->entries; entry->name; entry++)
        printf("%s\"%s\": %ld", entry == counter->entries ? "" : ", ", entry->name, entry->count);
    printf("}%s", after);
}

// A call of HIP that succeeds, counted; and one of ROC-TX, with the result in `to`.
#define HIP_CALL(function, ...) \
    do { \
        did(&calls, #function, 1); \
        HIP(function(__VA_ARGS__)); \
    } while (0)
#define ROCTX(function, ...) (did(&calls, #function, 1), function(__VA_ARGS__))

static int mark(const char* text) {
    did(&messages, text, 1);
    ROCTX(roctxMarkA, text);
    return 0;
}

static void push(const char* text) {
    did(&messages, text, 1);
    EXPECT(ROCTX(roctxRangePushA, text) >= 0);
}

static roctx_range_id_t start(const char* text) {
    did(&messages, text, 1);
    return ROCTX(roctxRangeStartA, text);
}

// --- kernels -------------------------------------------------------------------------------------------------------

static const dim3 grid = {WIDTH, 1, 1}, block = {8, 1, 1};

static void add(const softgpu_workgroup* wg, void** args) {
    (*(uint64_t**)args[0])[wg->group.x] += *(uint64_t*)args[1];
}
static void twice(const softgpu_workgroup* wg, void** args) { (*(uint64_t**)args[0])[wg->group.x] *= 2; }
static void private(const softgpu_workgroup* wg, void** args) { (void)wg, (void)args; }

static void name_kernels(void) {
    static const uint32_t sizes[] = {sizeof(uint64_t*), sizeof(uint64_t)};
    EXPECT(softgpu_register_kernel_args(add, "add", 2, sizes) == 0);
    EXPECT(softgpu_register_kernel_args(twice, "twice", 1, sizes) == 0);
    EXPECT(softgpu_register_kernel(private, "private") == 0);
    EXPECT(softgpu_register_kernel_private(private, 256) == 0);
}

// As a compiler's code does before main: a binary with one kernel, which has a function on the host.
static void** binary;

static void registered(const softgpu_workgroup* wg, void** args) { (void)wg, (void)args; }

static void register_binary(void) {
    static dim3 block_of_it = {64, 1, 1};
    did(&calls, "__hipRegisterFatBinary", 1);
    binary = __hipRegisterFatBinary(NULL);
    did(&calls, "__hipRegisterFunction", 1);
    did(&hosts, "_Z10registeredv", 1);
    __hipRegisterFunction(binary, (void*)(uintptr_t)registered, "_Z10registeredv", "_Z10registeredv", 256, NULL, NULL,
                          &block_of_it, NULL, NULL);
}

static void launch(softgpu_kernel kernel, const char* name, void** args, hipStream_t stream) {
    did(&kernels, name, 1);
    HIP_CALL(hipLaunchKernel, (void*)(uintptr_t)kernel, grid, block, args, 0, stream);
}

// --- threads -------------------------------------------------------------------------------------------------------

static int threads = 4, devices;
static long rounds = 20;

static void copy(void* to, const void* from, hipMemcpyKind kind, hipStream_t stream) {
    did(&copies, kind == hipMemcpyHostToDevice ? "MEMORY_COPY_HOST_TO_DEVICE" : "MEMORY_COPY_DEVICE_TO_HOST", 1);
    HIP_CALL(hipMemcpyAsync, to, from, BYTES, kind, stream);
}

static void one_round(long round, uint64_t* host, uint64_t* device, hipStream_t stream) {
    uint64_t value = (uint64_t)round + 1;
    void* args[] = {&device, &value};
    push("a round");
    for (int i = 0; i < WIDTH; i++) host[i] = value;
    copy(device, host, hipMemcpyHostToDevice, stream);
    launch(add, "add", args, stream);
    mark("between the kernels");
    launch(twice, "twice", args, stream);
    copy(host, device, hipMemcpyDeviceToHost, stream);
    HIP_CALL(hipStreamSynchronize, stream);
    for (int i = 0; i < WIDTH; i++) EXPECT(host[i] == 4 * value);
    EXPECT(ROCTX(roctxRangePop) >= 0);
}

static void* work(void* index) {
    int thread = (int)(intptr_t)index;
    uint64_t *host = NULL, *device = NULL;
    hipStream_t stream = NULL;
    HIP_CALL(hipSetDevice, thread % devices);
    did(&streams, "created", 1);
    HIP_CALL(hipStreamCreateWithFlags, &stream, hipStreamNonBlocking);
    HIP_CALL(hipHostMalloc, (void**)&host, BYTES, 0);
    HIP_CALL(hipMalloc, (void**)&device, BYTES);
    roctx_range_id_t range = start("a thread's rounds");
    for (long round = 0; round < rounds; round++) one_round(round, host, device, stream);
    ROCTX(roctxRangeStop, range);
    HIP_CALL(hipFree, device);
    HIP_CALL(hipHostFree, host);
    did(&streams, "destroyed", 1);
    HIP_CALL(hipStreamDestroy, stream);
    return NULL;
}

static void in_threads(void) {
    pthread_t ids[64];
    EXPECT(threads > 0 && threads <= 64);
    for (int i = 0; i < threads; i++) EXPECT(pthread_create(&ids[i], NULL, work, (void*)(intptr_t)i) == 0);
    for (int i = 0; i < threads; i++) pthread_join(ids[i], NULL);
}

// --- a module, twice -----------------------------------------------------------------------------------------------

static void module_at(const char* file) {
    hipModule_t module = NULL;
    hipFunction_t function = NULL;
    uint32_t* numbers = NULL;
    void* args[] = {&numbers};
    HIP_CALL(hipHostMalloc, (void**)&numbers, 2 * sizeof *numbers, 0);
    numbers[0] = numbers[1] = 7;
    HIP_CALL(hipModuleLoad, &module, file);
    HIP_CALL(hipModuleGetFunction, &function, module, "add_one");
    did(&kernels, "add_one", 1);
    HIP_CALL(hipModuleLaunchKernel, function, 2, 1, 1, 1, 1, 1, 0, NULL, args, NULL);
    HIP_CALL(hipDeviceSynchronize);
    EXPECT(numbers[0] == 8 && numbers[1] == 8);
    HIP_CALL(hipModuleUnload, module);
    HIP_CALL(hipHostFree, numbers);
}

// --- a graph -------------------------------------------------------------------------------------------------------

static void graph(int launches) {
    uint64_t *host = NULL, *device = NULL, value = 3;
    hipGraph_t graph = NULL;
    hipGraphExec_t executable = NULL;
    hipGraphNode_t to = NULL, middle = NULL, from = NULL;
    hipStream_t stream = NULL;
    HIP_CALL(hipHostMalloc, (void**)&host, BYTES, 0);
    HIP_CALL(hipMalloc, (void**)&device, BYTES);
    memset(host, 0, BYTES);
    HIP_CALL(hipGraphCreate, &graph, 0);
    HIP_CALL(hipGraphAddMemcpyNode1D, &to, graph, NULL, 0, device, host, BYTES, hipMemcpyHostToDevice);
    void* args[] = {&device, &value};
    hipKernelNodeParams params = {.blockDim = block, .func = (void*)add, .gridDim = grid, .kernelParams = args};
    HIP_CALL(hipGraphAddKernelNode, &middle, graph, &to, 1, &params);
    HIP_CALL(hipGraphAddMemcpyNode1D, &from, graph, &middle, 1, host, device, BYTES, hipMemcpyDeviceToHost);
    HIP_CALL(hipGraphInstantiate, &executable, graph, NULL, NULL, 0);
    did(&streams, "created", 1);
    HIP_CALL(hipStreamCreate, &stream);
    for (int i = 0; i < launches; i++) {
        did(&kernels, "add", 1);
        did(&copies, "MEMORY_COPY_HOST_TO_DEVICE", 1);
        did(&copies, "MEMORY_COPY_DEVICE_TO_HOST", 1);
        HIP_CALL(hipGraphLaunch, executable, stream);
    }
    HIP_CALL(hipStreamSynchronize, stream);
    EXPECT(host[0] == value * (uint64_t)launches);
    HIP_CALL(hipGraphExecDestroy, executable);
    HIP_CALL(hipGraphDestroy, graph);
    did(&streams, "destroyed", 1);
    HIP_CALL(hipStreamDestroy, stream);
    HIP_CALL(hipFree, device);
    HIP_CALL(hipHostFree, host);
}

// --- scratch, errors and HSA ---------------------------------------------------------------------------------------

static void scratch(void) {
    launch(registered, "_Z10registeredv", NULL, NULL);
    launch(private, "private", NULL, NULL);
    HIP_CALL(hipDeviceSynchronize);
}

static void errors(void) {
    void* memory = NULL;
    did(&calls, "hipMalloc", 1);
    did(&failed, "hipMalloc", 1);
    EXPECT(hipMalloc(&memory, SIZE_MAX / 2) != hipSuccess);
    did(&calls, "hipGetLastError", 1);
    did(&failed, "hipGetLastError", 1);
    EXPECT(hipGetLastError() != hipSuccess);
}

static void on_host(void* count) { ++*(int*)count; }

static void events_and_host_functions(void) {
    hipEvent_t before = NULL, after = NULL;
    float time = -1;
    int called = 0;
    HIP_CALL(hipEventCreate, &before);
    HIP_CALL(hipEventCreate, &after);
    HIP_CALL(hipEventRecord, before, NULL);
    HIP_CALL(hipLaunchHostFunc, NULL, on_host, &called);
    HIP_CALL(hipEventRecord, after, NULL);
    HIP_CALL(hipEventSynchronize, after);
    HIP_CALL(hipEventElapsedTime, &time, before, after);
    EXPECT(called == 1 && time >= 0);
    HIP_CALL(hipEventDestroy, before);
    HIP_CALL(hipEventDestroy, after);
}

// What happens in between is not seen, nor the call that resumes.
static void paused(void) {
    uint64_t *host = NULL, value = 5;
    ROCTX(roctxProfilerPause, 0);
    HIP(hipHostMalloc((void**)&host, BYTES, 0));
    void* args[] = {&host, &value};
    HIP(hipLaunchKernel((void*)(uintptr_t)add, grid, block, args, 0, NULL));
    roctxMarkA("not seen");
    HIP(hipDeviceSynchronize());
    HIP(hipHostFree(host));
    roctxProfilerResume(0);
    mark("resumed");
}

static hsa_status_t count_agent(hsa_agent_t agent, void* count) {
    hsa_device_type_t type;
    HSA(hsa_agent_get_info(agent, HSA_AGENT_INFO_DEVICE, &type));
    ++*(int*)count;
    return HSA_STATUS_SUCCESS;
}

static void hsa(void) {
    hsa_signal_t signal;
    int agents = 0;
    HSA(hsa_init());
    HSA(hsa_iterate_agents(count_agent, &agents));
    EXPECT(agents == devices + 1);
    HSA(hsa_signal_create(1, 0, NULL, &signal));
    hsa_signal_store_relaxed(signal, 0);
    HSA(hsa_signal_destroy(signal));
    HSA(hsa_shut_down());
}

// --- the end -------------------------------------------------------------------------------------------------------

static void* exits(void* unused) {
    (void)unused;
    exit(0);
}

static atomic_long rounds_until_the_end;

// Until the process is gone. The runtime may refuse calls by then.
static void* goes_on(void* unused) {
    hipStream_t stream = NULL;
    uint64_t *number = NULL, value = 1;
    if (hipStreamCreate(&stream) || hipHostMalloc((void**)&number, BYTES, 0)) return unused;
    void* args[] = {&number, &value};
    for (;;) {
        roctxRangePushA("until the end");
        if (hipLaunchKernel((void*)(uintptr_t)add, grid, block, args, 0, stream)) return unused;
        if (hipMemcpyAsync(number, number + WIDTH / 2, BYTES / 2, hipMemcpyDefault, stream)) return unused;
        if (hipStreamSynchronize(stream)) return unused;
        roctxRangePop();
        atomic_fetch_add(&rounds_until_the_end, 1);
    }
}

static void* sleeps(void* unused) {
    for (;;) pause();
    return unused;
}

static void end(const char* how) {
    pthread_t thread;
    if (strcmp(how, "return") == 0) return;
    if (strcmp(how, "busy") == 0) {
        for (int i = 0; i < 3; i++) EXPECT(pthread_create(&thread, NULL, goes_on, NULL) == 0);
        while (atomic_load(&rounds_until_the_end) < 100) sched_yield();
        return;
    }
    EXPECT(pthread_create(&thread, NULL, strcmp(how, "exit") == 0 ? exits : sleeps, NULL) == 0);
    if (strcmp(how, "exit") == 0) sleeps(NULL);
}

static void print_all(const char* how) {
    printf("{\"threads\": %d, \"devices\": %d, \"end\": \"%s\",\n", threads + 1, devices, how);
    print(&calls, ",\n");
    print(&kernels, ",\n");
    print(&copies, ",\n");
    print(&messages, ",\n");
    print(&streams, ",\n");
    print(&failed, ",\n");
    print(&hosts, "}\n");
    fflush(stdout);
}

int main(int count, char** words) {
    const char* how = count > 4 ? words[4] : "return";
    if (count > 1) threads = atoi(words[1]);
    if (count > 2) rounds = atol(words[2]);
    name_kernels();
    register_binary();
    mark("begin");
    ROCTX(roctxNameOsThread, "the main thread");
    HIP_CALL(hipGetDeviceCount, &devices);
    push("everything");
    in_threads();
    if (count > 3 && words[3][0])
        for (int i = 0; i < 2; i++) module_at(words[3]);
    HIP_CALL(hipSetDevice, 0);
    graph(3);
    scratch();
    errors();
    hsa();
    events_and_host_functions();
    paused();
    roctx_range_id_t first = start("first"), second = start("second");
    ROCTX(roctxRangeStop, first);
    ROCTX(roctxRangeStop, second);
    EXPECT(ROCTX(roctxRangePop) >= 0);
    did(&calls, "__hipUnregisterFatBinary", 1);
    __hipUnregisterFatBinary(binary);
    mark("end");
    print_all(how);
    end(how);
    return 0;
}
