// See allocations.h.
#include "gpu_work/allocations.h"

#include <rocprofiler-sdk/buffer_tracing.h>

#include "base/clock.h"
#include "engine/admission.h"
#include "gpu_work/work.h"
#include "hsa/agents.h"
#include "hsa/own_functions.h"
#include "threads/inside.h"

typedef rocprofiler_buffer_tracing_memory_allocation_record_t record_t;

// One event, from its beginning to its end. `thread` is NULL for one that is not recorded.
typedef struct {
    native_thread_t* thread;
    rpj_work_origin origin;
    uint64_t agent, address, bytes;
} event;

// `pool`: 0 for a function that frees.
static event begin(uint64_t pool, uint64_t address, uint64_t bytes) {
    event made = {.address = address, .bytes = bytes};
    bool recorded = rpj_recorder_follows() && rpj_is_recording(rpj_work.allocations);
    native_thread_t* thread = recorded ? rpj_admit_without_java() : NULL;
    if (thread == NULL) return made;
    rpj_cancellation cancel = rpj_inside_begin(thread);
    made.thread = thread;
    made.agent = pool ? rpj_pool_agent(pool) : 0;
    made.origin = rpj_work_begins(thread, RPJ_SEGMENT_WORK_ALLOCATIONS);
    rpj_inside_end(thread, cancel);
    made.origin.start_ns = rpj_boottime_now();
    return made;
}

static void write_record(const event* of, native_thread_t* thread, rocprofiler_memory_allocation_operation_t operation,
                         uint64_t end_ns) {
    record_t* record = rpj_kept_claim(thread, 0, sizeof *record);
    if (record == NULL) return;
    record->kind = ROCPROFILER_BUFFER_TRACING_MEMORY_ALLOCATION;
    record->operation = operation;
    record->correlation_id.internal = of->origin.internal;
    record->correlation_id.external.value = of->origin.external;
    record->correlation_id.ancestor = of->origin.ancestor;
    record->thread_id = of->origin.tid;
    record->start_timestamp = of->origin.start_ns;
    record->end_timestamp = end_ns;
    record->agent_id.handle = of->agent;
    record->address.handle = of->address;
    record->allocation_size = of->bytes;
    rpj_kept_commit(record, sizeof *record);
}

// In a child that was forked meanwhile, the thread's block is another's.
static hsa_status_t end(event* of, rocprofiler_memory_allocation_operation_t operation, hsa_status_t result) {
    native_thread_t* thread = of->thread != NULL && rpj_recorder_follows() ? rpj_thread() : NULL;
    if (thread == NULL) return result;
    uint64_t end_ns = rpj_boottime_now();
    if (end_ns <= of->origin.start_ns) end_ns = of->origin.start_ns + 1;
    int* error = thread->errno_address;
    const int saved = *error;
    rpj_cancellation cancel = rpj_inside_begin(thread);
    write_record(of, thread, operation, end_ns);
    rpj_inside_end(thread, cancel);
    *error = saved;
    return result;
}

// What was made, where the function has succeeded.
static hsa_status_t made(event* of, const uint64_t* made, rocprofiler_memory_allocation_operation_t operation,
                         hsa_status_t result) {
    if (of->thread != NULL && result == HSA_STATUS_SUCCESS && made != NULL) of->address = *made;
    return end(of, operation, result);
}

// --- the functions -------------------------------------------------------------------------------------------------

static hsa_status_t memory_allocate(uint64_t region, size_t bytes, uint64_t* address) {
    hsa_status_t (*own)(uint64_t, size_t, uint64_t*) = RPJ_OWN_CORE(hsa_memory_allocate);
    event of = begin(region, 0, bytes);
    return made(&of, address, ROCPROFILER_MEMORY_ALLOCATION_ALLOCATE, own(region, bytes, address));
}

static hsa_status_t memory_free(void* address) {
    hsa_status_t (*own)(void*) = RPJ_OWN_CORE(hsa_memory_free);
    event of = begin(0, (uint64_t)address, 0);
    return end(&of, ROCPROFILER_MEMORY_ALLOCATION_FREE, own(address));
}

static hsa_status_t pool_allocate(uint64_t pool, size_t bytes, uint32_t flags, uint64_t* address) {
    hsa_status_t (*own)(uint64_t, size_t, uint32_t, uint64_t*) = RPJ_OWN_AMD_EXT(hsa_amd_memory_pool_allocate);
    event of = begin(pool, 0, bytes);
    return made(&of, address, ROCPROFILER_MEMORY_ALLOCATION_ALLOCATE, own(pool, bytes, flags, address));
}

static hsa_status_t pool_free(void* address) {
    hsa_status_t (*own)(void*) = RPJ_OWN_AMD_EXT(hsa_amd_memory_pool_free);
    event of = begin(0, (uint64_t)address, 0);
    return end(&of, ROCPROFILER_MEMORY_ALLOCATION_FREE, own(address));
}

static hsa_status_t handle_create(uint64_t pool, size_t bytes, uint32_t type, uint64_t flags, uint64_t* handle) {
    hsa_status_t (*own)(uint64_t, size_t, uint32_t, uint64_t, uint64_t*) = RPJ_OWN_AMD_EXT(hsa_amd_vmem_handle_create);
    event of = begin(pool, 0, bytes);
    return made(&of, handle, ROCPROFILER_MEMORY_ALLOCATION_VMEM_ALLOCATE, own(pool, bytes, type, flags, handle));
}

static hsa_status_t handle_release(uint64_t handle) {
    hsa_status_t (*own)(uint64_t) = RPJ_OWN_AMD_EXT(hsa_amd_vmem_handle_release);
    event of = begin(0, handle, 0);
    return end(&of, ROCPROFILER_MEMORY_ALLOCATION_VMEM_FREE, own(handle));
}

void* rpj_allocation_of_core(unsigned operation) {
    if (operation == ROCPROFILER_HSA_CORE_API_ID_hsa_memory_allocate) return (void*)memory_allocate;
    return operation == ROCPROFILER_HSA_CORE_API_ID_hsa_memory_free ? (void*)memory_free : NULL;
}

void* rpj_allocation_of_amd_ext(unsigned operation) {
    switch (operation) {
        case ROCPROFILER_HSA_AMD_EXT_API_ID_hsa_amd_memory_pool_allocate: return (void*)pool_allocate;
        case ROCPROFILER_HSA_AMD_EXT_API_ID_hsa_amd_memory_pool_free: return (void*)pool_free;
        case ROCPROFILER_HSA_AMD_EXT_API_ID_hsa_amd_vmem_handle_create: return (void*)handle_create;
        case ROCPROFILER_HSA_AMD_EXT_API_ID_hsa_amd_vmem_handle_release: return (void*)handle_release;
        default: return NULL;
    }
}
