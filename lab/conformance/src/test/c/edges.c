// edges MODULE [CYCLES]: what AMD's runtime does at the edges of HSA, where a tool that stands in between goes wrong
// easily: cooperative queues, copies of nothing, copies that are refused, the times of the program's own signals, and
// regions that are several agents'. It prints the same whether it is traced or not. MODULE is edges_kernels.so. CYCLES:
// how often HSA is initialised and shut down.
#include <string.h>

#include "gpu_program.h"

enum { KERNELS = 40, KERNEL_NS = 200000, MANY = 3000, MANY_NS = 5000 };

static hsa_agent_t host, gpu;
static uint64_t lasts;

static hsa_status_t take_agent(hsa_agent_t agent, void* unused) {
    hsa_device_type_t type;
    (void)unused;
    HSA(hsa_agent_get_info(agent, HSA_AGENT_INFO_DEVICE, &type));
    if (type == HSA_DEVICE_TYPE_CPU) host = agent;
    else if (gpu.handle == 0) gpu = agent;
    return HSA_STATUS_SUCCESS;
}

static hsa_signal_t make_signal(void) {
    hsa_signal_t signal;
    HSA(hsa_signal_create(1, 0, NULL, &signal));
    return signal;
}

static long await(hsa_signal_t signal, uint64_t nanoseconds) {
    return (long)hsa_signal_wait_scacquire(signal, HSA_SIGNAL_CONDITION_LT, 1, nanoseconds, HSA_WAIT_STATE_BLOCKED);
}

// --- queues --------------------------------------------------------------------------------------------------------

static hsa_queue_t* open_queue(hsa_queue_type32_t type) {
    hsa_queue_t* queue = NULL;
    HSA(hsa_queue_create(gpu, 64, type, NULL, NULL, 0, 0, &queue));
    HSA(hsa_amd_profiling_set_profiler_enabled(queue, 1));
    return queue;
}

static void submit(hsa_queue_t* queue, int type, const void* packet) {
    const uint64_t index = hsa_queue_add_write_index_scacq_screl(queue, 1);
    char* to = (char*)queue->base_address + 64 * (index % queue->size);
    memcpy(to + 2, (const char*)packet + 2, 62);
    __atomic_store_n((uint16_t*)to, (uint16_t)(type | 1 << HSA_PACKET_HEADER_BARRIER), __ATOMIC_RELEASE);
    hsa_signal_store_screlease(queue->doorbell_signal, (int64_t)index);
}

static void run(hsa_queue_t* queue, int64_t nanoseconds, hsa_signal_t done) {
    int64_t* arguments = aligned_alloc(16, SOFTGPU_MAX_ARGS * sizeof *arguments);
    memset(arguments, 0, SOFTGPU_MAX_ARGS * sizeof *arguments);
    arguments[0] = nanoseconds;
    const hsa_kernel_dispatch_packet_t packet = {.setup = 1,
                                                 .workgroup_size_x = 1,
                                                 .workgroup_size_y = 1,
                                                 .workgroup_size_z = 1,
                                                 .grid_size_x = 1,
                                                 .grid_size_y = 1,
                                                 .grid_size_z = 1,
                                                 .kernel_object = lasts,
                                                 .kernarg_address = arguments,
                                                 .completion_signal = done};
    submit(queue, HSA_PACKET_TYPE_KERNEL_DISPATCH, &packet);
}

static void a_cooperative_queue_is_everybodys(void) {
    hsa_queue_t *first = open_queue(HSA_QUEUE_TYPE_COOPERATIVE), *second = open_queue(HSA_QUEUE_TYPE_COOPERATIVE);
    hsa_signal_t done = make_signal();
    run(first, 1000, done);
    printf("cooperative: %s, %ld\n", first == second ? "one" : "two", await(done, UINT64_MAX));
    HSA(hsa_queue_destroy(first));
    HSA(hsa_queue_destroy(second));
    HSA(hsa_signal_destroy(done));
}

