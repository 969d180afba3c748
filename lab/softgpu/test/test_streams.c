// Streams and events: order within a stream, independence between streams, the null stream's rules, host functions.
#define _GNU_SOURCE
#include "check.h"

#include <hip/hip_runtime_api.h>
#include <pthread.h>
#include <softgpu/softgpu.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

static atomic_int gate; // a kernel waits at it until it opens

static void wait_for_gate(const softgpu_workgroup* wg, void** args) {
    (void)wg;
    atomic_int* open = *(atomic_int**)args[0];
    while (!atomic_load(open)) usleep(100);
}

static void append(const softgpu_workgroup* wg, void** args) {
    (void)wg;
    int* list = *(int**)args[0];
    list[++list[0]] = *(int*)args[1];
}

static void launch_gate(hipStream_t stream) {
    atomic_store(&gate, 0);
    atomic_int* where = &gate;
    void* args[] = {&where};
    HIP(hipLaunchKernel((void*)wait_for_gate, (dim3){1, 1, 1}, (dim3){1, 1, 1}, args, 0, stream));
}

static void open_gate(void) { atomic_store(&gate, 1); }

static void launch_append(int* list, int value, hipStream_t stream) {
    void* args[] = {&list, &value};
    HIP(hipLaunchKernel((void*)append, (dim3){1, 1, 1}, (dim3){64, 1, 1}, args, 0, stream));
}

static int* new_list(void) {
    int* list;
    HIP(hipMalloc((void**)&list, 4096 * sizeof(int)));
    HIP(hipMemset(list, 0, 4096 * sizeof(int)));
    return list;
}

static void* open_later(void* unused) {
    usleep(20000);
    open_gate();
    return unused;
}

static void work_of_a_stream_is_in_order_even_when_its_queue_is_full(void) {
    pthread_t opener;
    hipStream_t s;
    int* list = new_list();
    HIP(hipStreamCreateWithFlags(&s, hipStreamNonBlocking));
    launch_gate(s);
    CHECK_EQUAL(0, pthread_create(&opener, NULL, open_later, NULL));
    for (int i = 1; i <= 2000; i++) launch_append(list, i, s);
    HIP(hipStreamSynchronize(s));
    CHECK_EQUAL(2000, list[0]);
    for (int i = 1; i <= 2000; i++) CHECK_EQUAL(i, list[i]);
    pthread_join(opener, NULL);
    HIP(hipStreamDestroy(s));
    HIP(hipFree(list));
}

static void copies_kernels_and_fills_keep_their_order(void) {
    hipStream_t s;
    int *device, *host;
    HIP(hipStreamCreateWithPriority(&s, hipStreamNonBlocking, -1));
    HIP(hipMalloc((void**)&device, 64));
    HIP(hipHostMalloc((void**)&host, 64, 0));
    memset(host, 0, 64);
    for (int round = 0; round < 200; round++) {
        host[0] = 0;
        HIP(hipMemcpyAsync(device, host, 64, hipMemcpyHostToDevice, s));
        launch_append(device, round, s);
        launch_append(device, round + 1, s);
        HIP(hipMemsetAsync(device + 5, 1, 4, s));
        HIP(hipMemcpyAsync(host, device, 64, hipMemcpyDeviceToHost, s));
        HIP(hipStreamSynchronize(s));
        CHECK(host[0] == 2 && host[1] == round && host[2] == round + 1 && host[5] == 0x01010101);
    }
    HIP(hipStreamDestroy(s));
    HIP(hipFree(device));
    HIP(hipHostFree(host));
}

static void work_is_asynchronous_and_can_be_asked(void) {
    hipStream_t s;
    hipEvent_t before, after;
    float ms;
    HIP(hipStreamCreate(&s));
    HIP(hipEventCreate(&before));
    HIP(hipEventCreateWithFlags(&after, hipEventDefault));
    HIP(hipEventQuery(after)); // never recorded: nothing to wait for
    HIP(hipEventRecord(before, s));
    launch_gate(s);
    HIP(hipEventRecord(after, s));
    CHECK_EQUAL(hipErrorNotReady, hipStreamQuery(s));
    CHECK_EQUAL(hipErrorNotReady, hipEventQuery(after));
    CHECK_EQUAL(hipErrorNotReady, hipEventElapsedTime(&ms, before, after));
    CHECK_EQUAL(hipSuccess, hipGetLastError()); // "not ready" is not stored as an error
    open_gate();
    HIP(hipEventSynchronize(after));
    HIP(hipEventQuery(after));
    HIP(hipEventElapsedTime(&ms, before, after));
    CHECK(ms >= 0);
    HIP(hipStreamSynchronize(s));
    HIP(hipStreamQuery(s));
    HIP(hipEventDestroy(before));
    CHECK_EQUAL(hipErrorInvalidHandle, hipEventRecord(before, s));
    HIP(hipEventDestroy(after));
    HIP(hipStreamDestroy(s));
    CHECK_EQUAL(hipErrorContextIsDestroyed, hipStreamSynchronize(s));
}

