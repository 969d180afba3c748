// dispatches launches TOTAL THREADS STREAMS COPY_EVERY
// dispatches graph NODES LAUNCHES
//
// launches: THREADS threads launch TOTAL kernels over STREAMS streams, which take turns on the GPUs; after
//           each COPY_EVERY launches of a thread 64 bytes go to the GPU and back on the same stream.
// graph:    NODES kernel nodes in four chains, between a copy to the GPU and one back, launched LAUNCHES times.
//
// The kernels add to a number without any lock: the sum is right only if each of them ran once, in the order of its
// stream or chain. Prints the work done; exits with 1 if a result is wrong.
#include <pthread.h>
#include <string.h>

#include "gpu_program.h"

enum { MOST_STREAMS = 64, CHAINS = 4, BYTES = 64 };

static const dim3 grid = {2, 1, 1}, block = {4, 2, 1};

// Runs one work-group per element of `grid`: each adds to its own number.
static void add(const softgpu_workgroup* wg, void** args) {
    (*(uint64_t**)args[0])[wg->group.x] += *(uint64_t*)args[1];
}

static void subtract(const softgpu_workgroup* wg, void** args) {
    (*(uint64_t**)args[0])[wg->group.x] -= *(uint64_t*)args[1];
}

static void name_kernels(void) {
    static const uint32_t sizes[] = {sizeof(uint64_t*), sizeof(uint64_t)};
    EXPECT(softgpu_register_kernel_args(add, "add", 2, sizes) == 0);
    EXPECT(softgpu_register_kernel_args(subtract, "subtract", 2, sizes) == 0);
}

// --- launches ------------------------------------------------------------------------------------------------------

static long launches, copy_every;
static int devices, threads, streams;
static hipStream_t stream[MOST_STREAMS];
static uint64_t* numbers[MOST_STREAMS];
static pthread_mutex_t locks[MOST_STREAMS]; // make a copy to the GPU and back indivisible
static _Atomic uint64_t expected[MOST_STREAMS];
static _Atomic long wrong, copies;
static pthread_barrier_t start;

static void launch(int s, uint64_t value) {
    int down = value % 3 == 0;
    void* args[] = {&numbers[s], &value};
    HIP(hipLaunchKernel(down ? (void*)subtract : (void*)add, grid, block, args, 0, stream[s]));
    expected[s] += down ? -value : value;
}

// The returned bytes are compared after all work is complete.
static void copy(int s, char* host, void* device) {
    pthread_mutex_lock(&locks[s]);
    HIP(hipMemcpyAsync(device, host, BYTES, hipMemcpyHostToDevice, stream[s]));
    HIP(hipMemcpyAsync(host + BYTES, device, BYTES, hipMemcpyDeviceToHost, stream[s]));
    pthread_mutex_unlock(&locks[s]);
    copies += 2;
}

static void* work(void* index) {
    int thread = (int)(intptr_t)index;
    long mine = launches / threads, blocks = copy_every ? mine / copy_every : 0;
    char *host = NULL, *device = NULL;
    HIP(hipSetDevice(thread % devices));
    HIP(hipHostMalloc((void**)&host, (size_t)(blocks + 1) * 2 * BYTES, 0));
    HIP(hipMalloc((void**)&device, (size_t)(blocks + 1) * BYTES));
    for (long i = 0; i < blocks; i++) memset(host + i * 2 * BYTES, (int)(thread * 31 + i) % 255 + 1, BYTES);
    pthread_barrier_wait(&start);
    for (long i = 0, b = 0; i < mine; i++) {
        int s = (int)(thread + i) % streams;
        launch(s, (uint64_t)(i * threads + thread + 1));
        if (b < blocks && (i + 1) % copy_every == 0) copy(s, host + b * 2 * BYTES, device + b * BYTES), b++;
    }
    pthread_barrier_wait(&start); // all have launched
    pthread_barrier_wait(&start); // all work is complete
    for (long i = 0; i < blocks; i++) wrong += memcmp(host + i * 2 * BYTES, host + i * 2 * BYTES + BYTES, BYTES) != 0;
    HIP(hipHostFree(host));
    HIP(hipFree(device));
    return NULL;
}

