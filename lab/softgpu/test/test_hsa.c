// The HSA runtime alone: packets written by hand, signals, handlers, copies with dependencies, times.
#define _GNU_SOURCE
#include "check.h"

#include <hsa/hsa.h>
#include <hsa/hsa_ext_amd.h>
#include <pthread.h>
#include <softgpu/softgpu.h>
#include <string.h>
#include <unistd.h>

static hsa_agent_t cpu, gpus[2];
static uint32_t gpu_count;

static hsa_status_t take_agent(hsa_agent_t agent, void* unused) {
    (void)unused;
    uint32_t type;
    HSA(hsa_agent_get_info(agent, HSA_AGENT_INFO_DEVICE, &type));
    if (type == HSA_DEVICE_TYPE_CPU) cpu = agent;
    else gpus[gpu_count++] = agent;
    return HSA_STATUS_SUCCESS;
}

static hsa_status_t first_pool(hsa_amd_memory_pool_t pool, void* where) {
    *(hsa_amd_memory_pool_t*)where = pool;
    return HSA_STATUS_INFO_BREAK;
}

static void nothing_works_before_init(void) {
    hsa_signal_t signal;
    CHECK_EQUAL(HSA_STATUS_ERROR_NOT_INITIALIZED, hsa_signal_create(0, 0, NULL, &signal));
    CHECK_EQUAL(HSA_STATUS_ERROR_NOT_INITIALIZED, hsa_shut_down());
    HSA(hsa_init());
    HSA(hsa_init());
    HSA(hsa_shut_down());
    HSA(hsa_iterate_agents(take_agent, NULL));
    CHECK_EQUAL(2, gpu_count);
    char name[64];
    HSA(hsa_agent_get_info(gpus[1], (hsa_agent_info_t)HSA_AMD_AGENT_INFO_PRODUCT_NAME, name));
    CHECK(strcmp(name, "softgpu 1") == 0);
    const char* text;
    HSA(hsa_status_string(HSA_STATUS_ERROR_INVALID_AGENT, &text));
    CHECK(strstr(text, "AGENT") != NULL);
    uint64_t frequency;
    HSA(hsa_system_get_info(HSA_SYSTEM_INFO_TIMESTAMP_FREQUENCY, &frequency));
    CHECK_EQUAL(1000000000, frequency);
}

static void mark(const softgpu_workgroup* wg, void** args) {
    uint32_t* data = *(uint32_t**)args[0];
    data[wg->group.x] += (uint32_t) * (uint64_t*)args[1];
}

static void* packet_at(hsa_queue_t* queue, uint64_t index) {
    return (char*)queue->base_address + 64 * (index % queue->size);
}

static void publish(hsa_queue_t* queue, uint64_t index, uint16_t type, void* packet) {
    char* slot = packet_at(queue, index);
    memcpy(slot + 2, (char*)packet + 2, 62);
    __atomic_store_n((uint16_t*)slot, (uint16_t)(type | 1 << HSA_PACKET_HEADER_BARRIER), __ATOMIC_SEQ_CST);
}

