// Intercept queues: the packets that interceptors get, the packets that they write, full rings, many producers.
#define _GNU_SOURCE
#include "check.h"

#include <hsa/hsa.h>
#include <hsa/hsa_ext_amd.h>
#include <pthread.h>
#include <sched.h>
#include <softgpu/softgpu.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

static hsa_agent_t gpu;

static hsa_status_t take_gpu(hsa_agent_t agent, void* unused) {
    (void)unused;
    uint32_t type;
    HSA(hsa_agent_get_info(agent, HSA_AGENT_INFO_DEVICE, &type));
    if (type == HSA_DEVICE_TYPE_GPU) gpu = agent;
    return HSA_STATUS_SUCCESS;
}

// --- kernels and packets -------------------------------------------------------------------------------------------

enum { LOG_MAX = 1 << 16 };
static uint64_t ran[LOG_MAX]; // first arguments of the kernels, in the order in which they ran
static uint32_t ran_count;
static uint64_t arguments[LOG_MAX][SOFTGPU_MAX_ARGS];
static atomic_int gate; // 0: `note` waits

static void note(const softgpu_workgroup* wg, void** args) {
    (void)wg;
    while (!atomic_load(&gate)) sched_yield();
    ran[ran_count++] = *(uint64_t*)args[0]; // one worker at a time: no race
}

static hsa_kernel_dispatch_packet_t dispatch_of(uint64_t number, hsa_signal_t done) {
    arguments[number][0] = number;
    return (hsa_kernel_dispatch_packet_t){.header = HSA_PACKET_TYPE_KERNEL_DISPATCH,
                                          .setup = 1,
                                          .workgroup_size_x = 1,
                                          .workgroup_size_y = 1,
                                          .workgroup_size_z = 1,
                                          .grid_size_x = 1,
                                          .grid_size_y = 1,
                                          .grid_size_z = 1,
                                          .kernel_object = softgpu_kernel_object(note),
                                          .kernarg_address = arguments[number],
                                          .completion_signal = done};
}

static uint64_t number_of(const hsa_kernel_dispatch_packet_t* packet) { return *(uint64_t*)packet->kernarg_address; }

static void publish(hsa_queue_t* queue, uint64_t index, const hsa_kernel_dispatch_packet_t* packet) {
    char* slot = (char*)queue->base_address + 64 * (index % queue->size);
    memcpy(slot + 2, (const char*)packet + 2, 62);
    __atomic_store_n((uint16_t*)slot, packet->header, __ATOMIC_SEQ_CST);
}

// Rings once for `count` dispatches, numbered from `number`. Waits for room.
static void submit(hsa_queue_t* queue, uint64_t number, uint32_t count, hsa_signal_t done) {
    uint64_t index = hsa_queue_add_write_index_scacq_screl(queue, count);
    for (uint32_t i = 0; i < count; i++) {
        while (index + i - hsa_queue_load_read_index_scacquire(queue) >= queue->size) sched_yield();
        hsa_kernel_dispatch_packet_t packet = dispatch_of(number + i, done);
        publish(queue, index + i, &packet);
    }
    hsa_signal_store_screlease(queue->doorbell_signal, (int64_t)(index + count - 1));
}

static hsa_signal_t signal_of(int64_t value) {
    hsa_signal_t signal;
    HSA(hsa_signal_create(value, 0, NULL, &signal));
    return signal;
}

static void wait_for(hsa_signal_t signal, int64_t value) {
    CHECK_EQUAL(value,
                hsa_signal_wait_scacquire(signal, HSA_SIGNAL_CONDITION_EQ, value, UINT64_MAX, HSA_WAIT_STATE_BLOCKED));
}

static hsa_queue_t* queue_of(uint32_t size) {
    hsa_queue_t* queue;
    HSA(hsa_amd_queue_intercept_create(gpu, size, HSA_QUEUE_TYPE_MULTI, NULL, NULL, 0, 0, &queue));
    ran_count = 0;
    atomic_store(&gate, 1);
    return queue;
}

// --- interceptors --------------------------------------------------------------------------------------------------

static uint64_t calls, counts[64], indices[64];
static pid_t caller;

static void record(const void* packets, uint64_t count, uint64_t index, void* data,
                   hsa_amd_queue_intercept_packet_writer writer) {
    CHECK(data == &calls);
    counts[calls] = count;
    indices[calls++] = index;
    caller = gettid();
    writer(packets, count);
}

