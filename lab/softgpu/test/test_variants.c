// HIP's many forms of the same operations: launches on one and several devices, per-thread-default-stream
// functions, copies and fills described by structs, hints, symbols, pools.
#define _GNU_SOURCE
#include "check.h"

#include <hip/hip_runtime_api.h>
#include <pthread.h>
#include <softgpu/softgpu.h>
#include <string.h>
#include <unistd.h>

static const dim3 ONE = {1, 1, 1};

static void note_device(const softgpu_workgroup* wg, void** args) { *(*(int**)args[0] + wg->device) = *(int*)args[1]; }

static void add(const softgpu_workgroup* wg, void** args) {
    (void)wg;
    **(int**)args[0] += *(int*)args[1];
}

static void take_ten_milliseconds(const softgpu_workgroup* wg, void** args) {
    (void)wg, (void)args;
    usleep(10000);
}

static int* new_ints(void) {
    int* ints;
    HIP(hipMallocManaged((void**)&ints, 1024, hipMemAttachGlobal));
    memset(ints, 0, 1024);
    return ints;
}

static void launches_on_several_devices_wait_for_each_other(void) {
    int *noted = new_ints(), values[2] = {7, 8};
    void* args[2][2] = {{&noted, &values[0]}, {&noted, &values[1]}};
    hipLaunchParams parts[2];
    for (int i = 0; i < 2; i++) {
        parts[i] = (hipLaunchParams){.func = (void*)note_device, .gridDim = ONE, .blockDim = ONE, .args = args[i]};
        HIP(hipSetDevice(i));
        HIP(hipStreamCreateWithFlags(&parts[i].stream, hipStreamNonBlocking));
    }
    HIP(hipLaunchCooperativeKernelMultiDevice(parts, 2, 0));
    HIP(hipStreamSynchronize(parts[0].stream));
    CHECK_EQUAL(7, noted[0]);
    HIP(hipStreamSynchronize(parts[1].stream));
    CHECK_EQUAL(8, noted[1]);
    HIP(hipLaunchKernel((void*)take_ten_milliseconds, ONE, ONE, NULL, 0, parts[1].stream));
    values[0] = 9;
    values[1] = 10;
    HIP(hipExtLaunchMultiKernelMultiDevice(parts, 2, 0));
    HIP(hipStreamSynchronize(parts[0].stream)); // follows the other device's earlier work and its part
    CHECK(noted[0] == 9 && noted[1] == 10);

    hipFunction_t function;
    HIP(hipGetFuncBySymbol(&function, (void*)note_device));
    hipFunctionLaunchParams functions[2];
    for (int i = 0; i < 2; i++) {
        functions[i] = (hipFunctionLaunchParams){.function = function,
                                                 .gridDimX = 1,
                                                 .gridDimY = 1,
                                                 .gridDimZ = 1,
                                                 .blockDimX = 1,
                                                 .blockDimY = 1,
                                                 .blockDimZ = 1,
                                                 .hStream = parts[i].stream,
                                                 .kernelParams = args[i]};
    }
    values[0] = values[1] = 11;
    HIP(hipModuleLaunchCooperativeKernelMultiDevice(functions, 2, 3));
    for (int i = 0; i < 2; i++) HIP(hipStreamSynchronize(parts[i].stream));
    CHECK(noted[0] == 11 && noted[1] == 11);

    hipStream_t second = parts[1].stream;
    parts[1].stream = parts[0].stream;
    CHECK_EQUAL(hipErrorInvalidDevice, hipLaunchCooperativeKernelMultiDevice(parts, 2, 0));
    parts[1].stream = NULL;
    CHECK_EQUAL(hipErrorInvalidResourceHandle, hipLaunchCooperativeKernelMultiDevice(parts, 2, 0));
    CHECK_EQUAL(hipErrorInvalidValue, hipLaunchCooperativeKernelMultiDevice(parts, 3, 0));
    CHECK_EQUAL(hipErrorInvalidValue, hipLaunchCooperativeKernelMultiDevice(NULL, 1, 0));
    HIP(hipStreamDestroy(parts[0].stream));
    HIP(hipStreamDestroy(second));
    HIP(hipSetDevice(0));
    HIP(hipFree(noted));
}

