// fork without exec, 100 times, while other threads are inside calls: the child's own calls give right results, work in
// flight stays the parent's, nothing hangs.
#define _GNU_SOURCE
#include "check.h"

#include <hip/hip_runtime_api.h>
#include <pthread.h>
#include <softgpu/softgpu.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { FORKS = 100, THREADS = 4, N = 1024 };

static int stop;
static hipStream_t inherited;
static int *inherited_data;
static hipEvent_t inherited_event;

static void add_one(const softgpu_workgroup *wg, void **args) {
    int *data = *(int **)args[0];
    for (uint32_t t = 0; t < wg->block.x; t++) data[wg->group.x * wg->block.x + t]++;
}

static void launch(int *data, hipStream_t stream) {
    void *args[] = {&data};
    HIP(hipLaunchKernel((void *)add_one, (dim3){N / 64, 1, 1}, (dim3){64, 1, 1}, args, 0, stream));
}

// Allocations, copies, launches on own and shared streams: what a program's threads are in when another one forks.
static void *keep_busy(void *unused) {
    hipStream_t stream;
    hipEvent_t event;
    int *data, host[4];
    HIP(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking));
    HIP(hipEventCreate(&event));
    while (!__atomic_load_n(&stop, __ATOMIC_ACQUIRE)) {
        HIP(hipMalloc((void **)&data, N * sizeof(int)));
        HIP(hipMemsetAsync(data, 0, N * sizeof(int), stream));
        for (int i = 0; i < 5; i++) launch(data, stream);
        HIP(hipEventRecord(event, stream));
        HIP(hipMemcpyAsync(host, data, sizeof host, hipMemcpyDeviceToHost, stream));
        HIP(hipStreamSynchronize(stream));
        CHECK_EQUAL(5, host[3]);
        HIP(hipFree(data));
    }
    HIP(hipEventDestroy(event));
    HIP(hipStreamDestroy(stream));
    return unused;
}

static int child_work(int *data, hipStream_t stream) {
    static int host[N];
    HIP(hipMemsetAsync(data, 0, sizeof host, stream));
    for (int i = 0; i < 20; i++) launch(data, stream);
    HIP(hipMemcpyAsync(host, data, sizeof host, hipMemcpyDeviceToHost, stream));
    HIP(hipStreamSynchronize(stream));
    for (int i = 0; i < N; i++) {
        if (host[i] != 20) return 2;
    }
    return 0;
}

static void *child_thread(void *data) {
    hipStream_t stream;
    HIP(hipStreamCreate(&stream));
    int status = child_work(data, stream);
    HIP(hipStreamDestroy(stream));
    return (void *)(uintptr_t)status;
}

static int child(void) {
    alarm(20); // a hang shows as a signal
    int *data;
    pthread_t thread;
    void *status;
    HIP(hipEventSynchronize(inherited_event)); // the parent's work is not waited for
    HIP(hipStreamSynchronize(inherited));
    if (child_work(inherited_data, inherited) != 0) return 3;
    HIP(hipMalloc((void **)&data, N * sizeof(int)));
    if (child_work(data, NULL) != 0) return 4;
    if (pthread_create(&thread, NULL, child_thread, data) != 0) return 5;
    pthread_join(thread, &status);
    HIP(hipDeviceSynchronize());
    HIP(hipFree(data));
    HIP(hipStreamDestroy(inherited));
    return (int)(uintptr_t)status;
}

int main(void) {
    pthread_t threads[THREADS];
    HIP(hipStreamCreate(&inherited));
    HIP(hipEventCreate(&inherited_event));
    HIP(hipMalloc((void **)&inherited_data, N * sizeof(int)));
    for (int i = 0; i < THREADS; i++) CHECK_EQUAL(0, pthread_create(&threads[i], NULL, keep_busy, NULL));
    for (int i = 0; i < FORKS; i++) {
        HIP(hipMemsetAsync(inherited_data, 0, N * sizeof(int), inherited));
        for (int j = 0; j < 30; j++) launch(inherited_data, inherited);
        HIP(hipEventRecord(inherited_event, inherited));
        pid_t pid = fork();
        CHECK(pid >= 0);
        if (pid == 0) _exit(child());
        HIP(hipStreamSynchronize(inherited));
        for (int j = 0; j < N; j++) CHECK_EQUAL(30, inherited_data[j]);
        int status;
        CHECK_EQUAL(pid, waitpid(pid, &status, 0));
        CHECK(WIFEXITED(status));
        CHECK_EQUAL(0, WEXITSTATUS(status));
    }
    __atomic_store_n(&stop, 1, __ATOMIC_RELEASE);
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    return 0;
}