// --- times of the program's own signals ----------------------------------------------------------------------------

static uint64_t time_of(hsa_signal_t signal) {
    hsa_amd_profiling_dispatch_time_t times;
    return hsa_amd_profiling_get_dispatch_time(gpu, signal, &times) == HSA_STATUS_SUCCESS ? times.end - times.start : 0;
}

static const char* times_of(hsa_signal_t signal) { return time_of(signal) >= KERNEL_NS ? "a kernel's" : "a barrier's"; }

static void a_signal_has_the_times_of_its_kernel(void) {
    hsa_queue_t* queue = open_queue(HSA_QUEUE_TYPE_SINGLE);
    hsa_signal_t all[KERNELS], again = make_signal();
    int at_once = 0, later = 0;
    for (int i = 0; i < KERNELS; i++) {
        run(queue, KERNEL_NS, all[i] = make_signal());
        if (i % 2 == 0) continue;
        await(all[i], UINT64_MAX);
        at_once += !strcmp(times_of(all[i]), "a kernel's");
    }
    for (int i = 0; i < KERNELS; i++) later += !strcmp(times_of(all[i]), "a kernel's");
    printf("times: %d, %d\n", at_once, later);
    run(queue, KERNEL_NS, again);
    await(again, UINT64_MAX);
    printf("used again: %s", times_of(again));
    const hsa_barrier_and_packet_t barrier = {.completion_signal = again};
    hsa_signal_store_screlease(again, 1);
    submit(queue, HSA_PACKET_TYPE_BARRIER_AND, &barrier);
    await(again, UINT64_MAX);
    printf(", %s", times_of(again));
    hsa_signal_store_screlease(again, 1);
    run(queue, KERNEL_NS, again);
    await(again, UINT64_MAX);
    printf(", %s\n", times_of(again));
    HSA(hsa_queue_destroy(queue));
    printf("without the queue: %s\n", times_of(all[0]));
    for (int i = 0; i < KERNELS; i++) HSA(hsa_signal_destroy(all[i]));
    HSA(hsa_signal_destroy(again));
}

static void so_has_each_of_many(void) {
    static hsa_signal_t all[MANY];
    hsa_queue_t* queue = open_queue(HSA_QUEUE_TYPE_SINGLE);
    int right = 0;
    for (int i = 0; i < MANY; i++) {
        run(queue, MANY_NS, all[i] = make_signal());
        if (i % 32 == 31) await(all[i], UINT64_MAX); // no more than the queue's size
    }
    await(all[MANY - 1], UINT64_MAX);
    for (int i = 0; i < MANY; i++) right += time_of(all[i]) >= MANY_NS;
    printf("many: %d\n", right);
    HSA(hsa_queue_destroy(queue));
    for (int i = 0; i < MANY; i++) HSA(hsa_signal_destroy(all[i]));
}

// --- copies --------------------------------------------------------------------------------------------------------

static char *from, *to;

static hsa_status_t copy_on(uint32_t engine, size_t bytes, hsa_signal_t done) {
    return hsa_amd_memory_async_copy_on_engine(to, gpu, from, host, bytes, 0, NULL, done,
                                               (hsa_amd_sdma_engine_id_t)engine, false);
}

static hsa_status_t copy_area(uint32_t width, hsa_signal_t done) {
    const hsa_pitched_ptr_t source = {from, 16, 64}, target = {to, 16, 64};
    const hsa_dim3_t begin = {0, 0, 0}, range = {width, 2, 2};
    return hsa_amd_memory_async_copy_rect(&target, &begin, &source, &begin, &range, gpu, hsaHostToDevice, 0, NULL,
                                          done);
}

static void copies_of_nothing_never_end(void) {
    hsa_signal_t done = make_signal();
    HSA(hsa_amd_memory_async_copy(to, gpu, from, host, 0, 0, NULL, done));
    HSA(copy_on(1, 0, done));
    HSA(copy_area(0, done));
    printf("nothing: %ld\n", await(done, 20000000));
    HSA(hsa_signal_destroy(done));
}