static void every_form_of_a_launch_launches(void) {
    hipFunction_t function;
    int *sum = new_ints(), one = 1;
    void* args[] = {&sum, &one};
    HIP(hipGetFuncBySymbol(&function, (void*)add));
    HIP(hipLaunchKernel((void*)add, ONE, ONE, args, 0, NULL));
    HIP(hipLaunchKernel_spt((void*)add, ONE, ONE, args, 0, hipStreamLegacy));
    HIP(hipLaunchCooperativeKernel((void*)add, ONE, ONE, args, 0, NULL));
    HIP(hipLaunchCooperativeKernel_spt((void*)add, ONE, ONE, args, 0, hipStreamLegacy));
    HIP(hipExtLaunchKernel((void*)add, ONE, ONE, args, 0, NULL, NULL, NULL, 0));
    HIP(hipModuleLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, NULL, args, NULL));
    HIP(hipModuleLaunchCooperativeKernel(function, 1, 1, 1, 1, 1, 1, 0, NULL, args));
    HIP(hipExtModuleLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, NULL, args, NULL, NULL, NULL, 0));
    HIP(hipHccModuleLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, NULL, args, NULL, NULL, NULL));
    hipLaunchConfig_t config = {.gridDim = ONE, .blockDim = ONE};
    HIP(hipLaunchKernelExC(&config, (void*)add, args));
    HIP_LAUNCH_CONFIG driver = {1, 1, 1, 1, 1, 1, 0, NULL, NULL, 0};
    HIP(hipDrvLaunchKernelEx(&driver, function, args, NULL));
    HIP(hipStreamSynchronize(NULL));
    CHECK_EQUAL(11, *sum);
    hipFuncAttributes attributes;
    HIP(hipFuncGetAttributes(&attributes, (void*)add));
    CHECK_EQUAL(1024, attributes.maxThreadsPerBlock);
    CHECK_EQUAL(hipErrorInvalidDeviceFunction, hipFuncGetAttributes(&attributes, NULL));
    HIP(hipFree(sum));
}

static void events_of_a_launch_enclose_the_kernel(void) {
    hipEvent_t start, stop;
    hipFunction_t function;
    hipStream_t stream;
    float ms = 0;
    HIP(hipStreamCreate(&stream));
    HIP(hipEventCreate(&start));
    HIP(hipEventCreate(&stop));
    HIP(hipExtLaunchKernel((void*)take_ten_milliseconds, ONE, ONE, NULL, 0, stream, start, stop, 0));
    HIP(hipEventSynchronize(stop));
    HIP(hipEventElapsedTime(&ms, start, stop));
    CHECK(ms >= 9.5f); // a drifting clock is converted, not exact
    HIP(hipGetFuncBySymbol(&function, (void*)take_ten_milliseconds));
    HIP(hipExtModuleLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, stream, NULL, NULL, start, stop, 0));
    HIP(hipEventSynchronize(stop));
    HIP(hipEventElapsedTime(&ms, start, stop));
    CHECK(ms >= 9.5f);
    HIP(hipEventDestroy(start));
    HIP(hipEventDestroy(stop));
    HIP(hipStreamDestroy(stream));
}

static void add_on_host(void* data) { ++*(int*)data; }

static void on_stream(hipStream_t stream, hipError_t status, void* data) {
    CHECK(stream == hipStreamPerThread && status == hipSuccess);
    ++*(int*)data;
}

