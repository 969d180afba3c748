// fork without exec, 50 times, while other threads are inside calls: the child's own calls give right results, work
// in flight remains the parent's, nothing hangs. And once with work that is guaranteed to wait at the fork.
#define _GNU_SOURCE
#include "check.h"

#include <hip/hip_runtime_api.h>
#include <hsa/hsa.h>
#include <hsa/hsa_ext_amd.h>
#include <pthread.h>
#include <sched.h>
#include <softgpu/softgpu.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { FORKS = 50, THREADS = 4, N = 1024 };

static atomic_int stop;
static hipStream_t inherited;
static int* inherited_data;
static hipEvent_t inherited_event;

static void add_one(const softgpu_workgroup* wg, void** args) {
    int* data = *(int**)args[0];
    for (uint32_t t = 0; t < wg->block.x; t++) data[wg->group.x * wg->block.x + t]++;
}

static void launch(int* data, hipStream_t stream) {
    void* args[] = {&data};
    HIP(hipLaunchKernel((void*)add_one, (dim3){N / 64, 1, 1}, (dim3){64, 1, 1}, args, 0, stream));
}

// Allocations, copies, launches on own and shared streams: the calls that threads are in when another one forks.
static void* keep_busy(void* unused) {
    hipStream_t stream;
    hipEvent_t event;
    int *data, host[4];
    HIP(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking));
    HIP(hipEventCreate(&event));
    while (!atomic_load(&stop)) {
        HIP(hipMalloc((void**)&data, N * sizeof(int)));
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

static int child_work(int* data, hipStream_t stream) {
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

static void* child_thread(void* data) {
    hipStream_t stream;
    HIP(hipStreamCreate(&stream));
    int status = child_work(data, stream);
    HIP(hipStreamDestroy(stream));
    return (void*)(uintptr_t)status;
}

static int child(void) {
    alarm(20); // a hang shows as a signal
    int* data;
    pthread_t thread;
    void* status;
    HIP(hipEventSynchronize(inherited_event)); // the parent's work is not waited for
    HIP(hipStreamSynchronize(inherited));
    if (child_work(inherited_data, inherited) != 0) return 3;
    HIP(hipMalloc((void**)&data, N * sizeof(int)));
    if (child_work(data, NULL) != 0) return 4;
    if (pthread_create(&thread, NULL, child_thread, data) != 0) return 5;
    pthread_join(thread, &status);
    HIP(hipDeviceSynchronize());
    HIP(hipFree(data));
    HIP(hipStreamDestroy(inherited));
    return (int)(uintptr_t)status;
}

// --- work that waits during the fork -------------------------------------------------------------------------------

static atomic_int released, parents_handled, child_handled;
static hsa_agent_t agents[2]; // CPU, GPU

static void hold(const softgpu_workgroup* wg, void** args) {
    (void)wg, (void)args;
    while (!atomic_load(&released)) sched_yield();
}

static hsa_status_t take_agent(hsa_agent_t agent, void* unused) {
    (void)unused;
    hsa_device_type_t type;
    HSA(hsa_agent_get_info(agent, HSA_AGENT_INFO_DEVICE, &type));
    int at = type == HSA_DEVICE_TYPE_GPU;
    if (agents[at].handle == 0) agents[at] = agent;
    return HSA_STATUS_SUCCESS;
}

static bool parents_handler(hsa_signal_value_t value, void* arg) {
    (void)value, (void)arg;
    atomic_store(&parents_handled, 1);
    return false;
}

static void childs_function(void* arg) {
    (void)arg;
    atomic_store(&child_handled, 1);
}

static bool is_done(hsa_signal_t signal) {
    return hsa_signal_wait_scacquire(signal, HSA_SIGNAL_CONDITION_LT, 1, UINT64_C(10000000000), HSA_WAIT_STATE_BLOCKED)
         < 1;
}

// The signals that the parent's copies wait for change here, too: neither the copies nor the handler may run.
static int child_of_waiting(hipStream_t stream, int* data, const int* hip_copy, const int* hsa_copy, hsa_signal_t go,
                            hsa_signal_t done) {
    alarm(20);
    HIP(hipStreamSynchronize(stream));
    CHECK(is_done(done));
    hsa_signal_store_screlease(done, 1);
    hsa_signal_store_screlease(go, 0);
    hsa_signal_store_screlease(done, 0);
    HSA(hsa_amd_async_function(childs_function, NULL));                   // after all handlers that are ready now
    for (int i = 0; i < 3; i++) CHECK_EQUAL(0, child_work(data, stream)); // its copies come after any on that engine
    CHECK_EQUAL(1, *hip_copy);
    CHECK_EQUAL(1, *hsa_copy);
    while (!atomic_load(&child_handled)) sched_yield();
    CHECK_EQUAL(0, atomic_load(&parents_handled));
    return 0;
}

static void waiting_work_stays_the_parents(void) {
    hipStream_t stream;
    int *data, *copies;
    hsa_signal_t go, done;
    HIP(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking));
    HIP(hipMalloc((void**)&data, N * sizeof(int)));
    HIP(hipHostMalloc((void**)&copies, 2 * sizeof(int), 0));
    HSA(hsa_iterate_agents(take_agent, NULL));
    HSA(hsa_signal_create(1, 0, NULL, &go));
    HSA(hsa_signal_create(1, 0, NULL, &done));
    copies[0] = copies[1] = 1;
    HIP(hipMemsetD32(data, 7, N));
    HIP(hipLaunchKernel((void*)hold, (dim3){1, 1, 1}, (dim3){1, 1, 1}, NULL, 0, stream));
    HIP(hipMemcpyAsync(&copies[0], data, sizeof(int), hipMemcpyDeviceToHost, stream));
    HSA(hsa_amd_signal_async_handler(done, HSA_SIGNAL_CONDITION_LT, 1, parents_handler, NULL));
    HSA(hsa_amd_memory_async_copy(&copies[1], agents[0], data, agents[1], sizeof(int), 1, &go, done));
    pid_t pid = fork();
    CHECK(pid >= 0);
    if (pid == 0) _exit(child_of_waiting(stream, data, &copies[0], &copies[1], go, done));
    int status;
    CHECK_EQUAL(pid, waitpid(pid, &status, 0));
    CHECK_EQUAL(0, status);
    CHECK_EQUAL(1, copies[0]);
    atomic_store(&released, 1);
    hsa_signal_store_screlease(go, 0);
    HIP(hipStreamSynchronize(stream));
    CHECK(is_done(done));
    CHECK_EQUAL(7, copies[0]);
    CHECK_EQUAL(7, copies[1]);
    while (!atomic_load(&parents_handled)) sched_yield();
    HSA(hsa_signal_destroy(go));
    HSA(hsa_signal_destroy(done));
    HIP(hipStreamDestroy(stream));
    HIP(hipHostFree(copies));
    HIP(hipFree(data));
}

// --- an intercept queue with a backlog at the fork -----------------------------------------------------------------

enum { RING = 64, WORK = 64 };
static int counted;
static uint64_t no_arguments[SOFTGPU_MAX_ARGS];

static void count_one(const softgpu_workgroup* wg, void** args) {
    hold(wg, args);
    counted++;
}

static void three_times(const void* packets, uint64_t count, uint64_t index, void* data,
                        hsa_amd_queue_intercept_packet_writer writer) {
    (void)index, (void)data;
    for (int i = 0; i < 3; i++) writer(packets, count);
}

static void submit_counts(hsa_queue_t* queue, int count, hsa_signal_t done) {
    for (int i = 0; i < count; i++) {
        uint64_t index = hsa_queue_add_write_index_relaxed(queue, 1);
        while (index - hsa_queue_load_read_index_scacquire(queue) >= queue->size) sched_yield();
        hsa_kernel_dispatch_packet_t* slot = (hsa_kernel_dispatch_packet_t*)queue->base_address + index % queue->size;
        hsa_kernel_dispatch_packet_t p = {.setup = 1,
                                          .workgroup_size_x = 1,
                                          .workgroup_size_y = 1,
                                          .workgroup_size_z = 1,
                                          .grid_size_x = 1,
                                          .grid_size_y = 1,
                                          .grid_size_z = 1,
                                          .kernel_object = softgpu_kernel_object(count_one),
                                          .kernarg_address = no_arguments,
                                          .completion_signal = done};
        memcpy((char*)slot + 2, (char*)&p + 2, 62);
        __atomic_store_n(&slot->header, HSA_PACKET_TYPE_KERNEL_DISPATCH, __ATOMIC_SEQ_CST);
        hsa_signal_store_screlease(queue->doorbell_signal, (int64_t)index);
    }
}

static int child_of_intercepted(hsa_queue_t* queue, hsa_signal_t inherited_done) {
    alarm(20);
    hsa_signal_t done;
    CHECK(is_done(inherited_done));
    CHECK_EQUAL(WORK, hsa_queue_load_read_index_scacquire(queue));
    atomic_store(&released, 1);
    HSA(hsa_signal_create(3 * WORK, 0, NULL, &done));
    submit_counts(queue, WORK, done);
    CHECK(is_done(done));
    CHECK_EQUAL(3 * WORK, counted);
    HSA(hsa_queue_destroy(queue));
    return 0;
}

static void what_an_intercept_queue_holds_stays_the_parents(void) {
    hsa_queue_t* queue;
    hsa_signal_t done;
    atomic_store(&released, 0);
    HSA(hsa_amd_queue_intercept_create(agents[1], RING, HSA_QUEUE_TYPE_MULTI, NULL, NULL, 0, 0, &queue));
    HSA(hsa_amd_queue_intercept_register(queue, three_times, NULL));
    HSA(hsa_signal_create(3 * WORK, 0, NULL, &done));
    submit_counts(queue, WORK, done);
    pid_t pid = fork();
    CHECK(pid >= 0);
    if (pid == 0) _exit(child_of_intercepted(queue, done));
    int status;
    CHECK_EQUAL(pid, waitpid(pid, &status, 0));
    CHECK_EQUAL(0, status);
    CHECK_EQUAL(0, counted);
    atomic_store(&released, 1);
    CHECK(is_done(done));
    CHECK_EQUAL(3 * WORK, counted);
    HSA(hsa_queue_destroy(queue));
    HSA(hsa_signal_destroy(done));
}

int main(void) {
    pthread_t threads[THREADS];
    waiting_work_stays_the_parents();
    what_an_intercept_queue_holds_stays_the_parents();
    HIP(hipStreamCreate(&inherited));
    HIP(hipEventCreate(&inherited_event));
    HIP(hipMalloc((void**)&inherited_data, N * sizeof(int)));
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
    atomic_store(&stop, 1);
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    return 0;
}