static void an_event_orders_two_streams(void) {
    hipStream_t a, b;
    hipEvent_t event;
    int* list = new_list();
    HIP(hipStreamCreateWithFlags(&a, hipStreamNonBlocking));
    HIP(hipStreamCreateWithFlags(&b, hipStreamNonBlocking));
    HIP(hipEventCreateWithFlags(&event, hipEventDisableTiming));
    for (int round = 0; round < 100; round++) {
        launch_gate(a);
        launch_append(list, 2 * round, a);
        HIP(hipEventRecord(event, a));
        HIP(hipStreamWaitEvent(b, event, 0));
        launch_append(list, 2 * round + 1, b);
        open_gate();
        HIP(hipStreamSynchronize(b));
        CHECK_EQUAL(2 * round + 2, list[0]);
        CHECK_EQUAL(2 * round + 1, list[2 * round + 2]);
    }
    HIP(hipEventDestroy(event));
    HIP(hipStreamDestroy(a));
    HIP(hipStreamDestroy(b));
    HIP(hipFree(list));
}

static void the_null_stream_comes_after_blocking_streams_only(void) {
    hipStream_t blocking, free_running;
    int* list = new_list();
    HIP(hipStreamCreate(&blocking));
    HIP(hipStreamCreateWithFlags(&free_running, hipStreamNonBlocking));
    launch_gate(blocking);
    launch_append(list, 1, NULL);
    launch_append(list, 2, blocking);
    CHECK_EQUAL(hipErrorNotReady, hipStreamQuery(NULL));
    HIP(hipStreamSynchronize(free_running)); // independent of the others
    CHECK_EQUAL(0, list[0]);
    open_gate();
    HIP(hipStreamSynchronize(blocking));
    CHECK(list[0] == 2 && list[1] == 1 && list[2] == 2);
    HIP(hipStreamDestroy(blocking));
    HIP(hipStreamDestroy(free_running));
    HIP(hipFree(list));
}

static pid_t callback_thread;
static int callback_status = -1;

static void on_stream(hipStream_t stream, hipError_t status, void* data) {
    (void)stream;
    callback_thread = gettid();
    callback_status = (int)status;
    ++*(int*)data;
}

static void on_host(void* data) { *(int*)data *= 10; }

static void host_functions_run_in_the_stream_on_another_thread(void) {
    hipStream_t s;
    int value = 1;
    HIP(hipStreamCreate(&s));
    launch_gate(s);
    HIP(hipStreamAddCallback(s, on_stream, &value, 0));
    HIP(hipLaunchHostFunc(s, on_host, &value));
    CHECK_EQUAL(1, value);
    open_gate();
    HIP(hipStreamSynchronize(s));
    CHECK_EQUAL(20, value);
    CHECK_EQUAL(hipSuccess, callback_status);
    CHECK(callback_thread != 0 && callback_thread != gettid());
    HIP(hipStreamDestroy(s));
}

static void* use_own_stream(void* list) {
    launch_append(list, 5, hipStreamPerThread);
    HIP(hipStreamSynchronize(hipStreamPerThread));
    return NULL;
}

static void every_thread_has_a_stream(void) {
    pthread_t thread;
    int* list = new_list();
    launch_gate(hipStreamPerThread);
    CHECK_EQUAL(0, pthread_create(&thread, NULL, use_own_stream, list));
    CHECK_EQUAL(0, pthread_join(thread, NULL)); // not blocked by this thread's gate
    CHECK_EQUAL(1, list[0]);
    open_gate();
    HIP(hipDeviceSynchronize());
    HIP(hipFree(list));
}

static void values_in_memory_order_streams(void) {
    hipStream_t a, b;
    uint32_t* flag;
    int* list = new_list();
    HIP(hipHostMalloc((void**)&flag, sizeof *flag, 0));
    *flag = 0;
    HIP(hipStreamCreateWithFlags(&a, hipStreamNonBlocking));
    HIP(hipStreamCreateWithFlags(&b, hipStreamNonBlocking));
    HIP(hipStreamWaitValue32(a, flag, 7, 1, UINT32_MAX));
    launch_append(list, 1, a);
    CHECK_EQUAL(hipErrorNotReady, hipStreamQuery(a));
    HIP(hipStreamWriteValue32(b, flag, 7, 0));
    HIP(hipStreamSynchronize(a));
    CHECK_EQUAL(1, list[0]);
    HIP(hipStreamDestroy(a));
    HIP(hipStreamDestroy(b));
    HIP(hipHostFree(flag));
    HIP(hipFree(list));
}

static void freeing_waits_for_the_work(void) {
    hipStream_t s;
    int* list = new_list();
    HIP(hipStreamCreate(&s));
    for (int i = 0; i < 500; i++) launch_append(list, i, s);
    HIP(hipFree(list)); // sanitizers would detect a kernel that runs later
    int* other;
    HIP(hipMallocAsync((void**)&other, 64, s));
    HIP(hipMemsetAsync(other, 0, 64, s));
    launch_append(other, 1, s);
    HIP(hipFreeAsync(other, s));
    HIP(hipStreamSynchronize(s));
    CHECK_EQUAL(hipErrorInvalidValue, hipFree(other));
    HIP(hipStreamDestroy(s));
}

int main(void) {
    work_of_a_stream_is_in_order_even_when_its_queue_is_full();
    copies_kernels_and_fills_keep_their_order();
    work_is_asynchronous_and_can_be_asked();
    an_event_orders_two_streams();
    the_null_stream_comes_after_blocking_streams_only();
    host_functions_run_in_the_stream_on_another_thread();
    every_thread_has_a_stream();
    values_in_memory_order_streams();
    freeing_waits_for_the_work();
    return 0;
}