static void all_launches(void) {
    pthread_t ids[64];
    HIP(hipGetDeviceCount(&devices));
    EXPECT(threads > 0 && threads <= 64 && streams > 0 && streams <= MOST_STREAMS && launches % threads == 0);
    for (int s = 0; s < streams; s++) {
        pthread_mutex_init(&locks[s], NULL);
        HIP(hipSetDevice(s % devices));
        HIP(hipStreamCreateWithFlags(&stream[s], hipStreamNonBlocking));
        HIP(hipHostMalloc((void**)&numbers[s], grid.x * sizeof **numbers, 0));
        memset(numbers[s], 0, grid.x * sizeof **numbers);
    }
    pthread_barrier_init(&start, NULL, (unsigned)threads + 1);
    for (int i = 0; i < threads; i++) pthread_create(&ids[i], NULL, work, (void*)(intptr_t)i);
    pthread_barrier_wait(&start);
    pthread_barrier_wait(&start);
    for (int s = 0; s < streams; s++) {
        HIP(hipStreamSynchronize(stream[s]));
        for (unsigned g = 0; g < grid.x; g++) wrong += numbers[s][g] != expected[s];
    }
    pthread_barrier_wait(&start);
    for (int i = 0; i < threads; i++) pthread_join(ids[i], NULL);
    for (int s = 0; s < streams; s++) HIP(hipStreamDestroy(stream[s]));
    printf("%ld dispatches, %ld copies on %d GPUs, %ld wrong results\n", launches, copies, devices, wrong);
}

// --- graph ---------------------------------------------------------------------------------------------------------

static hipGraphNode_t copy_node(hipGraph_t graph, const hipGraphNode_t* after, void* dst, const void* src,
                                hipMemcpyKind kind) {
    hipGraphNode_t node = NULL;
    HIP(hipGraphAddMemcpyNode1D(&node, graph, after, after != NULL, dst, src, grid.x * sizeof(uint64_t), kind));
    return node;
}

static hipGraphNode_t kernel_node(hipGraph_t graph, const hipGraphNode_t* after, uint64_t* number, uint64_t value) {
    hipGraphNode_t node = NULL;
    void* args[] = {&number, &value};
    hipKernelNodeParams params = {.blockDim = block, .func = (void*)add, .gridDim = grid, .kernelParams = args};
    HIP(hipGraphAddKernelNode(&node, graph, after, 1, &params));
    return node;
}

static void graph_launches(long nodes, long times) {
    uint64_t *host = NULL, *device = NULL, sums[CHAINS] = {0};
    size_t width = grid.x;
    hipGraph_t graph;
    hipGraphExec_t executable;
    hipStream_t to;
    EXPECT(nodes % CHAINS == 0);
    HIP(hipHostMalloc((void**)&host, CHAINS * width * sizeof *host, 0));
    HIP(hipMalloc((void**)&device, CHAINS * width * sizeof *device));
    memset(host, 0, CHAINS * width * sizeof *host);
    HIP(hipGraphCreate(&graph, 0));
    for (size_t chain = 0; chain < CHAINS; chain++) {
        uint64_t *mine = device + chain * width, *out = host + chain * width;
        hipGraphNode_t last = copy_node(graph, NULL, mine, out, hipMemcpyHostToDevice);
        for (long i = 0; i < nodes / CHAINS; i++) {
            uint64_t value = (uint64_t)i * CHAINS + chain + 1;
            last = kernel_node(graph, &last, mine, value);
            sums[chain] += value;
        }
        copy_node(graph, &last, out, mine, hipMemcpyDeviceToHost);
    }
    HIP(hipGraphInstantiate(&executable, graph, NULL, NULL, 0));
    HIP(hipStreamCreate(&to));
    for (long i = 0; i < times; i++) HIP(hipGraphLaunch(executable, to));
    HIP(hipStreamSynchronize(to));
    for (size_t i = 0; i < CHAINS * width; i++) wrong += host[i] != sums[i / width] * (uint64_t)times;
    HIP(hipGraphExecDestroy(executable));
    HIP(hipGraphDestroy(graph));
    HIP(hipStreamDestroy(to));
    printf("%ld launches of %ld nodes, %ld wrong results\n", times, nodes, wrong);
}

int main(int count, char** words) {
    name_kernels();
    if (count == 6 && strcmp(words[1], "launches") == 0) {
        launches = atol(words[2]);
        threads = atoi(words[3]);
        streams = atoi(words[4]);
        copy_every = atol(words[5]);
        all_launches();
    } else if (count == 4 && strcmp(words[1], "graph") == 0) {
        graph_launches(atol(words[2]), atol(words[3]));
    } else {
        return 2;
    }
    return wrong != 0;
}
