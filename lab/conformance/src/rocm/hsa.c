// hsa CODE_OBJECT SCENARIO [ARGUMENT...]: what programs do with HSA itself, on AMD's real runtime.
//   storm THREADS QUEUES EACH BATCH SIGNALS [SIZE]   kernels by threads on shared or own queues of SIZE packets, BATCH
//                                                    packets a doorbell; a signal on each (1), or only on the last of
//                                                    a thread (0)
//   full ROUNDS   a queue with as many packets as it holds, of which the first one waits for the thread that wrote them
//   untimed   kernels of a queue whose profiling is switched on, off and on again, and whether their signals have times
//   copies   both ways, of areas, between GPUs, and fills; results are compared
//   cycles N   HSA initialised, used and shut down N times
#include <pthread.h>
#include <sched.h>

#include "rocm.h"

enum { GPUS = 8, QUEUES = 16, LARGE = 8 << 20 };

static const char* code_object;
static hsa_agent_t host, gpus[GPUS];
static int gpu_count;
static hsa_amd_memory_pool_t host_pool, gpu_pools[GPUS];
static uint64_t kernels[GPUS];

static hsa_status_t take_agent(hsa_agent_t agent, void* unused) {
    hsa_device_type_t type;
    (void)unused;
    HSA(hsa_agent_get_info(agent, HSA_AGENT_INFO_DEVICE, &type));
    if (type == HSA_DEVICE_TYPE_CPU) host = agent;
    else if (type == HSA_DEVICE_TYPE_GPU && gpu_count < GPUS) gpus[gpu_count++] = agent;
    return HSA_STATUS_SUCCESS;
}

static hsa_status_t take_pool(hsa_amd_memory_pool_t pool, void* found) {
    bool can = false;
    HSA(hsa_amd_memory_pool_get_info(pool, HSA_AMD_MEMORY_POOL_INFO_RUNTIME_ALLOC_ALLOWED, &can));
    if (can && ((hsa_amd_memory_pool_t*)found)->handle == 0) *(hsa_amd_memory_pool_t*)found = pool;
    return HSA_STATUS_SUCCESS;
}

static void open_runtime(void) {
    HSA(hsa_init());
    gpu_count = 0;
    host_pool.handle = 0;
    HSA(hsa_iterate_agents(take_agent, NULL));
    EXPECT(gpu_count > 0);
    HSA(hsa_amd_agent_iterate_memory_pools(host, take_pool, &host_pool));
    for (int i = 0; i < gpu_count; i++) {
        gpu_pools[i].handle = 0;
        HSA(hsa_amd_agent_iterate_memory_pools(gpus[i], take_pool, &gpu_pools[i]));
        kernels[i] = kernel_object(load_module(gpus[i], code_object), gpus[i], "vector_add.kd");
    }
}

static void* allocate(hsa_amd_memory_pool_t pool, size_t bytes) {
    void* memory;
    HSA(hsa_amd_memory_pool_allocate(pool, bytes, 0, &memory));
    HSA(hsa_amd_agents_allow_access((uint32_t)gpu_count, gpus, NULL, memory));
    return memory;
}

static hsa_signal_t make_signal(hsa_signal_value_t value) {
    hsa_signal_t signal;
    HSA(hsa_signal_create(value, 0, NULL, &signal));
    return signal;
}

static void await(hsa_signal_t signal) {
    while (hsa_signal_wait_scacquire(signal, HSA_SIGNAL_CONDITION_LT, 1, UINT64_MAX, HSA_WAIT_STATE_BLOCKED) >= 1) {
    }
}

// --- kernels -------------------------------------------------------------------------------------------------------

static int threads, queue_count, each, batch, signals, size;
static hsa_queue_t* queues[QUEUES];
static void* arguments;

static void write_packet(hsa_queue_t* queue, uint64_t index, int gpu, hsa_signal_t done) {
    hsa_kernel_dispatch_packet_t* packet = (hsa_kernel_dispatch_packet_t*)queue->base_address + index % queue->size;
    packet->workgroup_size_x = GROUP;
    packet->workgroup_size_y = packet->workgroup_size_z = 1;
    packet->grid_size_x = (uint32_t)(GROUP * (1 + index % 7));
    packet->grid_size_y = packet->grid_size_z = 1;
    packet->private_segment_size = packet->group_segment_size = 0;
    packet->kernel_object = kernels[gpu];
    packet->kernarg_address = arguments;
    packet->completion_signal = done;
    const uint32_t header = HSA_PACKET_TYPE_KERNEL_DISPATCH | 1 << HSA_PACKET_HEADER_BARRIER
                          | HSA_FENCE_SCOPE_SYSTEM << HSA_PACKET_HEADER_SCACQUIRE_FENCE_SCOPE
                          | HSA_FENCE_SCOPE_SYSTEM << HSA_PACKET_HEADER_SCRELEASE_FENCE_SCOPE | 1 << 16;
    __atomic_store_n((uint32_t*)packet, header, __ATOMIC_RELEASE);
}

