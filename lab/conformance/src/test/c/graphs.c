// graphs LAUNCHES
//
// Two threads launch graphs, LAUNCHES in all, each on its own stream and GPU: one with graphs in a graph, a clone of
// it, which is updated again and again, and one whose executable graph is made anew meanwhile, so that HIP uses its
// address again. In between they do work that belongs to no graph. At the end, a graph that is there no more is
// launched.
//
// Executable graphs are made one at a time, so that everybody numbers them in the same order.
#include <pthread.h>

#include "gpu_program.h"

enum { THREADS = 2, EXECS = 3, BYTES = 64, UPDATE_EVERY = 50, REMAKE_EVERY = 70, WORK_EVERY = 10, WAIT_EVERY = 100 };

static long launches;
static pthread_mutex_t making = PTHREAD_MUTEX_INITIALIZER;

#define KERNEL(name) \
    static void name(const softgpu_workgroup* wg, void** args) { \
        (void)wg; \
        (void)args; \
    }

KERNEL(first)
KERNEL(other)
KERNEL(inner)
KERNEL(innermost)
KERNEL(last)
KERNEL(single)
KERNEL(outside)

static void name_kernels(void) {
    softgpu_register_kernel_args(first, "first", 0, NULL);
    softgpu_register_kernel_args(other, "other", 0, NULL);
    softgpu_register_kernel_args(inner, "inner", 0, NULL);
    softgpu_register_kernel_args(innermost, "innermost", 0, NULL);
    softgpu_register_kernel_args(last, "last", 0, NULL);
    softgpu_register_kernel_args(single, "single", 0, NULL);
    softgpu_register_kernel_args(outside, "outside", 0, NULL);
}

static void on_host(void* unused) { (void)unused; }

static hipGraphNode_t add(hipGraph_t graph, const hipGraphNode_t* after, softgpu_kernel kernel) {
    hipGraphNode_t node = NULL;
    hipKernelNodeParams params = {.func = (void*)kernel, .gridDim = {1, 1, 1}, .blockDim = {1, 1, 1}};
    HIP(hipGraphAddKernelNode(&node, graph, after, after != NULL, &params));
    return node;
}

// A kernel; a graph of a kernel, and of a graph of a fill, a copy and a kernel; a function of the host; a kernel.
static hipGraph_t nested(softgpu_kernel begins, char* host, char* device) {
    hipGraph_t graph, child, grandchild;
    hipGraphNode_t fill, copy, within, begin, nest, call, end;
    hipMemsetParams zero = {.dst = device, .elementSize = 1, .width = BYTES, .height = 1};
    hipHostNodeParams function = {.fn = on_host};
    HIP(hipGraphCreate(&grandchild, 0));
    HIP(hipGraphAddMemsetNode(&fill, grandchild, NULL, 0, &zero));
    HIP(hipGraphAddMemcpyNode1D(&copy, grandchild, &fill, 1, host, device, BYTES, hipMemcpyDeviceToHost));
    add(grandchild, &copy, innermost);
    HIP(hipGraphCreate(&child, 0));
    within = add(child, NULL, inner);
    HIP(hipGraphAddChildGraphNode(&nest, child, &within, 1, grandchild));
    HIP(hipGraphCreate(&graph, 0));
    begin = add(graph, NULL, begins);
    HIP(hipGraphAddChildGraphNode(&nest, graph, &begin, 1, child));
    HIP(hipGraphAddHostNode(&call, graph, &nest, 1, &function));
    end = add(graph, &call, last);
    (void)end;
    HIP(hipGraphDestroy(child));
    HIP(hipGraphDestroy(grandchild));
    return graph;
}

static hipGraphExec_t make(hipGraph_t graph, int how) {
    hipGraphExec_t exec = NULL;
    hipGraphInstantiateParams params = {.flags = 0};
    pthread_mutex_lock(&making);
    if (how == 0) HIP(hipGraphInstantiate(&exec, graph, NULL, NULL, 0));
    else if (how == 1) HIP(hipGraphInstantiateWithFlags(&exec, graph, 0));
    else HIP(hipGraphInstantiateWithParams(&exec, graph, &params));
    pthread_mutex_unlock(&making);
    return exec;
}

static void work_outside(hipStream_t stream, char* host, char* device) {
    HIP(hipLaunchKernel((void*)outside, (dim3){1, 1, 1}, (dim3){1, 1, 1}, NULL, 0, stream));
    HIP(hipMemcpyAsync(device, host, BYTES, hipMemcpyHostToDevice, stream));
}

static void* run(void* index) {
    int thread = (int)(intptr_t)index, devices = 0;
    char *host, *device;
    hipStream_t stream;
    hipGraph_t graph[EXECS], changed;
    hipGraphExec_t exec[EXECS];
    hipGraphNode_t culprit;
    hipGraphExecUpdateResult result;
    HIP(hipGetDeviceCount(&devices));
    HIP(hipSetDevice(thread % devices));
    HIP(hipHostMalloc((void**)&host, BYTES, 0));
    HIP(hipMalloc((void**)&device, BYTES));
    HIP(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking));
    graph[0] = nested(first, host, device);
    HIP(hipGraphClone(&graph[1], graph[0]));
    HIP(hipGraphCreate(&graph[2], 0));
    add(graph[2], NULL, single);
    changed = nested(other, host, device);
    for (int i = 0; i < EXECS; i++) exec[i] = make(graph[i], i);
    for (long i = 1; i <= launches / THREADS; i++) {
        if (i % UPDATE_EVERY == 0)
            HIP(hipGraphExecUpdate(exec[1], i / UPDATE_EVERY % 2 ? changed : graph[1], &culprit, &result));
        if (i % REMAKE_EVERY == 0) {
            HIP(hipGraphExecDestroy(exec[2]));
            exec[2] = make(graph[2], (int)(i % EXECS));
        }
        HIP(thread ? hipGraphLaunch_spt(exec[i % EXECS], stream) : hipGraphLaunch(exec[i % EXECS], stream));
        if (i % WORK_EVERY == 0) work_outside(stream, host, device);
        if (i % WAIT_EVERY == 0) HIP(hipStreamSynchronize(stream));
    }
    HIP(hipStreamSynchronize(stream));
    for (int i = 0; i < EXECS; i++) HIP(hipGraphExecDestroy(exec[i]));
    for (int i = 0; i < EXECS; i++) HIP(hipGraphDestroy(graph[i]));
    HIP(hipGraphDestroy(changed));
    HIP(hipStreamDestroy(stream));
    HIP(hipFree(device));
    HIP(hipHostFree(host));
    return exec[0];
}

int main(int count, char** words) {
    pthread_t threads[THREADS];
    void* gone = NULL;
    launches = count > 1 ? atol(words[1]) : 0;
    HIP(hipInit(0));
    name_kernels();
    for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, run, (void*)(intptr_t)i);
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], &gone);
    EXPECT(hipGraphLaunch(gone, NULL) != hipSuccess);
    printf("%ld launches\n", launches);
    return 0;
}
