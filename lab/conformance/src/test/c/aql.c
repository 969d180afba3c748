// aql MODULE [THREADS [EACH]]: packets that a program writes into HSA queues itself, without HIP, and the state of
// its own signals. It prints the same whether it is traced or not. MODULE is aql_kernels.so.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <string.h>

#include "gpu_program.h"

enum { GPUS = 2, LOG = 4096, QUEUE = 64, VENDOR = 0, ARGUMENTS = SOFTGPU_MAX_ARGS };

static hsa_agent_t gpus[GPUS];
static uint64_t append_object[GPUS], look_object[GPUS], count_object[GPUS];
static uint64_t log_[1 + LOG];
static const char* module;

static hsa_status_t take_agent(hsa_agent_t agent, void* found) {
    hsa_device_type_t type;
    HSA(hsa_agent_get_info(agent, HSA_AGENT_INFO_DEVICE, &type));
    if (type == HSA_DEVICE_TYPE_GPU && *(int*)found < GPUS) gpus[(*(int*)found)++] = agent;
    return HSA_STATUS_SUCCESS;
}

static void load(int gpu) {
    hsa_executable_t executable = load_module(gpus[gpu], module);
    append_object[gpu] = kernel_object(executable, gpus[gpu], "append.kd");
    look_object[gpu] = kernel_object(executable, gpus[gpu], "look.kd");
    count_object[gpu] = kernel_object(executable, gpus[gpu], "count.kd");
}

// --- packets -------------------------------------------------------------------------------------------------------

// Arguments are never freed, because a kernel may still use them.
static uint64_t* arguments(uint64_t first, uint64_t second) {
    uint64_t* all = aligned_alloc(16, ARGUMENTS * sizeof *all);
    memset(all, 0, ARGUMENTS * sizeof *all);
    all[0] = first;
    all[1] = second;
    return all;
}

static void* slot(hsa_queue_t* queue, uint64_t index) {
    return (char*)queue->base_address + 64 * (index % queue->size);
}

static uint64_t reserve(hsa_queue_t* queue, uint64_t count) {
    uint64_t index = hsa_queue_add_write_index_scacq_screl(queue, count);
    while (index + count - hsa_queue_load_read_index_scacquire(queue) > queue->size) sched_yield();
    return index;
}

static void write_packet(hsa_queue_t* queue, uint64_t index, int type, const void* packet) {
    char* to = slot(queue, index);
    memcpy(to + 2, (const char*)packet + 2, 62);
    int header = type | 1 << HSA_PACKET_HEADER_BARRIER
               | HSA_FENCE_SCOPE_SYSTEM << HSA_PACKET_HEADER_SCACQUIRE_FENCE_SCOPE
               | HSA_FENCE_SCOPE_SYSTEM << HSA_PACKET_HEADER_SCRELEASE_FENCE_SCOPE;
    __atomic_store_n((uint16_t*)to, (uint16_t)header, __ATOMIC_RELEASE);
}

static void ring(hsa_queue_t* queue, uint64_t index) {
    hsa_signal_store_screlease(queue->doorbell_signal, (int64_t)index);
}

static void submit(hsa_queue_t* queue, int type, const void* packet) {
    uint64_t index = reserve(queue, 1);
    write_packet(queue, index, type, packet);
    ring(queue, index);
}

static hsa_kernel_dispatch_packet_t kernel(uint64_t object, uint64_t first, uint64_t second, hsa_signal_t done) {
    return (hsa_kernel_dispatch_packet_t){.setup = 2,
                                          .workgroup_size_x = 4,
                                          .workgroup_size_y = 1,
                                          .workgroup_size_z = 1,
                                          .grid_size_x = 4,
                                          .grid_size_y = 1,
                                          .grid_size_z = 1,
                                          .kernel_object = object,
                                          .kernarg_address = arguments(first, second),
                                          .completion_signal = done};
}

