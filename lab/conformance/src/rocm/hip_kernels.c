// Scenarios of kernels: how they are launched, and what comes between them.
#include <pthread.h>

#include "hip.h"

// Not in ROCm 5.2.
#pragma weak hipExtModuleLaunchKernel
#pragma weak hipLaunchHostFunc

static int* device_memory(void) {
    int* memory;
    HIP(hipMalloc((void**)&memory, BYTES));
    return memory;
}

static void by_module(void) {
    int *sum = device_memory(), *left = device_memory(), *right = device_memory(), count = COUNT;
    void* arguments[] = {&sum, &left, &right, &count};
    hipFunction_t add = loaded("vector_add"), scale = loaded("_Z5scalePff");
    float by = 2;
    for (int i = 0; i < 20; i++)
        HIP(hipModuleLaunchKernel(add, COUNT / GROUP, 1, 1, GROUP, 1, 1, 0, NULL, arguments, NULL));
    HIP(hipModuleLaunchKernel(scale, 1, 1, 1, GROUP, 1, 1, 0, NULL, (void*[]){&sum, &by}, NULL));
    HIP(hipDeviceSynchronize());
    HIP(hipFree(sum));
    printf(" 21 kernels");
}

static void registered(void) {
    int *sum = device_memory(), *left = device_memory(), *right = device_memory(), count = COUNT, with = 7;
    float by = 2;
    for (int i = 0; i < 20; i++) launch(&vector_add_stub, NULL, (void*[]){&sum, &left, &right, &count});
    for (int i = 0; i < 10; i++) launch(&scale_stub, NULL, (void*[]){&sum, &by});
    for (int i = 0; i < 5; i++) launch(&fill_stub, NULL, (void*[]){&sum, &with});
    HIP(hipDeviceSynchronize());
    printf(" 35 kernels");
}

static void streams(void) {
    enum { STREAMS = 8 };
    hipStream_t all[STREAMS];
    for (int i = 0; i < STREAMS; i++) HIP(hipStreamCreateWithFlags(&all[i], i % 2 ? hipStreamNonBlocking : 0));
    for (int i = 0; i < 200; i++) launch_empty(all[i % STREAMS]);
    hipEvent_t event;
    HIP(hipEventCreate(&event));
    HIP(hipEventRecord(event, all[0]));
    for (int i = 1; i < STREAMS; i++) HIP(hipStreamWaitEvent(all[i], event, 0));
    for (int i = 0; i < STREAMS; i++) launch_empty(all[i]);
    for (int i = 0; i < STREAMS; i++) HIP(hipStreamSynchronize(all[i]));
    for (int i = 0; i < STREAMS; i++) HIP(hipStreamDestroy(all[i]));
    HIP(hipEventDestroy(event));
    printf(" 208 kernels");
}

// Kernels take KERNEL_NS at least: the driver's setting.
static int lasts(float milliseconds, int kernels) {
    const char* nanoseconds = getenv("KERNEL_NS");
    return nanoseconds == NULL || milliseconds * 1e6f >= 0.99f * (float)atoi(nanoseconds) * (float)kernels;
}

static float elapsed(hipEvent_t begin, hipEvent_t end) {
    float milliseconds = -1;
    HIP(hipEventSynchronize(end));
    HIP(hipEventElapsedTime(&milliseconds, begin, end));
    return milliseconds;
}

static void events(void) {
    hipEvent_t begin, end;
    int right = 0;
    HIP(hipEventCreate(&begin));
    HIP(hipEventCreate(&end));
    for (int i = 0; i < 20; i++) {
        HIP(hipEventRecord(begin, NULL));
        for (int k = 0; k < 5; k++) launch_empty(NULL);
        HIP(hipEventRecord(end, NULL));
        right += lasts(elapsed(begin, end), 5);
    }
    printf(" between records %d,", right);
    right = 0;
    for (int i = 0; i < 20; i++) {
        HIP(hipExtLaunchKernel(&empty_stub, (dim3){4, 1, 1}, (dim3){GROUP, 1, 1}, (void*[]){NULL}, 0, NULL, begin, end,
                               0));
        right += lasts(elapsed(begin, end), 1);
    }
    printf(" of a launch %d,", right);
    if (hipExtModuleLaunchKernel == NULL) return;
    right = 0;
    const hipFunction_t empty = loaded("empty");
    for (int i = 0; i < 20; i++) {
        HIP(hipExtModuleLaunchKernel(empty, 256, 1, 1, GROUP, 1, 1, 0, NULL, NULL, NULL, begin, end, 0));
        right += lasts(elapsed(begin, end), 1);
    }
    printf(" of a module's %d", right);
}