static void packets_run_in_order_from_one_doorbell(void) {
    hsa_queue_t* queue;
    hsa_signal_t dep, done;
    uint32_t data[4] = {0};
    uint64_t arguments[SOFTGPU_MAX_ARGS] = {(uintptr_t)data, 3};
    HSA(hsa_queue_create(gpus[0], 64, HSA_QUEUE_TYPE_MULTI, NULL, NULL, 0, 0, &queue));
    HSA(hsa_amd_profiling_set_profiler_enabled(queue, 1));
    HSA(hsa_signal_create(1, 0, NULL, &dep));
    HSA(hsa_signal_create(2, 0, NULL, &done));
    hsa_barrier_and_packet_t barrier = {.dep_signal = {{0}, dep}};
    hsa_kernel_dispatch_packet_t dispatch = {.setup = 1,
                                             .workgroup_size_x = 2,
                                             .workgroup_size_y = 1,
                                             .workgroup_size_z = 1,
                                             .grid_size_x = 8,
                                             .grid_size_y = 1,
                                             .grid_size_z = 1,
                                             .kernel_object = softgpu_kernel_object(mark),
                                             .kernarg_address = arguments,
                                             .completion_signal = done};
    uint64_t index = hsa_queue_add_write_index_scacq_screl(queue, 3);
    publish(queue, index, HSA_PACKET_TYPE_BARRIER_AND, &barrier);
    publish(queue, index + 1, HSA_PACKET_TYPE_KERNEL_DISPATCH, &dispatch);
    publish(queue, index + 2, HSA_PACKET_TYPE_KERNEL_DISPATCH, &dispatch);
    hsa_signal_store_screlease(queue->doorbell_signal, (int64_t)index + 2);
    CHECK_EQUAL(2, hsa_signal_wait_scacquire(done, HSA_SIGNAL_CONDITION_LT, 2, 1000000, HSA_WAIT_STATE_BLOCKED));
    CHECK_EQUAL(0, data[0]);
    hsa_signal_subtract_screlease(dep, 1);
    CHECK_EQUAL(0, hsa_signal_wait_scacquire(done, HSA_SIGNAL_CONDITION_EQ, 0, UINT64_MAX, HSA_WAIT_STATE_BLOCKED));
    for (int i = 0; i < 4; i++) CHECK_EQUAL(6, data[i]);
    CHECK_EQUAL(3, hsa_queue_load_read_index_scacquire(queue));
    hsa_amd_profiling_dispatch_time_t time;
    HSA(hsa_amd_profiling_get_dispatch_time(gpus[0], done, &time));
    uint64_t now;
    HSA(hsa_system_get_info(HSA_SYSTEM_INFO_TIMESTAMP, &now));
    CHECK(time.start > 0 && time.start < time.end && time.end <= now);
    HSA(hsa_signal_destroy(dep));
    HSA(hsa_signal_destroy(done));
    HSA(hsa_queue_destroy(queue));
}

static void either_dependency_opens_a_barrier_or(void) {
    hsa_queue_t* queue;
    hsa_signal_t a, b, done;
    HSA(hsa_queue_create(gpus[1], 64, HSA_QUEUE_TYPE_SINGLE, NULL, NULL, 0, 0, &queue));
    HSA(hsa_signal_create(1, 0, NULL, &a));
    HSA(hsa_signal_create(1, 0, NULL, &b));
    HSA(hsa_signal_create(1, 0, NULL, &done));
    hsa_barrier_or_packet_t barrier = {.dep_signal = {a, b}, .completion_signal = done};
    uint64_t index = hsa_queue_add_write_index_relaxed(queue, 1);
    publish(queue, index, HSA_PACKET_TYPE_BARRIER_OR, &barrier);
    hsa_signal_store_screlease(queue->doorbell_signal, (int64_t)index);
    CHECK_EQUAL(1, hsa_signal_wait_scacquire(done, HSA_SIGNAL_CONDITION_EQ, 0, 1000000, HSA_WAIT_STATE_BLOCKED));
    hsa_signal_store_screlease(a, 0);
    CHECK_EQUAL(0, hsa_signal_wait_scacquire(done, HSA_SIGNAL_CONDITION_EQ, 0, UINT64_MAX, HSA_WAIT_STATE_BLOCKED));
    HSA(hsa_queue_destroy(queue));
    HSA(hsa_signal_destroy(a));
    HSA(hsa_signal_destroy(b));
    HSA(hsa_signal_destroy(done));
}

static hsa_status_t queue_error;

static void on_error(hsa_status_t status, hsa_queue_t* queue, void* signal) {
    (void)queue;
    queue_error = status;
    hsa_signal_store_screlease(*(hsa_signal_t*)signal, 0);
}

static void a_bad_packet_stops_its_queue_and_is_reported(void) {
    hsa_queue_t* queue;
    hsa_signal_t reported;
    HSA(hsa_signal_create(1, 0, NULL, &reported));
    HSA(hsa_queue_create(gpus[0], 64, HSA_QUEUE_TYPE_MULTI, on_error, &reported, 0, 0, &queue));
    hsa_kernel_dispatch_packet_t dispatch = {.workgroup_size_x = 1,
                                             .workgroup_size_y = 1,
                                             .workgroup_size_z = 1,
                                             .grid_size_x = 1,
                                             .grid_size_y = 1,
                                             .grid_size_z = 1,
                                             .kernel_object = 64};
    uint64_t index = hsa_queue_add_write_index_relaxed(queue, 1);
    publish(queue, index, HSA_PACKET_TYPE_KERNEL_DISPATCH, &dispatch);
    hsa_signal_store_screlease(queue->doorbell_signal, (int64_t)index);
    hsa_signal_wait_scacquire(reported, HSA_SIGNAL_CONDITION_EQ, 0, UINT64_MAX, HSA_WAIT_STATE_BLOCKED);
    CHECK_EQUAL(HSA_STATUS_ERROR_INVALID_CODE_OBJECT, queue_error);
    HSA(hsa_queue_destroy(queue));
    HSA(hsa_signal_destroy(reported));
    CHECK_EQUAL(HSA_STATUS_ERROR, hsa_queue_create(cpu, 64, 0, NULL, NULL, 0, 0, &queue));
    CHECK_EQUAL(HSA_STATUS_ERROR_INVALID_ARGUMENT, hsa_queue_create(gpus[0], 65, 0, NULL, NULL, 0, 0, &queue));
}