static const hsa_signal_t none;

static void append(hsa_queue_t* queue, int gpu, uint64_t value, hsa_signal_t done) {
    hsa_kernel_dispatch_packet_t packet = kernel(append_object[gpu], (uintptr_t)log_, value, done);
    submit(queue, HSA_PACKET_TYPE_KERNEL_DISPATCH, &packet);
}

static hsa_queue_t* open_queue(int gpu, hsa_queue_type32_t type) {
    hsa_queue_t* queue = NULL;
    HSA(hsa_queue_create(gpus[gpu], QUEUE, type, NULL, NULL, 0, 0, &queue));
    return queue;
}

static hsa_signal_t make_signal(hsa_signal_value_t value) {
    hsa_signal_t signal;
    HSA(hsa_signal_create(value, 0, NULL, &signal));
    return signal;
}

static hsa_signal_value_t await(hsa_signal_t signal, hsa_signal_value_t value) {
    return hsa_signal_wait_scacquire(signal, HSA_SIGNAL_CONDITION_LT, value + 1, UINT64_MAX, HSA_WAIT_STATE_BLOCKED);
}

static void print_log(const char* what) {
    printf("%s:", what);
    for (uint64_t i = 0; i < log_[0]; i++) printf(" %ld", (long)log_[1 + i]);
    printf("\n");
    log_[0] = 0;
}

// --- legal programs ------------------------------------------------------------------------------------------------

static void each_kernel_has_its_signal(void) {
    hsa_queue_t* queue = open_queue(0, HSA_QUEUE_TYPE_SINGLE);
    hsa_signal_t done[8];
    for (int i = 0; i < 8; i++) append(queue, 0, (uint64_t)i, done[i] = make_signal(1 + i));
    printf("signals:");
    for (int i = 0; i < 8; i++) printf(" %ld", (long)await(done[i], i));
    printf("\n");
    print_log("order");
    HSA(hsa_queue_destroy(queue));
    for (int i = 0; i < 8; i++) HSA(hsa_signal_destroy(done[i]));
}

// A kernel with the barrier bit sees its predecessor's effects on that kernel's signal.
static void a_kernel_looks_at_the_signals_before_it(void) {
    hsa_queue_t* queue = open_queue(1, HSA_QUEUE_TYPE_MULTI);
    hsa_signal_t first, all = make_signal(20);
    HSA(hsa_amd_signal_create(7, 0, NULL, 1, &first)); // for the GPU only: its value may be pointed at
    volatile hsa_signal_value_t* value = NULL;
    HSA(hsa_amd_signal_value_pointer(first, &value));
    for (int i = 0; i < 3; i++) {
        hsa_kernel_dispatch_packet_t look = kernel(look_object[1], (uintptr_t)log_, (uintptr_t)value, all);
        append(queue, 1, 100 + (uint64_t)i, first);
        submit(queue, HSA_PACKET_TYPE_KERNEL_DISPATCH, &look);
    }
    printf("shared: %ld\n", (long)await(all, 17));
    print_log("seen");
    HSA(hsa_queue_destroy(queue));
    HSA(hsa_signal_destroy(first));
    HSA(hsa_signal_destroy(all));
}

static void a_barrier_stands_for_kernels_without_signals(void) {
    hsa_queue_t* queue = open_queue(0, HSA_QUEUE_TYPE_MULTI);
    hsa_signal_t done = make_signal(1);
    hsa_barrier_and_packet_t barrier = {.completion_signal = done};
    for (int i = 0; i < 100; i++) append(queue, 0, (uint64_t)i, none);
    submit(queue, HSA_PACKET_TYPE_BARRIER_AND, &barrier);
    printf("barrier: %ld", (long)await(done, 0));
    int in_order = log_[0] == 100;
    for (uint64_t i = 0; i < log_[0]; i++) in_order &= log_[1 + i] == i;
    printf(", %lu kernels%s\n", (unsigned long)log_[0], in_order ? " in order" : "");
    log_[0] = 0;
    HSA(hsa_queue_destroy(queue));
    HSA(hsa_signal_destroy(done));
}