static void a_doorbell_is_one_call_on_the_thread_that_rings(void) {
    hsa_queue_t* queue = queue_of(64);
    hsa_signal_t done = signal_of(6);
    HSA(hsa_amd_queue_intercept_register(queue, record, &calls));
    submit(queue, 0, 3, done);
    CHECK_EQUAL(1, calls);
    CHECK_EQUAL(3, counts[0]);
    CHECK_EQUAL(0, indices[0]);
    CHECK_EQUAL(gettid(), caller);
    wait_for(done, 3);
    submit(queue, 3, 3, done); // wraps around the end of the ring
    CHECK_EQUAL(2, calls);
    CHECK_EQUAL(3, counts[1]);
    CHECK_EQUAL(3, indices[1]);
    wait_for(done, 0);
    CHECK_EQUAL(6, ran_count);
    for (int i = 0; i < 6; i++) CHECK_EQUAL(i, ran[i]);
    CHECK_EQUAL(6, hsa_queue_load_read_index_scacquire(queue));
    CHECK_EQUAL(6, hsa_queue_load_write_index_scacquire(queue));
    HSA(hsa_queue_destroy(queue));
    HSA(hsa_signal_destroy(done));
}

static void without_interceptors_packets_go_through(void) {
    hsa_queue_t* queue = queue_of(64);
    hsa_signal_t done = signal_of(2);
    submit(queue, 40, 2, done);
    wait_for(done, 0);
    CHECK_EQUAL(2, ran_count);
    CHECK(ran[0] == 40 && ran[1] == 41);
    HSA(hsa_queue_destroy(queue));
    HSA(hsa_signal_destroy(done));
}

// Writes each packet twice, in separate calls.
static void twice(const void* packets, uint64_t count, uint64_t index, void* data,
                  hsa_amd_queue_intercept_packet_writer writer) {
    (void)index, (void)data;
    const hsa_kernel_dispatch_packet_t* p = packets;
    for (uint64_t i = 0; i < count; i++) {
        hsa_kernel_dispatch_packet_t silent = p[i];
        silent.completion_signal.handle = 0;
        writer(&silent, 1);
        writer(&p[i], 1);
    }
}

typedef struct marker {
    uint16_t header;
    uint8_t format;
    uint8_t reserved[5];
    void (*callback)(const struct marker* packet, hsa_queue_t* queue, uint64_t packet_id);
    uint64_t user_data[6];
} marker;

static hsa_queue_t* told_queue;
static uint64_t told_index, told_data;

static void on_marker(const marker* packet, hsa_queue_t* queue, uint64_t packet_id) {
    told_queue = queue;
    told_index = packet_id;
    told_data = packet->user_data[0];
}

static void behind_marker(const void* packets, uint64_t count, uint64_t index, void* data,
                          hsa_amd_queue_intercept_packet_writer writer) {
    (void)index, (void)data;
    const marker asks = {.format = 0xFE, .callback = on_marker, .user_data = {77}};
    writer(&asks, 1);
    writer(packets, count);
}

static void a_marker_is_a_call_and_no_packet(void) {
    hsa_queue_t* queue = queue_of(64);
    hsa_signal_t done = signal_of(3);
    HSA(hsa_amd_queue_intercept_register(queue, behind_marker, NULL));
    submit(queue, 0, 2, done);
    CHECK(told_queue != NULL && told_queue != queue);
    CHECK_EQUAL(0, told_index);
    CHECK_EQUAL(77, told_data);
    submit(queue, 2, 1, done);
    CHECK_EQUAL(2, told_index);
    CHECK_EQUAL(3, hsa_queue_load_write_index_relaxed(told_queue));
    wait_for(done, 0);
    CHECK_EQUAL(3, ran_count);
    HSA(hsa_queue_destroy(queue));
    HSA(hsa_signal_destroy(done));
}

static void only_even(const void* packets, uint64_t count, uint64_t index, void* data,
                      hsa_amd_queue_intercept_packet_writer writer) {
    (void)index;
    hsa_kernel_dispatch_packet_t kept[8];
    uint64_t n = 0;
    for (uint64_t i = 0; i < count; i++) {
        const hsa_kernel_dispatch_packet_t* p = (const hsa_kernel_dispatch_packet_t*)packets + i;
        if (number_of(p) % 2 == 0) kept[n++] = *p;
    }
    *(uint64_t*)data += count;
    writer(kept, n);
}

static void the_last_registered_comes_first_and_any_may_write_less_or_more(void) {
    hsa_queue_t* queue = queue_of(64);
    hsa_signal_t done = signal_of(2);
    uint64_t seen = 0;
    HSA(hsa_amd_queue_intercept_register(queue, twice, NULL));
    HSA(hsa_amd_queue_intercept_register(queue, only_even, &seen));
    submit(queue, 0, 4, done);
    wait_for(done, 0);
    CHECK_EQUAL(4, seen); // it came before `twice`
    CHECK_EQUAL(4, ran_count);
    CHECK(ran[0] == 0 && ran[1] == 0 && ran[2] == 2 && ran[3] == 2);
    HSA(hsa_queue_destroy(queue));
    HSA(hsa_signal_destroy(done));
}

