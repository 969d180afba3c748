// The public functions for queues. worker.c executes the packets.
#include <string.h>

#include "agent.h"
#include "hsa.h"
#include "intercept.h"
#include "queue.h"
#include "scratch.h"
#include "state.h"
#include "worker.h"

enum { COOPERATIVE_PACKETS = 16384 };

// Every agent has one cooperative queue, as in ROCr: all callers get the same, and it stays until the runtime ends.
static sg_queue* cooperative_of(const sg_agent* agent) {
    pthread_mutex_lock(&sg_state_lock);
    sg_queue* found = sg_queues;
    while (found != NULL && (found->agent != agent || found->hsa.type != HSA_QUEUE_TYPE_COOPERATIVE))
        found = found->next;
    if (found != NULL) found->users++;
    pthread_mutex_unlock(&sg_state_lock);
    return found;
}

static bool was_cooperative(sg_queue* queue) {
    if (queue->hsa.type != HSA_QUEUE_TYPE_COOPERATIVE) return false;
    pthread_mutex_lock(&sg_state_lock);
    if (queue->users != 0) queue->users--;
    pthread_mutex_unlock(&sg_state_lock);
    return true;
}

hsa_status_t sg_hsa_queue_create(hsa_agent_t agent, uint32_t size, hsa_queue_type32_t type,
                                 void (*callback)(hsa_status_t, hsa_queue_t*, void*), void* data,
                                 uint32_t private_segment_size, uint32_t group_segment_size, hsa_queue_t** queue) {
    (void)private_segment_size;
    (void)group_segment_size;
    hsa_status_t status = sg_queue_check(agent, size, type, queue);
    if (status != HSA_STATUS_SUCCESS) return status;
    if (type == HSA_QUEUE_TYPE_COOPERATIVE) size = COOPERATIVE_PACKETS;
    sg_queue* shared = type == HSA_QUEUE_TYPE_COOPERATIVE ? cooperative_of(sg_agent_of(agent)) : NULL;
    if (shared != NULL) {
        *queue = &shared->hsa;
        return HSA_STATUS_SUCCESS;
    }
    sg_queue* made = sg_queue_make(sg_agent_of(agent), size, type, sg_queue_next_id(), sg_queue_ring);
    if (made == NULL) return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
    made->on_error = callback;
    made->on_error_data = data;
    made->users = 1;
    sg_queue_publish(made);
    *queue = &made->hsa;
    return HSA_STATUS_SUCCESS;
}

hsa_status_t sg_hsa_soft_queue_create(hsa_region_t region, uint32_t size, hsa_queue_type32_t type, uint32_t features,
                                      hsa_signal_t doorbell_signal, hsa_queue_t** queue) {
    SG_REQUIRE_INIT();
    const sg_pool* pool = sg_pool_of(region.handle);
    if (pool == NULL) return HSA_STATUS_ERROR_INVALID_REGION;
    bool power_of_two = size != 0 && (size & (size - 1)) == 0;
    if (queue == NULL || !power_of_two || type > HSA_QUEUE_TYPE_SINGLE || features == 0)
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    if (sg_signal_of(doorbell_signal) == NULL) return HSA_STATUS_ERROR_INVALID_SIGNAL;
    sg_queue* made = sg_queue_make_soft(pool->agent, size, type, features, doorbell_signal);
    if (made == NULL) return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
    *queue = &made->hsa;
    return HSA_STATUS_SUCCESS;
}

hsa_status_t sg_hsa_queue_destroy(hsa_queue_t* queue) {
    SG_REQUIRE_INIT();
    if (queue == NULL) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    sg_queue* found = sg_queue_of(queue);
    if (was_cooperative(found)) return HSA_STATUS_SUCCESS;
    if (found->intercept != NULL) {
        sg_intercept_destroy(found);
        return HSA_STATUS_SUCCESS;
    }
    sg_queue_unlink(found);
    sg_queue_stop(found);
    sg_scratch_destroy(found);
    sg_queue_free(found);
    return HSA_STATUS_SUCCESS;
}

hsa_status_t sg_hsa_queue_inactivate(hsa_queue_t* queue) {
    SG_REQUIRE_INIT();
    if (queue == NULL) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    atomic_store(&sg_queue_of(queue)->hardware->inactive, true);
    return HSA_STATUS_SUCCESS;
}

// --- indices -------------------------------------------------------------------------------------------------------