// Two queues: one waits for the other's signal, or for either of two.
static void barriers_wait_for_kernels_of_another_queue(void) {
    hsa_queue_t *a = open_queue(0, HSA_QUEUE_TYPE_SINGLE), *b = open_queue(1, HSA_QUEUE_TYPE_SINGLE);
    hsa_signal_t gate = make_signal(1), never = make_signal(1), first = make_signal(1), second = make_signal(1);
    hsa_barrier_and_packet_t both = {.dep_signal = {first, gate}}, hold = {.dep_signal = {gate}};
    hsa_barrier_or_packet_t either = {.dep_signal = {never, second}};
    hsa_signal_t last = make_signal(1);
    submit(b, HSA_PACKET_TYPE_BARRIER_AND, &both);
    append(b, 1, 2, second);
    submit(a, HSA_PACKET_TYPE_BARRIER_AND, &hold);
    append(a, 0, 1, first);
    submit(a, HSA_PACKET_TYPE_BARRIER_OR, &either);
    append(a, 0, 3, last);
    printf("before: %ld %ld %ld", (long)hsa_signal_load_relaxed(first), (long)hsa_signal_load_relaxed(second),
           (long)hsa_signal_load_relaxed(last));
    hsa_signal_store_screlease(gate, 0);
    printf(", after: %ld\n", (long)await(last, 0));
    print_log("order");
    HSA(hsa_queue_destroy(a));
    HSA(hsa_queue_destroy(b));
    hsa_signal_t all[] = {gate, never, first, second, last};
    for (int i = 0; i < 5; i++) HSA(hsa_signal_destroy(all[i]));
}

static atomic_int handled;

static bool on_signal(hsa_signal_value_t value, void* number) {
    log_[1 + log_[0]++] = (uint64_t)(uintptr_t)number * 10 + (uint64_t)value; // handlers share one thread
    atomic_fetch_add(&handled, 1);
    return value > 0; // once more for the next value
}

// The handler of a kernel's signal gets the value that the kernel left, one kernel after the other.
static void handlers_hear_of_kernels(void) {
    hsa_queue_t* queue = open_queue(0, HSA_QUEUE_TYPE_SINGLE);
    hsa_signal_t done[4];
    for (uintptr_t i = 0; i < 4; i++) {
        done[i] = make_signal(1);
        HSA(hsa_amd_signal_async_handler(done[i], HSA_SIGNAL_CONDITION_LT, 1, on_signal, (void*)(i + 1)));
    }
    for (int i = 0; i < 4; i++) {
        hsa_kernel_dispatch_packet_t packet = kernel(count_object[0], (uintptr_t)arguments(0, 0), 0, done[i]);
        submit(queue, HSA_PACKET_TYPE_KERNEL_DISPATCH, &packet);
        while (atomic_load(&handled) <= i) sched_yield();
    }
    print_log("handled");
    HSA(hsa_queue_destroy(queue));
    for (int i = 0; i < 4; i++) HSA(hsa_signal_destroy(done[i]));
}