static void graph(void) {
    enum { NODES = 50, LAUNCHES = 4 };
    hipGraph_t made, captured;
    hipGraphExec_t one, two;
    hipGraphNode_t node, before = NULL;
    hipStream_t stream;
    int *memory = device_memory(), host[COUNT];
    hipKernelNodeParams empty = {
        .blockDim = {GROUP, 1, 1}, .func = (void*)&empty_stub, .gridDim = {8, 1, 1}, .kernelParams = (void*[]){NULL}};
    HIP(hipStreamCreate(&stream));
    HIP(hipGraphCreate(&made, 0));
    for (int i = 0; i < NODES; i++) {
        HIP(hipGraphAddKernelNode(&node, made, &before, before != NULL, &empty));
        before = node;
    }
    HIP(hipGraphInstantiate(&one, made, NULL, NULL, 0));
    HIP(hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal));
    pattern(host, COUNT, 5);
    HIP(hipMemcpyAsync(memory, host, BYTES, hipMemcpyHostToDevice, stream));
    for (int i = 0; i < 3; i++) launch_empty(stream);
    HIP(hipMemcpyAsync(host, memory, BYTES, hipMemcpyDeviceToHost, stream));
    HIP(hipStreamEndCapture(stream, &captured));
    HIP(hipGraphInstantiate(&two, captured, NULL, NULL, 0));
    for (int i = 0; i < LAUNCHES; i++) {
        HIP(hipGraphLaunch(one, stream));
        HIP(hipGraphLaunch(two, stream));
    }
    HIP(hipStreamSynchronize(stream));
    printf(" %d kernels, %d wrong", LAUNCHES * (NODES + 3), differing(host, COUNT, 5));
    HIP(hipGraphExecDestroy(one));
    HIP(hipGraphExecDestroy(two));
    HIP(hipGraphDestroy(made));
    HIP(hipGraphDestroy(captured));
}

static void cooperative(void) {
    for (int i = 0; i < 10; i++)
        HIP(hipLaunchCooperativeKernel(&empty_stub, (dim3){4, 1, 1}, (dim3){GROUP, 1, 1}, (void*[]){NULL}, 0, NULL));
    launch_empty(NULL);
    HIP(hipDeviceSynchronize());
    printf(" 11 kernels");
}

static void count_call(void* calls) { __atomic_fetch_add((int*)calls, 1, __ATOMIC_RELAXED); }

static void count_callback(hipStream_t stream, hipError_t status, void* calls) {
    if (stream != NULL && status == hipSuccess) count_call(calls);
}

static void callbacks(void) {
    hipStream_t stream;
    int calls = 0;
    HIP(hipStreamCreate(&stream));
    for (int i = 0; i < 20; i++) {
        launch_empty(stream);
        HIP(hipStreamAddCallback(stream, count_callback, &calls, 0));
        if (hipLaunchHostFunc != NULL) HIP(hipLaunchHostFunc(stream, count_call, &calls));
    }
    HIP(hipStreamSynchronize(stream));
    printf(" %d", calls);
}

static void* work(void* number) {
    hipStream_t stream;
    int *memory, host[COUNT];
    HIP(hipSetDevice(0));
    HIP(hipStreamCreate(&stream));
    HIP(hipMalloc((void**)&memory, BYTES));
    for (int i = 0; i < 100; i++) launch_empty(stream);
    pattern(host, COUNT, (int)(intptr_t)number);
    HIP(hipMemcpyAsync(memory, host, BYTES, hipMemcpyHostToDevice, stream));
    HIP(hipStreamSynchronize(stream));
    HIP(hipMemcpyAsync(host, memory, BYTES, hipMemcpyDeviceToHost, stream));
    HIP(hipStreamSynchronize(stream));
    return (void*)(intptr_t)differing(host, COUNT, (int)(intptr_t)number);
}

static void threads(void) {
    pthread_t all[4];
    intptr_t wrong = 0;
    for (intptr_t i = 0; i < 4; i++) EXPECT(!pthread_create(&all[i], NULL, work, (void*)i));
    for (int i = 0; i < 4; i++) {
        void* result;
        EXPECT(!pthread_join(all[i], &result));
        wrong += (intptr_t)result;
    }
    printf(" %d wrong", (int)wrong);
}

static void gpus(void) {
    int count;
    HIP(hipGetDeviceCount(&count));
    for (int i = 0; i < 60; i++) {
        HIP(hipSetDevice(i % count));
        launch_empty(NULL);
    }
    for (int i = 0; i < count; i++) {
        HIP(hipSetDevice(i));
        HIP(hipDeviceSynchronize());
    }
    HIP(hipSetDevice(0));
    printf(" 60 kernels on %d", count);
}

const scenario kernel_scenarios[] = {{"module", by_module},    {"registered", registered},
                                     {"streams", streams},     {"events", events},
                                     {"graph", graph},         {"cooperative", cooperative},
                                     {"callbacks", callbacks}, {"threads", threads},
                                     {"gpus", gpus},           {NULL, NULL}};