static void* use_the_threads_own_stream(void* unused) {
    hipEvent_t event;
    hipGraph_t graph;
    hipGraphExec_t exec;
    hipStreamCaptureStatus status;
    unsigned flags = 99;
    int *ints = new_ints(), priority = 99, out[4], two = 2;
    void* args[] = {&ints, &two};
    HIP(hipEventCreate(&event));
    HIP(hipMemset_spt(ints, 0, 64));
    HIP(hipMemsetAsync_spt(ints, 0, 64, NULL));
    HIP(hipLaunchKernel_spt((void*)add, ONE, ONE, args, 0, NULL));
    HIP(hipLaunchHostFunc_spt(NULL, add_on_host, ints));
    HIP(hipStreamAddCallback_spt(NULL, on_stream, ints, 0));
    HIP(hipEventRecord_spt(event, NULL));
    HIP(hipStreamWaitEvent_spt(NULL, event, 0));
    HIP(hipMemcpyAsync_spt(out, ints, 4, hipMemcpyDeviceToHost, NULL));
    HIP(hipStreamSynchronize_spt(NULL));
    HIP(hipStreamQuery_spt(NULL));
    CHECK_EQUAL(4, out[0]);
    HIP(hipStreamGetFlags_spt(NULL, &flags));
    HIP(hipStreamGetPriority_spt(NULL, &priority));
    CHECK(flags == hipStreamDefault && priority == 0);
    HIP(hipStreamBeginCapture_spt(NULL, hipStreamCaptureModeThreadLocal));
    HIP(hipLaunchKernel_spt((void*)add, ONE, ONE, args, 0, NULL));
    HIP(hipStreamIsCapturing_spt(NULL, &status));
    CHECK_EQUAL(hipStreamCaptureStatusActive, status);
    HIP(hipStreamEndCapture_spt(NULL, &graph));
    HIP(hipGraphInstantiate(&exec, graph, NULL, NULL, 0));
    HIP(hipGraphLaunch_spt(exec, NULL));
    HIP(hipMemcpy_spt(out, ints, 4, hipMemcpyDeviceToHost));
    CHECK_EQUAL(6, out[0]);
    HIP(hipMemset2D_spt(ints, 16, 1, 4, 2));
    HIP(hipMemset2DAsync_spt(ints + 1, 16, 2, 4, 2, NULL));
    hipPitchedPtr box = {.ptr = ints + 2, .pitch = 16, .xsize = 4, .ysize = 2};
    HIP(hipMemset3D_spt(box, 3, (hipExtent){4, 2, 1}));
    box.ptr = ints + 3;
    HIP(hipMemset3DAsync_spt(box, 4, (hipExtent){4, 2, 1}, NULL));
    HIP(hipMemcpy2D_spt(out, 8, ints, 16, 8, 2, hipMemcpyDeviceToHost));
    CHECK(out[0] == 0x01010101 && out[1] == 0x02020202 && out[2] == 0x01010101 && out[3] == 0x02020202);
    HIP(hipMemcpy2DAsync_spt(out, 8, ints + 2, 16, 8, 2, hipMemcpyDeviceToHost, NULL));
    HIP(hipStreamSynchronize_spt(NULL));
    CHECK(out[0] == 0x03030303 && out[1] == 0x04040404 && out[2] == 0x03030303 && out[3] == 0x04040404);
    HIP(hipGraphExecDestroy(exec));
    HIP(hipGraphDestroy(graph));
    HIP(hipEventDestroy(event));
    HIP(hipFree(ints));
    return unused;
}

static void the_spt_functions_use_the_threads_own_stream(void) {
    pthread_t thread;
    CHECK_EQUAL(0, pthread_create(&thread, NULL, use_the_threads_own_stream, NULL));
    CHECK_EQUAL(0, pthread_join(thread, NULL));
}