// Packets of all types behind one doorbell, including some that only a vendor knows.
static void a_batch(void) {
    hsa_queue_t* queue = open_queue(1, HSA_QUEUE_TYPE_MULTI);
    hsa_signal_t done = make_signal(30), vendors = make_signal(3);
    hsa_barrier_and_packet_t vendor = {.reserved0 = 0x77, .completion_signal = vendors},
                             barrier = {.completion_signal = done};
    for (int round = 0; round < 3; round++) {
        uint64_t index = reserve(queue, 10);
        for (uint64_t i = 0; i < 10; i++) {
            hsa_kernel_dispatch_packet_t packet =
                kernel(append_object[1], (uintptr_t)log_, (uint64_t)round * 10 + i, done);
            if (i == 4) write_packet(queue, index + i, VENDOR, &vendor);
            else if (i == 7) write_packet(queue, index + i, HSA_PACKET_TYPE_BARRIER_AND, &barrier);
            else write_packet(queue, index + i, HSA_PACKET_TYPE_KERNEL_DISPATCH, &packet);
        }
        ring(queue, index + 9);
    }
    printf("batch: %ld %ld\n", (long)await(done, 3), (long)await(vendors, 0));
    print_log("order");
    HSA(hsa_queue_destroy(queue));
    HSA(hsa_signal_destroy(done));
    HSA(hsa_signal_destroy(vendors));
}

// A kernel that is in no executable, so its kernel object is unknown.
static void unknown(const softgpu_workgroup* wg, void** args) { (void)wg, (*(uint64_t**)args[0])[0] = 77; }

static void a_kernel_that_nobody_loaded(void) {
    static uint64_t answer;
    hsa_queue_t* queue = open_queue(0, HSA_QUEUE_TYPE_SINGLE);
    hsa_signal_t done = make_signal(1);
    hsa_kernel_dispatch_packet_t packet = kernel(softgpu_kernel_object(unknown), (uintptr_t)&answer, 0, done);
    submit(queue, HSA_PACKET_TYPE_KERNEL_DISPATCH, &packet);
    printf("unknown: %ld", (long)await(done, 0));
    printf(" %lu\n", (unsigned long)answer);
    HSA(hsa_queue_destroy(queue));
    HSA(hsa_signal_destroy(done));
}

// --- threads -------------------------------------------------------------------------------------------------------

static hsa_queue_t* shared;
static hsa_signal_t all_done;
static uint64_t counter;
static long each = 500;

static void* work(void* unused) {
    hsa_signal_t mine = make_signal(each);
    for (long i = 0; i < each; i++) {
        hsa_kernel_dispatch_packet_t packet = kernel(count_object[0], (uintptr_t)&counter, 0, i % 4 == 3 ? none : mine);
        submit(shared, HSA_PACKET_TYPE_KERNEL_DISPATCH, &packet);
    }
    hsa_barrier_and_packet_t barrier = {.completion_signal = all_done};
    submit(shared, HSA_PACKET_TYPE_BARRIER_AND, &barrier);
    await(mine, each / 4);
    EXPECT(hsa_signal_load_relaxed(mine) == each / 4);
    await(all_done, 0); // the barrier bit: all packets written before are complete
    HSA(hsa_signal_destroy(mine));
    return unused;
}

static void threads_share_a_queue(int count) {
    pthread_t threads[64];
    shared = open_queue(0, HSA_QUEUE_TYPE_MULTI);
    all_done = make_signal(count);
    for (int i = 0; i < count; i++) pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < count; i++) pthread_join(threads[i], NULL);
    printf("threads: %ld %lu\n", (long)hsa_signal_load_relaxed(all_done), (unsigned long)counter);
    HSA(hsa_queue_destroy(shared));
    HSA(hsa_signal_destroy(all_done));
}

int main(int count, char** words) {
    int found = 0;
    if (count < 2) return 2;
    module = words[1];
    if (count > 3) each = atol(words[3]);
    HSA(hsa_init());
    HSA(hsa_iterate_agents(take_agent, &found));
    EXPECT(found == GPUS);
    for (int gpu = 0; gpu < GPUS; gpu++) load(gpu);
    each_kernel_has_its_signal();
    a_kernel_looks_at_the_signals_before_it();
    a_barrier_stands_for_kernels_without_signals();
    barriers_wait_for_kernels_of_another_queue();
    handlers_hear_of_kernels();
    a_batch();
    a_kernel_that_nobody_loaded();
    threads_share_a_queue(count > 2 ? atoi(words[2]) : 4);
    return 0;
}