static void submit(hsa_queue_t* queue, int gpu, int count, const hsa_signal_t* done) {
    const uint64_t first = hsa_queue_add_write_index_scacq_screl(queue, (uint64_t)count);
    while (first + (uint64_t)count - hsa_queue_load_read_index_scacquire(queue) > queue->size) sched_yield();
    for (int i = 0; i < count; i++) write_packet(queue, first + (uint64_t)i, gpu, done[i]);
    hsa_signal_store_screlease(queue->doorbell_signal, (hsa_signal_value_t)first + count - 1);
}

static void* storm_of_one(void* number) {
    const int me = (int)(intptr_t)number, gpu = me % queue_count % gpu_count;
    hsa_signal_t* done = calloc((size_t)each, sizeof *done);
    for (int i = 0; i < each; i++)
        if (signals || i == each - 1) done[i] = make_signal(1);
    for (int i = 0; i < each; i += batch) submit(queues[me % queue_count], gpu, batch, done + i);
    for (int i = 0; i < each; i++) {
        if (done[i].handle == 0) continue;
        await(done[i]);
        HSA(hsa_signal_destroy(done[i]));
    }
    free(done);
    return NULL;
}

static void storm(void) {
    pthread_t all[64];
    EXPECT(threads <= 64 && queue_count <= QUEUES && each % batch == 0);
    arguments = allocate(host_pool, 4096);
    memset(arguments, 0, 4096);
    for (int i = 0; i < queue_count; i++)
        HSA(hsa_queue_create(gpus[i % gpu_count], (uint32_t)size, HSA_QUEUE_TYPE_MULTI, NULL, NULL, 0, 0, &queues[i]));
    for (intptr_t i = 0; i < threads; i++) EXPECT(!pthread_create(&all[i], NULL, storm_of_one, (void*)i));
    for (int i = 0; i < threads; i++) EXPECT(!pthread_join(all[i], NULL));
    for (int i = 0; i < queue_count; i++) HSA(hsa_queue_destroy(queues[i]));
    HSA(hsa_amd_memory_pool_free(arguments));
    printf("storm: %d kernels\n", threads * each);
}

// The thread that has rung the doorbell opens the gate: nothing may hold it up until then.
// Five kernels, one at a time: how many of their signals have times.
static int timed(hsa_queue_t* queue, int profiled) {
    int with_times = 0;
    HSA(hsa_amd_profiling_set_profiler_enabled(queue, profiled));
    for (int i = 0; i < 5; i++) {
        hsa_amd_profiling_dispatch_time_t times = {0, 0};
        const hsa_signal_t done = make_signal(1);
        submit(queue, 0, 1, &done);
        await(done);
        HSA(hsa_amd_profiling_get_dispatch_time(gpus[0], done, &times));
        with_times += times.end > times.start;
        HSA(hsa_signal_destroy(done));
    }
    return with_times;
}

static void untimed(void) {
    hsa_queue_t* queue;
    arguments = allocate(host_pool, 4096);
    memset(arguments, 0, 4096);
    HSA(hsa_queue_create(gpus[0], 128, HSA_QUEUE_TYPE_MULTI, NULL, NULL, 0, 0, &queue));
    const int on = timed(queue, 1), off = timed(queue, 0), again = timed(queue, 1);
    HSA(hsa_queue_destroy(queue));
    HSA(hsa_amd_memory_pool_free(arguments));
    printf("untimed: %d, %d and %d with times\n", on, off, again);
}

static void fill_behind_gate(hsa_queue_t* queue) {
    enum { HELD = 64 };
    const hsa_signal_t gate = make_signal(1);
    hsa_signal_t done[HELD];
    EXPECT(queue->size == HELD);
    const uint64_t first = hsa_queue_add_write_index_scacq_screl(queue, HELD);
    while (hsa_queue_load_read_index_scacquire(queue) != first) sched_yield();
    hsa_barrier_and_packet_t* barrier = (hsa_barrier_and_packet_t*)queue->base_address + first % HELD;
    memset(barrier, 0, sizeof *barrier);
    barrier->dep_signal[0] = gate;
    for (int i = 1; i < HELD; i++) write_packet(queue, first + (uint64_t)i, 0, done[i] = make_signal(1));
    __atomic_store_n(&barrier->header, HSA_PACKET_TYPE_BARRIER_AND | 1 << HSA_PACKET_HEADER_BARRIER, __ATOMIC_RELEASE);
    hsa_signal_store_screlease(queue->doorbell_signal, (hsa_signal_value_t)first + HELD - 1);
    hsa_signal_store_screlease(gate, 0);
    for (int i = 1; i < HELD; i++) {
        await(done[i]);
        HSA(hsa_signal_destroy(done[i]));
    }
    HSA(hsa_signal_destroy(gate));
}

static void fill(int rounds) {
    hsa_queue_t* queue;
    arguments = allocate(host_pool, 4096);
    HSA(hsa_queue_create(gpus[0], 64, HSA_QUEUE_TYPE_MULTI, NULL, NULL, 0, 0, &queue));
    for (int i = 0; i < rounds; i++) fill_behind_gate(queue);
    HSA(hsa_queue_destroy(queue));
    HSA(hsa_amd_memory_pool_free(arguments));
    printf("full: %d rounds\n", rounds);
}

