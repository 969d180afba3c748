// Times kernels of the software GPU: dispatch first, launch, idle, synced, or graph NODES NANOS. Prints the median of
// its rounds.
//
//   first   nanoseconds of a process's first hipLaunchKernel, and per call of the 1,000 after it
//   launch  nanoseconds per hipLaunchKernel, of 256 in a row on one stream, without the wait for the last one
//   idle    picoseconds per hsa_signal_wait_scacquire and hsa_signal_load_relaxed of a signal that has fallen, and per
//           hipStreamSynchronize, while nothing is pending
//   synced  nanoseconds per hipLaunchKernel with the hipStreamSynchronize that waits for it
//   graph   microseconds of a hipGraphLaunch of NODES kernels, each of which takes NANOS at least, and until the last
//           of them is complete
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <hip/hip_runtime_api.h>
#include <hsa/hsa.h>
#include <softgpu/softgpu.h>

enum { FIRST = 1000, BATCH = 256, ROUNDS = 201, WARM_ROUNDS = 200, GRAPH_ROUNDS = 51, GRAPH_WARM_ROUNDS = 10 };

#define HIP(call) \
    do { \
        if ((call) != hipSuccess) { \
            fprintf(stderr, "dispatch: %s failed\n", #call); \
            exit(1); \
        } \
    } while (0)

static const dim3 one = {1, 1, 1};
static uint64_t* number;
static hipStream_t stream;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static double kernel_nanos;

static void count(const softgpu_workgroup* wg, void** args) {
    (void)wg, ++**(uint64_t**)args[0];
    if (kernel_nanos == 0) return;
    double end = now() + kernel_nanos;
    while (now() < end) __builtin_ia32_pause();
}

static int by_value(const void* a, const void* b) {
    double difference = *(const double*)a - *(const double*)b;
    return (difference > 0) - (difference < 0);
}

static double median(double* values, int size) {
    qsort(values, (size_t)size, sizeof *values, by_value);
    return values[size / 2];
}

static void first_launches(void) {
    void* args[] = {&number};
    double begin = now();
    HIP(hipLaunchKernel((void*)count, one, one, args, 0, stream));
    double second = now();
    for (int i = 0; i < FIRST; i++) HIP(hipLaunchKernel((void*)count, one, one, args, 0, stream));
    printf("%.0f %.0f\n", second - begin, (now() - second) / FIRST);
    HIP(hipStreamSynchronize(stream));
    if (*number != 1 + FIRST) exit(1);
}

static void launches(void) {
    static double times[ROUNDS];
    void* args[] = {&number};
    for (int round = -WARM_ROUNDS; round < ROUNDS; round++) {
        double begin = now();
        for (int i = 0; i < BATCH; i++) HIP(hipLaunchKernel((void*)count, one, one, args, 0, stream));
        if (round >= 0) times[round] = (now() - begin) / BATCH;
        HIP(hipStreamSynchronize(stream));
    }
    if (*number != (WARM_ROUNDS + ROUNDS) * BATCH) exit(1);
    printf("%.0f\n", median(times, ROUNDS));
}

// Of a call that is made BATCH times a round.
#define PICOSECONDS(call) \
    do { \
        static double times[ROUNDS]; \
        for (int round = -WARM_ROUNDS; round < ROUNDS; round++) { \
            double begin = now(); \
            for (int i = 0; i < BATCH; i++) call; \
            if (round >= 0) times[round] = (now() - begin) * 1e3 / BATCH; \
        } \
        printf("%.0f ", median(times, ROUNDS)); \
    } while (0)

static void idle(void) {
    void* args[] = {&number};
    hsa_signal_t fallen;
    if (hsa_signal_create(0, 0, NULL, &fallen) != HSA_STATUS_SUCCESS) exit(1);
    HIP(hipLaunchKernel((void*)count, one, one, args, 0, stream));
    HIP(hipStreamSynchronize(stream));
    PICOSECONDS(hsa_signal_wait_scacquire(fallen, HSA_SIGNAL_CONDITION_LT, 1, UINT64_MAX, HSA_WAIT_STATE_BLOCKED));
    PICOSECONDS(hsa_signal_load_relaxed(fallen));
    PICOSECONDS(HIP(hipStreamSynchronize(stream)));
    printf("\n");
}

static void synced(void) {
    static double times[ROUNDS];
    void* args[] = {&number};
    for (int round = -WARM_ROUNDS; round < ROUNDS; round++) {
        double begin = now();
        for (int i = 0; i < BATCH; i++) {
            HIP(hipLaunchKernel((void*)count, one, one, args, 0, stream));
            HIP(hipStreamSynchronize(stream));
        }
        if (round >= 0) times[round] = (now() - begin) / BATCH;
    }
    printf("%.0f\n", median(times, ROUNDS));
}

static void graphs(int nodes) {
    static double called[GRAPH_ROUNDS], complete[GRAPH_ROUNDS];
    void* args[] = {&number};
    hipKernelNodeParams params = {.blockDim = one, .func = (void*)count, .gridDim = one, .kernelParams = args};
    hipGraph_t graph;
    hipGraphExec_t executable;
    hipGraphNode_t last = NULL;
    HIP(hipGraphCreate(&graph, 0));
    for (int i = 0; i < nodes; i++) {
        hipGraphNode_t node;
        HIP(hipGraphAddKernelNode(&node, graph, &last, last != NULL, &params));
        last = node;
    }
    HIP(hipGraphInstantiate(&executable, graph, NULL, NULL, 0));
    for (int round = -GRAPH_WARM_ROUNDS; round < GRAPH_ROUNDS; round++) {
        double begin = now();
        HIP(hipGraphLaunch(executable, stream));
        double returned = now();
        HIP(hipStreamSynchronize(stream));
        if (round < 0) continue;
        called[round] = (returned - begin) / 1e3;
        complete[round] = (now() - begin) / 1e3;
    }
    if (*number != (uint64_t)(GRAPH_WARM_ROUNDS + GRAPH_ROUNDS) * (uint64_t)nodes) exit(1);
    printf("%.0f %.0f\n", median(called, GRAPH_ROUNDS), median(complete, GRAPH_ROUNDS));
}

int main(int size, char** words) {
    static const uint32_t sizes[] = {sizeof(uint64_t*)};
    if (softgpu_register_kernel_args(count, "count", 1, sizes) != 0) return 1;
    HIP(hipHostMalloc((void**)&number, sizeof *number, 0));
    *number = 0;
    HIP(hipStreamCreate(&stream));
    if (size == 2 && strcmp(words[1], "first") == 0) first_launches();
    else if (size == 2 && strcmp(words[1], "launch") == 0) launches();
    else if (size == 2 && strcmp(words[1], "idle") == 0) idle();
    else if (size == 2 && strcmp(words[1], "synced") == 0) synced();
    else if (size == 4 && strcmp(words[1], "graph") == 0) kernel_nanos = atof(words[3]), graphs(atoi(words[2]));
    else return 2;
    return 0;
}