static void structs_describe_copies_and_fills(void) {
    int *from = new_ints(), *to = new_ints();
    HIP(hipMemsetD2D32(from, 32, 5, 4, 4));
    HIP(hipMemsetD2D16(from, 32, 6, 1, 1));
    HIP(hipMemsetD2D8Async(from + 1, 32, 7, 1, 2, NULL));
    CHECK_EQUAL(hipErrorInvalidValue, hipMemsetD2D32(from, 32, 5, 4, 1000)); // exceeds the allocation
    HIP(hipStreamSynchronize(NULL));
    CHECK(from[0] == 0x00000006 && from[1] == 7 && from[2] == 5 && from[3] == 5 && from[4] == 0 && from[9] == 7
          && from[24] == 5);
    hip_Memcpy2D rows = {.srcMemoryType = hipMemoryTypeDevice,
                         .srcDevice = from,
                         .srcPitch = 32,
                         .srcXInBytes = 8,
                         .srcY = 1,
                         .dstMemoryType = hipMemoryTypeHost,
                         .dstHost = to,
                         .dstPitch = 16,
                         .dstXInBytes = 4,
                         .WidthInBytes = 8,
                         .Height = 2};
    HIP(hipMemcpyParam2D(&rows));
    CHECK(to[0] == 0 && to[1] == 5 && to[2] == 5 && to[3] == 0 && to[4] == 0 && to[5] == 5 && to[6] == 5 && to[8] == 0);
    rows.dstHost = to + 16;
    HIP(hipMemcpyParam2DAsync(&rows, NULL));
    HIP(hipStreamSynchronize(NULL));
    CHECK(to[17] == 5 && to[22] == 5);
    CHECK_EQUAL(hipErrorInvalidValue, hipMemcpyParam2D(NULL));

    int* peer;
    HIP(hipSetDevice(1));
    HIP(hipMalloc((void**)&peer, 1024));
    HIP(hipSetDevice(0));
    hipMemcpy3DPeerParms box = {.srcPtr = {.ptr = from, .pitch = 32, .xsize = 16, .ysize = 4},
                                .srcDevice = 0,
                                .dstPtr = {.ptr = peer, .pitch = 16, .xsize = 16, .ysize = 4},
                                .dstDevice = 1,
                                .extent = {16, 4, 1}};
    HIP(hipMemcpy3DPeer(&box));
    HIP(hipMemcpy3DPeerAsync(&box, NULL));
    HIP(hipMemcpyPeerAsync(to, 0, peer, 1, 64, NULL));
    HIP(hipStreamSynchronize(NULL));
    CHECK(to[0] == 0x00000006 && to[1] == 7 && to[2] == 5 && to[5] == 7 && to[15] == 5);
    box.dstDevice = 17;
    CHECK_EQUAL(hipErrorInvalidDevice, hipMemcpy3DPeer(&box));
    HIP(hipFree(peer));
    HIP(hipFree(from));
    HIP(hipFree(to));
}

static void managed_memory_takes_hints(void) {
    int* ints = new_ints();
    hipMemLocation gpu = {.type = hipMemLocationTypeDevice, .id = 1};
    HIP(hipMemAdvise(ints, 1024, hipMemAdviseSetReadMostly, 0));
    HIP(hipMemPrefetchAsync(ints, 1024, 0, NULL));
    HIP(hipMemAdvise_v2(ints, 1024, hipMemAdviseSetPreferredLocation, gpu));
    HIP(hipMemPrefetchAsync_v2(ints, 1024, gpu, 0, NULL));
    HIP(hipStreamAttachMemAsync(NULL, ints, 0, hipMemAttachGlobal));
    CHECK_EQUAL(hipErrorInvalidValue, hipMemPrefetchAsync(NULL, 1024, 0, NULL));
    CHECK_EQUAL(hipErrorInvalidValue, hipStreamAttachMemAsync(NULL, &gpu, 0, hipMemAttachGlobal));
    HIP(hipFree(ints));
}

static int symbol[8];