// --- memory --------------------------------------------------------------------------------------------------------

static void copy(void* to, hsa_agent_t to_agent, const void* from, hsa_agent_t from_agent, size_t bytes) {
    const hsa_signal_t done = make_signal(1);
    HSA(hsa_amd_memory_async_copy(to, to_agent, from, from_agent, bytes, 0, NULL, done));
    await(done);
    HSA(hsa_signal_destroy(done));
}

// Three copies, each after the one before it.
static void chain(int* to, void* device, int* from, size_t bytes) {
    const hsa_signal_t there = make_signal(1), back = make_signal(1);
    HSA(hsa_amd_memory_async_copy(device, gpus[0], from, host, bytes, 0, NULL, there));
    HSA(hsa_amd_memory_async_copy(to, host, device, gpus[0], bytes, 1, &there, back));
    await(back);
    HSA(hsa_signal_destroy(there));
    HSA(hsa_signal_destroy(back));
}

static int area(char* to, char* device, char* from) {
    enum { PITCH = 256, HEIGHT = 32 };
    const hsa_pitched_ptr_t source = {from, PITCH, PITCH * HEIGHT}, middle = {device, PITCH, PITCH * HEIGHT},
                            target = {to, PITCH, PITCH * HEIGHT};
    const hsa_dim3_t begin = {8, 2, 0}, range = {100, 20, 1};
    const hsa_signal_t there = make_signal(1), back = make_signal(1);
    memset(to, 0, PITCH * HEIGHT);
    HSA(hsa_amd_memory_async_copy_rect(&middle, &begin, &source, &begin, &range, gpus[0], hsaHostToDevice, 0, NULL,
                                       there));
    HSA(hsa_amd_memory_async_copy_rect(&target, &begin, &middle, &begin, &range, gpus[0], hsaDeviceToHost, 1, &there,
                                       back));
    await(back);
    HSA(hsa_signal_destroy(there));
    HSA(hsa_signal_destroy(back));
    int wrong = 0;
    for (unsigned int y = 0; y < range.y; y++)
        wrong += memcmp(to + (begin.y + y) * PITCH + 8, from + (begin.y + y) * PITCH + 8, range.x) != 0;
    return wrong;
}

static void copies(void) {
    int *from = allocate(host_pool, LARGE), *to = allocate(host_pool, LARGE);
    pattern(from, LARGE / 4, 1);
    for (int i = 0; i < gpu_count; i++) {
        int *device = allocate(gpu_pools[i], LARGE), *other = allocate(gpu_pools[(i + 1) % gpu_count], LARGE);
        copy(device, gpus[i], from, host, LARGE);
        copy(other, gpus[(i + 1) % gpu_count], device, gpus[i], LARGE);
        memset(to, 0, LARGE);
        copy(to, host, other, gpus[(i + 1) % gpu_count], LARGE);
        printf("copies: %d wrong\n", differing(to, LARGE / 4, 1));
        HSA(hsa_amd_memory_fill(device, 0x5a5a5a5a, LARGE / 4));
        copy(to, host, device, gpus[i], LARGE);
        printf("fill: %d wrong\n", unequal(to, LARGE, 0x5a));
        HSA(hsa_amd_memory_pool_free(device));
        HSA(hsa_amd_memory_pool_free(other));
    }
    char* device = allocate(gpu_pools[0], LARGE);
    memset(to, 0, LARGE);
    for (size_t bytes = 4; bytes <= LARGE; bytes *= 8) chain(to, device, from, bytes);
    printf("chain: %d wrong\n", differing(to, 1 << 20, 1));
    printf("area: %d wrong\n", area((char*)to, device, (char*)from));
    HSA(hsa_amd_memory_pool_free(device));
    HSA(hsa_amd_memory_pool_free(from));
    HSA(hsa_amd_memory_pool_free(to));
}

int main(int count, char** words) {
    if (count < 3) return 2;
    code_object = words[1];
    const int cycles = !strcmp(words[2], "cycles");
    threads = queue_count = 2, each = 100, batch = 4, signals = 1, size = 2048;
    int* const settings[] = {&threads, &queue_count, &each, &batch, &signals, &size};
    if (!strcmp(words[2], "storm"))
        for (int i = 0; i < 6 && 3 + i < count; i++) *settings[i] = atoi(words[3 + i]);
    for (int i = cycles ? atoi(words[3]) : 1; i > 0; i--) {
        open_runtime();
        if (cycles || !strcmp(words[2], "storm")) storm();
        if (!strcmp(words[2], "untimed")) untimed();
        if (!strcmp(words[2], "full")) fill(count > 3 ? atoi(words[3]) : 1);
        if (cycles || !strcmp(words[2], "copies")) copies();
        HSA(hsa_shut_down());
    }
    return 0;
}
