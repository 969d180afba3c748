#include "queue.h"

#include <stdlib.h>
#include <string.h>

#include "agent.h"
#include "generation.h"
#include "hsa.h"
#include "signal.h"
#include "signal_change.h"
#include "state.h"

enum { QUEUE_MIN_PACKETS = 64, QUEUE_MAX_PACKETS = 1 << 17, PACKET_BYTES = 64 };

sg_queue* sg_queues;
static _Atomic(uint64_t) next_queue_id = 1;

sg_queue* sg_queue_of(const hsa_queue_t* queue) { return (sg_queue*)(uintptr_t)queue; }

void sg_queue_free(sg_queue* queue) {
    if (queue->doorbell != NULL) sg_doorbell_unmake(queue->doorbell);
    free(queue->hsa.base_address);
    pthread_mutex_destroy(&queue->lock);
    free(queue);
}

uint64_t sg_queue_next_id(void) { return atomic_fetch_add(&next_queue_id, 1); }

// Returns a queue without a doorbell, NULL when out of memory.
static sg_queue* make_ring(sg_agent* agent, uint32_t size, hsa_queue_type32_t type, uint64_t id) {
    sg_queue* queue = aligned_alloc(_Alignof(sg_queue), sizeof *queue);
    if (queue == NULL) return NULL;
    memset(queue, 0, sizeof *queue);
    pthread_mutex_init(&queue->lock, NULL);
    queue->hsa.base_address = aligned_alloc(PACKET_BYTES, (size_t)size * PACKET_BYTES);
    if (queue->hsa.base_address == NULL) {
        sg_queue_free(queue);
        return NULL;
    }
    memset(queue->hsa.base_address, 0, (size_t)size * PACKET_BYTES);
    for (uint32_t i = 0; i < size; i++) {
        *(uint16_t*)((char*)queue->hsa.base_address + (size_t)i * PACKET_BYTES) = HSA_PACKET_TYPE_INVALID;
    }
    queue->agent = agent;
    queue->hardware = queue;
    queue->cu_mask = SG_ALL_COMPUTE_UNITS;
    queue->hsa.type = type;
    queue->hsa.features = HSA_QUEUE_FEATURE_KERNEL_DISPATCH;
    queue->hsa.size = size;
    queue->hsa.id = id;
    return queue;
}

// In ROCr a queue for a single producer is one for several, too.
sg_queue* sg_queue_make(sg_agent* agent, uint32_t size, hsa_queue_type32_t type, uint64_t id, sg_ring ring) {
    sg_queue* queue = make_ring(agent, size, type == HSA_QUEUE_TYPE_SINGLE ? HSA_QUEUE_TYPE_MULTI : type, id);
    if (queue == NULL) return NULL;
    queue->doorbell = sg_doorbell_make(queue, ring);
    if (queue->doorbell == NULL) {
        sg_queue_free(queue);
        return NULL;
    }
    queue->hsa.doorbell_signal = sg_signal_handle(queue->doorbell);
    return queue;
}

sg_queue* sg_queue_make_soft(sg_agent* agent, uint32_t size, hsa_queue_type32_t type, uint32_t features,
                             hsa_signal_t doorbell) {
    sg_queue* queue = make_ring(agent, size, type, sg_queue_next_id());
    if (queue == NULL) return NULL;
    queue->hsa.features = features;
    queue->hsa.doorbell_signal = doorbell;
    return queue;
}

hsa_status_t sg_queue_check(hsa_agent_t agent, uint32_t size, hsa_queue_type32_t type, hsa_queue_t** queue) {
    SG_REQUIRE_INIT();
    sg_agent* found = sg_agent_of(agent);
    if (found == NULL) return HSA_STATUS_ERROR_INVALID_AGENT;
    if (found->type != HSA_DEVICE_TYPE_GPU) return HSA_STATUS_ERROR;
    bool power_of_two = size >= QUEUE_MIN_PACKETS && (size & (size - 1)) == 0;
    if (queue == NULL || !power_of_two || type > HSA_QUEUE_TYPE_COOPERATIVE) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    return size > QUEUE_MAX_PACKETS ? HSA_STATUS_ERROR_OUT_OF_RESOURCES : HSA_STATUS_SUCCESS;
}

void sg_queue_publish(sg_queue* queue) {
    pthread_mutex_lock(&sg_state_lock);
    queue->next = sg_queues;
    sg_queues = queue;
    pthread_mutex_unlock(&sg_state_lock);
}

void sg_queue_unlink(sg_queue* queue) {
    pthread_mutex_lock(&sg_state_lock);
    sg_queue** link = &sg_queues;
    while (*link != NULL && *link != queue) link = &(*link)->next;
    if (*link != NULL) *link = queue->next;
    pthread_mutex_unlock(&sg_state_lock);
}

void sg_queue_stop(sg_queue* queue) {
    atomic_store(&queue->stop, true);
    pthread_mutex_lock(&queue->lock);
    bool running = sg_alive(&queue->worker_generation);
    pthread_t worker = queue->worker;
    pthread_mutex_unlock(&queue->lock);
    if (!running) return;
    sg_wake(&queue->doorbell->waiters);
    pthread_join(worker, NULL);
}