static hsa_signal_t handled;
static pid_t handler_thread;
static int handler_calls;

static bool on_signal(hsa_signal_value_t value, void* arg) {
    handler_thread = gettid();
    CHECK_EQUAL(-3, value);
    CHECK(arg == &handler_calls);
    if (++handler_calls < 2) return true; // once more: the condition still holds
    hsa_signal_store_screlease(handled, 0);
    return false;
}

static void handlers_run_on_a_thread_of_the_runtime(void) {
    hsa_signal_t signal;
    HSA(hsa_signal_create(0, 0, NULL, &signal));
    HSA(hsa_signal_create(1, 0, NULL, &handled));
    HSA(hsa_amd_signal_async_handler(signal, HSA_SIGNAL_CONDITION_LT, 0, on_signal, &handler_calls));
    hsa_signal_store_relaxed(signal, 1);
    CHECK_EQUAL(0, handler_calls);
    CHECK_EQUAL(1, hsa_signal_exchange_scacq_screl(signal, -3));
    hsa_signal_wait_scacquire(handled, HSA_SIGNAL_CONDITION_EQ, 0, UINT64_MAX, HSA_WAIT_STATE_ACTIVE);
    CHECK(handler_calls == 2 && handler_thread != gettid());
    HSA(hsa_signal_destroy(signal));
    CHECK_EQUAL(HSA_STATUS_ERROR_INVALID_SIGNAL, hsa_signal_destroy(signal));
    HSA(hsa_signal_destroy(handled));
}

static void signal_arithmetic_is_exact(void) {
    hsa_signal_t s;
    HSA(hsa_amd_signal_create(12, 0, NULL, 1, &s)); // for the GPU only: without an interrupt
    hsa_signal_and_relaxed(s, 10);
    hsa_signal_or_screlease(s, 1);
    hsa_signal_xor_scacquire(s, 3);
    hsa_signal_add_scacq_screl(s, 5);
    hsa_signal_subtract_relaxed(s, 1);
    CHECK_EQUAL(14, hsa_signal_load_scacquire(s));
    CHECK_EQUAL(14, hsa_signal_cas_scacq_screl(s, 14, 20));
    CHECK_EQUAL(20, hsa_signal_cas_relaxed(s, 14, 30));
    hsa_signal_silent_store_relaxed(s, 7);
    volatile hsa_signal_value_t* raw;
    HSA(hsa_amd_signal_value_pointer(s, &raw));
    CHECK_EQUAL(7, *raw);
    HSA(hsa_signal_destroy(s));
}

static void a_copy_waits_for_its_dependencies(void) {
    hsa_amd_memory_pool_t pool;
    hsa_signal_t deps[2], done;
    char *device, host[64] = "before";
    CHECK_EQUAL(HSA_STATUS_INFO_BREAK, hsa_amd_agent_iterate_memory_pools(gpus[0], first_pool, &pool));
    HSA(hsa_amd_memory_pool_allocate(pool, 64, 0, (void**)&device));
    HSA(hsa_signal_create(1, 0, NULL, &deps[0]));
    HSA(hsa_signal_create(1, 0, NULL, &deps[1]));
    HSA(hsa_signal_create(1, 0, NULL, &done));
    HSA(hsa_amd_profiling_async_copy_enable(true));
    HSA(hsa_amd_memory_async_copy(device, gpus[0], host, cpu, 64, 2, deps, done));
    hsa_signal_store_screlease(deps[1], 0);
    strcpy(host, "after");
    CHECK_EQUAL(1, hsa_signal_load_scacquire(done));
    hsa_signal_store_screlease(deps[0], 0);
    hsa_signal_wait_scacquire(done, HSA_SIGNAL_CONDITION_EQ, 0, UINT64_MAX, HSA_WAIT_STATE_BLOCKED);
    CHECK(strcmp(device, "after") == 0);
    hsa_amd_profiling_async_copy_time_t time;
    HSA(hsa_amd_profiling_get_async_copy_time(done, &time));
    CHECK(time.start > 0 && time.start < time.end);
    HSA(hsa_amd_profiling_async_copy_enable(false));
    hsa_amd_pointer_info_t info = {.size = sizeof info};
    HSA(hsa_amd_pointer_info(device + 5, &info, NULL, NULL, NULL));
    CHECK(info.agentBaseAddress == device && info.sizeInBytes == 64 && info.agentOwner.handle == gpus[0].handle);
    HSA(hsa_amd_memory_pool_free(device));
    CHECK_EQUAL(HSA_STATUS_ERROR_INVALID_ALLOCATION, hsa_amd_memory_pool_free(device));
    hsa_signal_t all[] = {deps[0], deps[1], done};
    for (int i = 0; i < 3; i++) HSA(hsa_signal_destroy(all[i]));
}