static void a_refused_copy_is_made_in_another_way(void) {
    hsa_signal_t done = make_signal();
    for (int i = 0; i < 3; i++) printf("refused: %x\n", copy_on(0x40000000, 64, done));
    memset(from, 7, 64);
    HSA(hsa_amd_memory_async_copy(to, gpu, from, host, 64, 0, NULL, done));
    printf("made: %ld", await(done, UINT64_MAX));
    printf(" %d\n", to[63]);
    hsa_signal_store_screlease(done, 1);
    HSA(copy_area(4, done));
    printf("area: %ld\n", await(done, UINT64_MAX));
    HSA(hsa_signal_destroy(done));
}

// --- memory --------------------------------------------------------------------------------------------------------

typedef struct found {
    int count;
    hsa_region_t regions[8];
} found;

static hsa_status_t take_region(hsa_region_t region, void* all) {
    ((found*)all)->regions[((found*)all)->count++] = region;
    return HSA_STATUS_SUCCESS;
}

static hsa_status_t take_pool(hsa_amd_memory_pool_t pool, void* all) {
    return take_region((hsa_region_t){pool.handle}, all);
}

// Allocates `bytes` from the host's first region, `bytes` + 1 pages from the GPU's, and the same again from pools.
static void memory_is_its_agents(size_t bytes) {
    found of_gpu = {0}, of_host = {0}, pools = {0};
    HSA(hsa_agent_iterate_regions(gpu, take_region, &of_gpu));
    HSA(hsa_agent_iterate_regions(host, take_region, &of_host));
    HSA(hsa_amd_agent_iterate_memory_pools(gpu, take_pool, &pools));
    EXPECT(of_gpu.count == pools.count + of_host.count);
    EXPECT(of_gpu.regions[pools.count].handle == of_host.regions[0].handle);
    EXPECT(of_gpu.regions[0].handle == pools.regions[0].handle);
    void *one, *two, *three;
    HSA(hsa_memory_allocate(of_host.regions[0], bytes, &one));
    HSA(hsa_memory_allocate(of_gpu.regions[0], bytes + 4096, &two));
    HSA(hsa_amd_memory_pool_allocate((hsa_amd_memory_pool_t){of_host.regions[0].handle}, bytes + 8192, 0, &three));
    HSA(hsa_memory_free(one));
    HSA(hsa_memory_free(two));
    HSA(hsa_amd_memory_pool_free(three));
    printf("memory: %d regions\n", of_gpu.count);
}

// Memory of the host that copy engines reach.
static char* for_copies(size_t bytes) {
    found of_host = {0};
    void* memory;
    HSA(hsa_agent_iterate_regions(host, take_region, &of_host));
    HSA(hsa_memory_allocate(of_host.regions[0], bytes, &memory));
    memset(memory, 0, bytes);
    return memory;
}

static void cycle(const char* module) {
    gpu.handle = 0;
    HSA(hsa_init());
    HSA(hsa_iterate_agents(take_agent, NULL));
    lasts = kernel_object(load_module(gpu, module), gpu, "lasts.kd");
    from = for_copies(256), to = for_copies(256);
    a_cooperative_queue_is_everybodys();
    a_signal_has_the_times_of_its_kernel();
    so_has_each_of_many();
    copies_of_nothing_never_end();
    a_refused_copy_is_made_in_another_way();
    memory_is_its_agents(1 << 20);
    HSA(hsa_memory_free(from));
    HSA(hsa_memory_free(to));
    HSA(hsa_shut_down());
}

int main(int count, char** words) {
    if (count < 2) return 2;
    for (int i = count > 2 ? atoi(words[2]) : 1; i > 0; i--) cycle(words[1]);
    return 0;
}