static void what_finds_no_room_waits_in_order(void) {
    enum { N = 256 };
    hsa_queue_t* queue = queue_of(64);
    hsa_signal_t done = signal_of(N);
    HSA(hsa_amd_queue_intercept_register(queue, twice, NULL));
    HSA(hsa_amd_queue_intercept_register(queue, twice, NULL)); // four for one
    atomic_store(&gate, 0);
    for (uint32_t i = 0; i < 64; i += 16) submit(queue, i, 16, done);
    // 256 packets for a ring of 64: only the first batch has left, and the worker has taken at most one packet.
    CHECK_EQUAL(64, hsa_queue_load_write_index_scacquire(queue));
    CHECK_EQUAL(16, hsa_queue_load_read_index_scacquire(queue));
    atomic_store(&gate, 1);
    for (uint32_t i = 64; i < N; i++) submit(queue, i, 1, done);
    wait_for(done, 0);
    CHECK_EQUAL(4 * N, ran_count);
    for (int i = 0; i < 4 * N; i++) CHECK_EQUAL(i / 4, ran[i]);
    CHECK_EQUAL(N, hsa_queue_load_read_index_scacquire(queue));
    HSA(hsa_queue_destroy(queue));
    HSA(hsa_signal_destroy(done));
}

enum { PRODUCERS = 4, PER_PRODUCER = 2000, EACH = 2 };
static hsa_queue_t* shared;
static hsa_signal_t all_done;
static uint64_t rewritten;
static atomic_int inside;

static void alone(const void* packets, uint64_t count, uint64_t index, void* data,
                  hsa_amd_queue_intercept_packet_writer writer) {
    CHECK_EQUAL(0, atomic_exchange(&inside, 1));
    CHECK_EQUAL(rewritten, index);
    rewritten += count;
    twice(packets, count, index, data, writer);
    atomic_store(&inside, 0);
}

static void* produce(void* first) {
    for (int i = 0; i < PER_PRODUCER; i += EACH) submit(shared, (uintptr_t)first + (uint64_t)i, EACH, all_done);
    return NULL;
}

static void producers_lose_nothing_and_rewrite_one_at_a_time(void) {
    pthread_t threads[PRODUCERS];
    static uint32_t times[PRODUCERS * PER_PRODUCER];
    shared = queue_of(64);
    all_done = signal_of(PRODUCERS * PER_PRODUCER);
    HSA(hsa_amd_queue_intercept_register(shared, alone, NULL));
    for (uintptr_t i = 0; i < PRODUCERS; i++) {
        CHECK_EQUAL(0, pthread_create(&threads[i], NULL, produce, (void*)(i * PER_PRODUCER)));
    }
    for (int i = 0; i < PRODUCERS; i++) pthread_join(threads[i], NULL);
    wait_for(all_done, 0);
    CHECK_EQUAL(PRODUCERS * PER_PRODUCER, rewritten);
    CHECK_EQUAL(2 * PRODUCERS * PER_PRODUCER, ran_count);
    for (uint32_t i = 0; i < ran_count; i++) times[ran[i]]++;
    for (int i = 0; i < PRODUCERS * PER_PRODUCER; i++) CHECK_EQUAL(2, times[i]);
    HSA(hsa_queue_destroy(shared));
    HSA(hsa_signal_destroy(all_done));
}

// Submits additional work to its own queue.
static void submit_once(const void* packets, uint64_t count, uint64_t index, void* data,
                        hsa_amd_queue_intercept_packet_writer writer) {
    hsa_signal_t* done = data;
    writer(packets, count);
    if (index == 0) submit(shared, 9, 1, *done);
}

static void an_interceptor_may_ring_its_own_queue(void) {
    shared = queue_of(64);
    hsa_signal_t done = signal_of(2);
    HSA(hsa_amd_queue_intercept_register(shared, submit_once, &done));
    submit(shared, 8, 1, done);
    CHECK_EQUAL(2, hsa_queue_load_read_index_scacquire(shared));
    wait_for(done, 0);
    CHECK(ran_count == 2 && ran[0] == 8 && ran[1] == 9);
    HSA(hsa_queue_destroy(shared));
    HSA(hsa_signal_destroy(done));
}

static hsa_queue_t* failed;
static hsa_status_t failure;

static void on_error(hsa_status_t status, hsa_queue_t* queue, void* signal) {
    failed = queue;
    failure = status;
    hsa_signal_store_screlease(*(hsa_signal_t*)signal, 0);
}

