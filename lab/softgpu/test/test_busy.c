// A busy program: 8 threads on 16 streams of 2 devices, kernels, copies, fills and events mixed, every result checked.
#include "check.h"

#include <hip/hip_runtime_api.h>
#include <pthread.h>
#include <softgpu/softgpu.h>
#include <stdatomic.h>

enum { THREADS = 8, STREAMS = 2, ROUNDS = 60, N = 2048, BLOCK = 128 };

static void add(const softgpu_workgroup* wg, void** args) {
    uint32_t* data = *(uint32_t**)args[0];
    uint32_t term = *(uint32_t*)args[1];
    for (uint32_t t = 0; t < wg->block.x; t++) data[wg->group.x * wg->block.x + t] += term;
}

static void sum_shared(const softgpu_workgroup* wg, void** args) {
    const uint32_t* data = *(const uint32_t**)args[0];
    uint64_t* total = *(uint64_t**)args[1];
    uint64_t* partial = wg->shared;
    CHECK_EQUAL(8, wg->shared_bytes);
    for (uint32_t t = 0; t < wg->block.x; t++) *partial += data[wg->group.x * wg->block.x + t];
    if (wg->group.x == wg->grid.x - 1) *total = *partial;
}

static _Atomic(uint64_t) done;

static void count(void* unused) {
    (void)unused;
    atomic_fetch_add(&done, 1);
}

static void* work(void* arg) {
    uint32_t id = (uint32_t)(uintptr_t)arg;
    hipStream_t streams[STREAMS];
    hipEvent_t event;
    uint32_t *data, *host;
    uint64_t* total;
    HIP(hipSetDevice((int)(id % 2)));
    for (int i = 0; i < STREAMS; i++)
        HIP(hipStreamCreateWithFlags(&streams[i], id % 3 == 0 ? hipStreamNonBlocking : 0));
    HIP(hipEventCreate(&event));
    HIP(hipMalloc((void**)&data, N * sizeof *data));
    HIP(hipHostMalloc((void**)&host, N * sizeof *host, 0));
    HIP(hipHostMalloc((void**)&total, sizeof *total, 0));
    for (uint32_t round = 0; round < ROUNDS; round++) {
        hipStream_t s = streams[round % STREAMS];
        HIP(hipMemsetAsync(data, 0, N * sizeof *data, s));
        uint64_t expected = 0;
        for (uint32_t i = 1; i <= 10; i++) {
            uint32_t term = id + round + i;
            expected += term;
            void* args[] = {&data, &term};
            HIP(hipLaunchKernel((void*)add, (dim3){N / BLOCK, 1, 1}, (dim3){BLOCK, 1, 1}, args, 0, s));
        }
        HIP(hipEventRecord(event, s));
        hipStream_t other = streams[(round + 1) % STREAMS];
        HIP(hipStreamWaitEvent(other, event, 0));
        void* args[] = {&data, &total};
        HIP(hipLaunchKernel((void*)sum_shared, (dim3){N / BLOCK, 1, 1}, (dim3){BLOCK, 1, 1}, args, 8, other));
        HIP(hipMemcpyAsync(host, data, N * sizeof *host, hipMemcpyDeviceToHost, other));
        HIP(hipLaunchHostFunc(other, count, NULL));
        HIP(hipStreamSynchronize(other));
        for (int i = 0; i < N; i++) CHECK_EQUAL(expected, host[i]);
        CHECK_EQUAL(expected * N, *total);
    }
    for (int i = 0; i < STREAMS; i++) HIP(hipStreamDestroy(streams[i]));
    HIP(hipEventDestroy(event));
    HIP(hipFree(data));
    HIP(hipHostFree(host));
    HIP(hipHostFree(total));
    return NULL;
}

int main(void) {
    pthread_t threads[THREADS];
    for (uintptr_t i = 0; i < THREADS; i++) CHECK_EQUAL(0, pthread_create(&threads[i], NULL, work, (void*)i));
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    CHECK_EQUAL(THREADS * ROUNDS, done);
    HIP(hipDeviceSynchronize());
    return 0;
}
