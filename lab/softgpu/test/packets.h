// Hand-written dispatch packets, for tests of the HSA runtime alone.
#ifndef SOFTGPU_TEST_PACKETS_H
#define SOFTGPU_TEST_PACKETS_H

#include "check.h"

#include <hsa/hsa.h>
#include <hsa/hsa_ext_amd.h>
#include <sched.h>
#include <softgpu/softgpu.h>
#include <string.h>

static hsa_agent_t cpu, gpus[2];
static int gpu_count;

static inline hsa_status_t take_agent(hsa_agent_t agent, void* unused) {
    (void)unused;
    uint32_t type;
    HSA(hsa_agent_get_info(agent, HSA_AGENT_INFO_DEVICE, &type));
    if (type == HSA_DEVICE_TYPE_CPU) cpu = agent;
    else gpus[gpu_count++] = agent;
    return HSA_STATUS_SUCCESS;
}

static inline hsa_signal_t signal_of(int64_t value) {
    hsa_signal_t signal;
    HSA(hsa_signal_create(value, 0, NULL, &signal));
    return signal;
}

static inline void wait_for(hsa_signal_t signal, int64_t value) {
    CHECK_EQUAL(value,
                hsa_signal_wait_scacquire(signal, HSA_SIGNAL_CONDITION_EQ, value, UINT64_MAX, HSA_WAIT_STATE_BLOCKED));
}

static inline hsa_queue_t* queue_on(hsa_agent_t gpu, int profiled) {
    hsa_queue_t* queue;
    HSA(hsa_queue_create(gpu, 64, HSA_QUEUE_TYPE_MULTI, NULL, NULL, 0, 0, &queue));
    if (profiled) HSA(hsa_amd_profiling_set_profiler_enabled(queue, 1));
    return queue;
}

// Submits any packet of 64 bytes; its header is `type`.
static inline void submit_packet(hsa_queue_t* queue, const void* packet, uint16_t type) {
    uint64_t index = hsa_queue_add_write_index_scacq_screl(queue, 1);
    while (index - hsa_queue_load_read_index_scacquire(queue) >= queue->size) sched_yield();
    char* slot = (char*)queue->base_address + 64 * (index % queue->size);
    memcpy(slot + 2, (const char*)packet + 2, 62);
    __atomic_store_n((uint16_t*)slot, (uint16_t)(type | 1 << HSA_PACKET_HEADER_BARRIER), __ATOMIC_SEQ_CST);
    hsa_signal_store_screlease(queue->doorbell_signal, (int64_t)index);
}

static inline void submit_dispatch(hsa_queue_t* queue, softgpu_kernel kernel, void* arguments, uint32_t private_bytes,
                                   hsa_signal_t done) {
    hsa_kernel_dispatch_packet_t p = {.setup = 1,
                                      .workgroup_size_x = 1,
                                      .workgroup_size_y = 1,
                                      .workgroup_size_z = 1,
                                      .grid_size_x = 1,
                                      .grid_size_y = 1,
                                      .grid_size_z = 1,
                                      .private_segment_size = private_bytes,
                                      .kernel_object = softgpu_kernel_object(kernel),
                                      .kernarg_address = arguments,
                                      .completion_signal = done};
    submit_packet(queue, &p, HSA_PACKET_TYPE_KERNEL_DISPATCH);
}

static inline void nothing(const softgpu_workgroup* wg, void** args) { (void)wg, (void)args; }

static inline void dispatch(hsa_queue_t* queue, hsa_signal_t done) {
    static uint64_t arguments[SOFTGPU_MAX_ARGS];
    submit_dispatch(queue, nothing, arguments, 0, done);
}

#endif