static void spoil(const void* packets, uint64_t count, uint64_t index, void* data,
                  hsa_amd_queue_intercept_packet_writer writer) {
    (void)index, (void)data, (void)count;
    hsa_kernel_dispatch_packet_t packet = *(const hsa_kernel_dispatch_packet_t*)packets;
    packet.kernel_object = 64;
    writer(&packet, 1);
}

static void an_error_is_the_proxys(void) {
    hsa_queue_t* queue;
    hsa_signal_t reported = signal_of(1);
    HSA(hsa_amd_queue_intercept_create(gpu, 64, HSA_QUEUE_TYPE_SINGLE, on_error, &reported, 0, 0, &queue));
    HSA(hsa_amd_queue_intercept_register(queue, spoil, NULL));
    submit(queue, 0, 1, (hsa_signal_t){0});
    wait_for(reported, 0);
    CHECK(failed == queue);
    CHECK_EQUAL(HSA_STATUS_ERROR_INVALID_CODE_OBJECT, failure);
    HSA(hsa_queue_destroy(queue));
    HSA(hsa_signal_destroy(reported));
}

static void a_proxy_is_a_queue(void) {
    hsa_queue_t *first, *second, *plain;
    hsa_agent_t agent;
    HSA(hsa_amd_queue_intercept_create(gpu, 64, HSA_QUEUE_TYPE_SINGLE, NULL, NULL, 0, 0, &first));
    HSA(hsa_queue_create(gpu, 64, HSA_QUEUE_TYPE_MULTI, NULL, NULL, 0, 0, &plain));
    HSA(hsa_amd_queue_intercept_create(gpu, 64, HSA_QUEUE_TYPE_SINGLE, NULL, NULL, 0, 0, &second));
    CHECK(first->id > 0 && plain->id == first->id + 1 && second->id == first->id + 2);
    CHECK(first->size == 64 && first->type == HSA_QUEUE_TYPE_MULTI);
    HSA(hsa_amd_queue_get_info(first, HSA_AMD_QUEUE_INFO_AGENT, &agent));
    CHECK_EQUAL(gpu.handle, agent.handle);
    HSA(hsa_amd_queue_set_priority(first, HSA_AMD_QUEUE_PRIORITY_HIGH));
    HSA(hsa_amd_profiling_set_profiler_enabled(first, 1));
    uint32_t mask[2] = {3, 3};
    HSA(hsa_amd_queue_cu_set_mask(first, 32, mask));
    HSA(hsa_amd_queue_cu_get_mask(first, 64, mask));
    CHECK(mask[0] == 3 && mask[1] == 0);
    HSA(hsa_amd_queue_cu_get_mask(second, 32, mask));
    CHECK_EQUAL(0xff, mask[0]);
    CHECK_EQUAL(HSA_STATUS_ERROR_INVALID_ARGUMENT, hsa_amd_queue_cu_set_mask(first, 31, mask));
    CHECK_EQUAL(0, hsa_queue_add_write_index_relaxed(first, 2));
    CHECK_EQUAL(2, hsa_queue_cas_write_index_scacquire(first, 2, 0));
    CHECK_EQUAL(0, hsa_queue_load_write_index_relaxed(first));
    HSA(hsa_queue_inactivate(first));
    submit(first, 0, 1, (hsa_signal_t){0}); // not executed, and no error
    CHECK_EQUAL(HSA_STATUS_ERROR_INVALID_QUEUE, hsa_amd_queue_intercept_register(plain, record, NULL));
    CHECK_EQUAL(HSA_STATUS_ERROR_INVALID_QUEUE, hsa_amd_queue_intercept_register(NULL, record, NULL));
    CHECK_EQUAL(HSA_STATUS_ERROR_INVALID_ARGUMENT, hsa_amd_queue_intercept_register(first, NULL, NULL));
    CHECK_EQUAL(HSA_STATUS_ERROR_INVALID_ARGUMENT, hsa_amd_queue_intercept_create(gpu, 7, 0, NULL, NULL, 0, 0, &plain));
    HSA(hsa_queue_destroy(first));
    HSA(hsa_queue_destroy(second));
    HSA(hsa_queue_destroy(plain));
}

int main(void) {
    HSA(hsa_init());
    HSA(hsa_iterate_agents(take_gpu, NULL));
    a_doorbell_is_one_call_on_the_thread_that_rings();
    without_interceptors_packets_go_through();
    a_marker_is_a_call_and_no_packet();
    the_last_registered_comes_first_and_any_may_write_less_or_more();
    what_finds_no_room_waits_in_order();
    producers_lose_nothing_and_rewrite_one_at_a_time();
    an_interceptor_may_ring_its_own_queue();
    an_error_is_the_proxys();
    a_proxy_is_a_queue();
    return 0;
}