#define LOAD(which, order, memory_order) \
    uint64_t sg_hsa_queue_load_##which##_index_##order(const hsa_queue_t* queue) { \
        return atomic_load_explicit(&sg_queue_of(queue)->which##_index, memory_order); \
    }
#define STORE(which, order, memory_order) \
    void sg_hsa_queue_store_##which##_index_##order(const hsa_queue_t* queue, uint64_t value) { \
        atomic_store_explicit(&sg_queue_of(queue)->which##_index, value, memory_order); \
    }
#define UPDATE(order, memory_order, failure_order) \
    uint64_t sg_hsa_queue_cas_write_index_##order(const hsa_queue_t* queue, uint64_t expected, uint64_t value) { \
        atomic_compare_exchange_strong_explicit(&sg_queue_of(queue)->write_index, &expected, value, memory_order, \
                                                failure_order); \
        return expected; \
    } \
    uint64_t sg_hsa_queue_add_write_index_##order(const hsa_queue_t* queue, uint64_t value) { \
        return atomic_fetch_add_explicit(&sg_queue_of(queue)->write_index, value, memory_order); \
    }
LOAD(read, relaxed, memory_order_relaxed)
LOAD(read, scacquire, memory_order_acquire)
LOAD(write, relaxed, memory_order_relaxed)
LOAD(write, scacquire, memory_order_acquire)
STORE(write, relaxed, memory_order_relaxed)
STORE(write, screlease, memory_order_release)
STORE(read, relaxed, memory_order_relaxed)
STORE(read, screlease, memory_order_release)
UPDATE(relaxed, memory_order_relaxed, memory_order_relaxed)
UPDATE(scacquire, memory_order_acquire, memory_order_acquire)
UPDATE(screlease, memory_order_release, memory_order_relaxed)
UPDATE(scacq_screl, memory_order_acq_rel, memory_order_acquire)

// --- AMD extension -------------------------------------------------------------------------------------------------

hsa_status_t sg_hsa_amd_queue_set_priority(hsa_queue_t* queue, hsa_amd_queue_priority_t priority) {
    SG_REQUIRE_INIT();
    if (queue == NULL) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    if (priority > HSA_AMD_QUEUE_PRIORITY_HIGH) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    atomic_store(&sg_queue_of(queue)->hardware->priority, (int32_t)priority);
    return HSA_STATUS_SUCCESS;
}

// The mask is stored without effect. Counted in bits, whole words; 0 bits: all units.
hsa_status_t sg_hsa_amd_queue_cu_set_mask(const hsa_queue_t* queue, uint32_t num_cu_mask_count,
                                          const uint32_t* cu_mask) {
    SG_REQUIRE_INIT();
    if (queue == NULL) return HSA_STATUS_ERROR_INVALID_QUEUE;
    bool words = num_cu_mask_count % 32 == 0 && (num_cu_mask_count == 0 || cu_mask != NULL);
    if (!words) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    atomic_store(&sg_queue_of(queue)->hardware->cu_mask, num_cu_mask_count == 0 ? SG_ALL_COMPUTE_UNITS : cu_mask[0]);
    return HSA_STATUS_SUCCESS;
}

hsa_status_t sg_hsa_amd_queue_cu_get_mask(const hsa_queue_t* queue, uint32_t num_cu_mask_count, uint32_t* cu_mask) {
    SG_REQUIRE_INIT();
    if (queue == NULL) return HSA_STATUS_ERROR_INVALID_QUEUE;
    bool words = num_cu_mask_count != 0 && num_cu_mask_count % 32 == 0 && cu_mask != NULL;
    if (!words) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    memset(cu_mask, 0, num_cu_mask_count / 8);
    cu_mask[0] = atomic_load(&sg_queue_of(queue)->hardware->cu_mask);
    return HSA_STATUS_SUCCESS;
}

hsa_status_t sg_hsa_amd_queue_get_info(hsa_queue_t* queue, hsa_queue_info_attribute_t attribute, void* value) {
    SG_REQUIRE_INIT();
    if (queue == NULL) return HSA_STATUS_ERROR_INVALID_QUEUE;
    if (value == NULL) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    if (attribute == HSA_AMD_QUEUE_INFO_AGENT) {
        *(hsa_agent_t*)value = (hsa_agent_t){(uintptr_t)sg_queue_of(queue)->agent};
    } else if (attribute == HSA_AMD_QUEUE_INFO_DOORBELL_ID) {
        *(uint64_t*)value = queue->id;
    } else {
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    }
    return HSA_STATUS_SUCCESS;
}