enum { PRODUCERS = 4, PER_PRODUCER = 2000 };
static hsa_queue_t* shared_queue;
static hsa_signal_t all_done;
static uint32_t counter;
static uint64_t kernarg[SOFTGPU_MAX_ARGS];

static void increment(const softgpu_workgroup* wg, void** args) {
    (void)wg;
    ++**(uint32_t**)args[0]; // one worker: no race
}

static void* produce(void* unused) {
    hsa_kernel_dispatch_packet_t dispatch = {.setup = 1,
                                             .workgroup_size_x = 1,
                                             .workgroup_size_y = 1,
                                             .workgroup_size_z = 1,
                                             .grid_size_x = 1,
                                             .grid_size_y = 1,
                                             .grid_size_z = 1,
                                             .kernel_object = softgpu_kernel_object(increment),
                                             .kernarg_address = kernarg,
                                             .completion_signal = all_done};
    for (int i = 0; i < PER_PRODUCER; i++) {
        uint64_t index = hsa_queue_add_write_index_scacquire(shared_queue, 1);
        while (index - hsa_queue_load_read_index_scacquire(shared_queue) >= shared_queue->size) sched_yield();
        publish(shared_queue, index, HSA_PACKET_TYPE_KERNEL_DISPATCH, &dispatch);
        hsa_signal_store_screlease(shared_queue->doorbell_signal, (int64_t)index);
    }
    return unused;
}

static void many_producers_share_a_queue(void) {
    pthread_t threads[PRODUCERS];
    kernarg[0] = (uintptr_t)&counter;
    HSA(hsa_queue_create(gpus[0], 64, HSA_QUEUE_TYPE_MULTI, NULL, NULL, 0, 0, &shared_queue));
    HSA(hsa_signal_create(PRODUCERS * PER_PRODUCER, 0, NULL, &all_done));
    for (int i = 0; i < PRODUCERS; i++) CHECK_EQUAL(0, pthread_create(&threads[i], NULL, produce, NULL));
    for (int i = 0; i < PRODUCERS; i++) pthread_join(threads[i], NULL);
    hsa_signal_wait_scacquire(all_done, HSA_SIGNAL_CONDITION_EQ, 0, UINT64_MAX, HSA_WAIT_STATE_BLOCKED);
    CHECK_EQUAL(PRODUCERS * PER_PRODUCER, counter);
    HSA(hsa_queue_destroy(shared_queue));
    HSA(hsa_signal_destroy(all_done));
}

static void a_barrier_on_a_value_waits_for_it(void) {
    hsa_queue_t* queue;
    hsa_signal_t watched, done;
    HSA(hsa_queue_create(gpus[0], 64, HSA_QUEUE_TYPE_MULTI, NULL, NULL, 0, 0, &queue));
    HSA(hsa_signal_create(0x10, 0, NULL, &watched));
    HSA(hsa_signal_create(2, 0, NULL, &done));
    hsa_amd_barrier_value_packet_t barrier = {.AmdFormat = HSA_AMD_PACKET_TYPE_BARRIER_VALUE,
                                              .signal = watched,
                                              .value = 3,
                                              .mask = 0xf,
                                              .cond = HSA_SIGNAL_CONDITION_GTE,
                                              .completion_signal = done};
    hsa_amd_barrier_value_packet_t other = {.AmdFormat = 77, .completion_signal = done};
    uint64_t index = hsa_queue_add_write_index_relaxed(queue, 2);
    publish(queue, index, HSA_PACKET_TYPE_VENDOR_SPECIFIC, &other);
    publish(queue, index + 1, HSA_PACKET_TYPE_VENDOR_SPECIFIC, &barrier);
    hsa_signal_store_screlease(queue->doorbell_signal, (int64_t)index + 1);
    hsa_signal_wait_scacquire(done, HSA_SIGNAL_CONDITION_EQ, 1, UINT64_MAX, HSA_WAIT_STATE_BLOCKED);
    hsa_signal_store_screlease(watched, 0x32);
    CHECK_EQUAL(1, hsa_signal_wait_scacquire(done, HSA_SIGNAL_CONDITION_EQ, 0, 1000000, HSA_WAIT_STATE_BLOCKED));
    hsa_signal_store_screlease(watched, 0x33);
    CHECK_EQUAL(0, hsa_signal_wait_scacquire(done, HSA_SIGNAL_CONDITION_EQ, 0, UINT64_MAX, HSA_WAIT_STATE_BLOCKED));
    HSA(hsa_queue_destroy(queue));
    HSA(hsa_signal_destroy(watched));
    HSA(hsa_signal_destroy(done));
}