static void symbols_are_copied_to_and_from(void) {
    int in[2] = {3, 4}, out[2] = {0};
    void** binary = __hipRegisterFatBinary(NULL);
    __hipRegisterVar(binary, symbol, NULL, NULL, 0, sizeof symbol, 0, 0);
    HIP(hipMemcpyToSymbol(symbol, in, 8, 8, hipMemcpyHostToDevice));
    HIP(hipMemcpyFromSymbol(out, symbol, 8, 8, hipMemcpyDeviceToHost));
    CHECK(out[0] == 3 && out[1] == 4 && symbol[2] == 3);
    HIP(hipMemcpyToSymbol_spt(symbol, in, 8, 0, hipMemcpyHostToDevice));
    HIP(hipMemcpyFromSymbol_spt(out, symbol, 8, 4, hipMemcpyDeviceToHost));
    CHECK(out[0] == 4 && out[1] == 3);
    HIP(hipMemcpyToSymbolAsync_spt(symbol, in, 4, 28, hipMemcpyHostToDevice, NULL));
    HIP(hipMemcpyFromSymbolAsync_spt(out, symbol, 4, 28, hipMemcpyDeviceToHost, NULL));
    HIP(hipStreamSynchronize(hipStreamPerThread));
    CHECK_EQUAL(3, out[0]);
    CHECK_EQUAL(hipErrorInvalidValue, hipMemcpyToSymbol(symbol, in, 8, 28, hipMemcpyHostToDevice));
    CHECK_EQUAL(hipErrorInvalidSymbol, hipMemcpyToSymbol(in, in, 8, 0, hipMemcpyHostToDevice));
    __hipUnregisterFatBinary(binary);
}

static void pools_name_where_memory_comes_from(void) {
    hipMemPool_t pool, initial, current;
    hipStream_t stream;
    hipPointerAttribute_t attributes;
    void* memory;
    uint64_t threshold = 1 << 20, got = 0;
    int reuse = 9;
    hipMemPoolProps props = {.location = {.type = hipMemLocationTypeDevice, .id = 1}};
    HIP(hipMemPoolCreate(&pool, &props));
    HIP(hipDeviceGetDefaultMemPool(&initial, 1));
    HIP(hipDeviceGetMemPool(&current, 1));
    CHECK(current == initial && pool != initial);
    HIP(hipDeviceSetMemPool(1, pool));
    HIP(hipDeviceGetMemPool(&current, 1));
    CHECK(current == pool);
    CHECK_EQUAL(hipErrorInvalidValue, hipDeviceSetMemPool(0, pool));
    HIP(hipMemPoolSetAttribute(pool, hipMemPoolAttrReleaseThreshold, &threshold));
    HIP(hipMemPoolGetAttribute(pool, hipMemPoolAttrReleaseThreshold, &got));
    CHECK_EQUAL(threshold, got);
    HIP(hipMemPoolGetAttribute(pool, hipMemPoolReuseAllowOpportunistic, &reuse));
    CHECK_EQUAL(1, reuse);
    HIP(hipStreamCreate(&stream));
    HIP(hipMallocFromPoolAsync(&memory, 256, pool, stream));
    HIP(hipPointerGetAttributes(&attributes, memory));
    CHECK_EQUAL(1, attributes.device);
    HIP(hipFreeAsync(memory, stream));
    HIP(hipStreamSynchronize(stream));
    HIP(hipMemPoolTrimTo(pool, 0));
    HIP(hipMemPoolDestroy(pool));
    CHECK_EQUAL(hipErrorInvalidValue, hipMemPoolDestroy(pool));
    CHECK_EQUAL(hipErrorInvalidValue, hipMemPoolDestroy(initial));
    HIP(hipDeviceGetMemPool(&current, 1));
    CHECK(current == initial);
    HIP(hipStreamDestroy(stream));
}

int main(void) {
    launches_on_several_devices_wait_for_each_other();
    every_form_of_a_launch_launches();
    events_of_a_launch_enclose_the_kernel();
    the_spt_functions_use_the_threads_own_stream();
    structs_describe_copies_and_fills();
    managed_memory_takes_hints();
    symbols_are_copied_to_and_from();
    pools_name_where_memory_comes_from();
    return 0;
}