static void a_packet_of_no_type_is_an_error(void) {
    hsa_queue_t* queue;
    hsa_signal_t reported;
    HSA(hsa_signal_create(1, 0, NULL, &reported));
    HSA(hsa_queue_create(gpus[0], 64, HSA_QUEUE_TYPE_MULTI, on_error, &reported, 0, 0, &queue));
    uint64_t index = hsa_queue_add_write_index_relaxed(queue, 1);
    hsa_barrier_and_packet_t packet = {0};
    publish(queue, index, 6, &packet);
    hsa_signal_store_screlease(queue->doorbell_signal, (int64_t)index);
    hsa_signal_wait_scacquire(reported, HSA_SIGNAL_CONDITION_EQ, 0, UINT64_MAX, HSA_WAIT_STATE_BLOCKED);
    CHECK_EQUAL(HSA_STATUS_ERROR_INVALID_PACKET_FORMAT, queue_error);
    HSA(hsa_queue_destroy(queue));
    HSA(hsa_signal_destroy(reported));
}

static void several_signals_are_waited_for_together(void) {
    hsa_signal_t signals[3];
    hsa_signal_condition_t conditions[3] = {HSA_SIGNAL_CONDITION_EQ, HSA_SIGNAL_CONDITION_LT, HSA_SIGNAL_CONDITION_GTE};
    hsa_signal_value_t values[3] = {0, 0, 5}, seen[3] = {0};
    for (int i = 0; i < 3; i++) HSA(hsa_signal_create(1, 0, NULL, &signals[i]));
    CHECK_EQUAL(UINT32_MAX,
                hsa_amd_signal_wait_any(3, signals, conditions, values, 1000, HSA_WAIT_STATE_BLOCKED, seen));
    hsa_signal_store_screlease(signals[2], 7);
    CHECK_EQUAL(2, hsa_amd_signal_wait_any(3, signals, conditions, values, UINT64_MAX, HSA_WAIT_STATE_BLOCKED, seen));
    CHECK_EQUAL(7, seen[0]);
    CHECK(hsa_amd_signal_wait_all(3, signals, conditions, values, 1000, HSA_WAIT_STATE_BLOCKED, seen) != 0);
    hsa_signal_store_screlease(signals[0], 0);
    hsa_signal_store_screlease(signals[1], -4);
    CHECK_EQUAL(0, hsa_amd_signal_wait_all(3, signals, conditions, values, UINT64_MAX, HSA_WAIT_STATE_BLOCKED, seen));
    CHECK(seen[0] == 0 && seen[1] == -4 && seen[2] == 7);
    for (int i = 0; i < 3; i++) HSA(hsa_signal_destroy(signals[i]));
}

static void the_rest_says_so(void) {
    hsa_executable_t executable = {1};
    CHECK_EQUAL(HSA_STATUS_ERROR, hsa_executable_global_variable_define(executable, "v", &executable));
    CHECK_EQUAL(HSA_STATUS_ERROR, hsa_amd_ipc_memory_detach(&executable));
}

int main(void) {
    nothing_works_before_init();
    packets_run_in_order_from_one_doorbell();
    either_dependency_opens_a_barrier_or();
    a_bad_packet_stops_its_queue_and_is_reported();
    handlers_run_on_a_thread_of_the_runtime();
    signal_arithmetic_is_exact();
    a_copy_waits_for_its_dependencies();
    many_producers_share_a_queue();
    a_barrier_on_a_value_waits_for_it();
    a_packet_of_no_type_is_an_error();
    several_signals_are_waited_for_together();
    the_rest_says_so();
    return 0;
}
