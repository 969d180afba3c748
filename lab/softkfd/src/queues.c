#include "queues.h"

#include "backing.h"
#include "engine_lock.h"
#include "log.h"
#include "memory.h"
#include "occupancy.h"
#include "settings.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static sk_queue* by_id[SK_MOST_QUEUES]; // 0 is never used
static sk_queue* by_priority[SK_MOST_QUEUES];
static uint32_t queue_count, last_id;

static sk_queue* found(uint32_t id) { return id < SK_MOST_QUEUES ? by_id[id] : NULL; }

bool sk_queue_known(uint32_t id, uint32_t* gpu, uint32_t* type) {
    const sk_queue* queue = found(id);
    if (queue == NULL) return false;
    *gpu = queue->gpu;
    *type = queue->type;
    return true;
}

sk_queue* const* sk_queues(uint32_t* count) {
    *count = queue_count;
    return by_priority;
}

static void order(sk_queue* queue) {
    uint32_t at = queue_count++;
    while (at > 0 && by_priority[at - 1]->priority < queue->priority) {
        by_priority[at] = by_priority[at - 1];
        at--;
    }
    by_priority[at] = queue;
}

static void unorder(const sk_queue* queue) {
    uint32_t at = 0;
    while (by_priority[at] != queue) at++;
    queue_count--;
    memmove(&by_priority[at], &by_priority[at + 1], (queue_count - at) * sizeof by_priority[0]);
}

// Ids are used in turn; a queue's doorbell has the number of its id.
static uint32_t unused_id(void) {
    for (uint32_t tried = 1; tried < SK_MOST_QUEUES; tried++) {
        last_id = last_id + 1 == SK_MOST_QUEUES ? 1 : last_id + 1;
        if (by_id[last_id] == NULL) return last_id;
    }
    return 0;
}

static uint32_t all_units(const sk_queue* queue) {
    return sk_compute_units(sk_settings_get()->architectures[queue->gpu]);
}

static bool wired(sk_queue* queue, const kfd_create_queue* request) {
    queue->ring = sk_memory_object(request->ring_base, request->ring_size);
    queue->write = sk_memory_object(request->write_pointer, 8);
    queue->read = sk_memory_object(request->read_pointer, 8);
    queue->doorbell = sk_backing_doorbell(queue->gpu, queue->id);
    if (!queue->ring || !queue->write || !queue->read || !queue->doorbell) return false;
    if (!queue->aql) return true;
    // The head of the queue tells how far behind its beginning the read index is.
    uint32_t offset =
        *(const uint32_t*)((const char*)queue->read + (AMD_QUEUE_READ_INDEX_OFFSET - AMD_QUEUE_READ_INDEX));
    queue->descriptor = (char*)queue->read - (offset != 0 ? offset : AMD_QUEUE_READ_INDEX);
    return true;
}

int sk_queue_create(kfd_create_queue* request) {
    int gpu = sk_gpu_of_id(request->gpu_id);
    uint32_t size = request->ring_size;
    if (gpu < 0 || request->type > KFD_QUEUE_SDMA_BY_ID || request->type == KFD_QUEUE_COMPUTE) return EINVAL;
    if (size < 1024 || (size & (size - 1)) != 0 || request->percentage > 100 || request->priority > 15) return EINVAL;
    uint32_t id = unused_id();
    sk_queue* queue = id == 0 ? NULL : calloc(1, sizeof *queue);
    if (queue == NULL) return ENOMEM;
    queue->id = id;
    queue->gpu = (uint32_t)gpu;
    queue->type = request->type;
    queue->aql = request->type == KFD_QUEUE_AQL;
    queue->priority = request->priority;
    queue->ring_bytes = size;
    queue->parked = request->percentage == 0;
    queue->save_area = request->save_address;
    queue->units = all_units(queue);
    if (!wired(queue, request)) {
        free(queue);
        return EINVAL;
    }
    queue->rung = queue->aql ? UINT64_MAX : 0;
    atomic_store(queue->doorbell, queue->rung);
    by_id[id] = queue;
    order(queue);
    request->queue_id = id;
    request->doorbell_offset = sk_backing_doorbell_offset(queue->gpu, id);
    return 0;
}

// Kernels that hang, or wait for the program.
static void abandon_endless(sk_queue* queue) {
    for (sk_run** link = &queue->runs; *link != NULL;) {
        sk_run* run = *link;
        bool waits = !run->worked && (run->work.kind == SK_WORK_WAIT || run->work.kind == SK_WORK_LIST);
        if (run->end != UINT64_MAX && !waits) {
            link = &run->next;
            continue;
        }
        *link = run->next;
        queue->running--;
        sk_occupancy_leave(queue->gpu, run->units);
        free(run);
    }
}

int sk_queue_destroy(uint32_t id) {
    sk_queue* queue = found(id);
    if (queue == NULL || queue->closing) return EINVAL;
    queue->closing = true;
    abandon_endless(queue);
    while (queue->running > 0 || (queue->working && queue->work.kind != SK_WORK_WAIT)) sk_engine_wait_for_end();
    by_id[id] = NULL;
    unorder(queue);
    free(queue);
    return 0;
}

int sk_queue_update(const kfd_update_queue* request) {
    sk_queue* queue = found(request->queue_id);
    if (queue == NULL || request->percentage > 100 || request->priority > 15) return EINVAL;
    unorder(queue);
    queue->priority = request->priority;
    order(queue);
    queue->parked = request->percentage == 0 || request->ring_base == 0 || request->ring_size == 0;
    return 0;
}

int sk_queue_set_cu_mask(const kfd_cu_mask* request) {
    sk_queue* queue = found(request->queue_id);
    const uint32_t* mask = (const uint32_t*)(uintptr_t)request->mask;
    if (queue == NULL || request->count == 0 || request->count % 32 != 0) return EINVAL;
    if (mask == NULL) return EFAULT;
    uint32_t bits = 0;
    for (uint32_t i = 0; i < request->count / 32; i++) bits += (uint32_t)__builtin_popcount(mask[i]);
    if (bits == 0) return EINVAL;
    queue->units = bits < all_units(queue) ? bits : all_units(queue);
    return 0;
}

int sk_queue_gws(kfd_queue_gws* request) {
    sk_queue* queue = found(request->queue_id);
    if (queue == NULL || !queue->aql) return EINVAL;
    request->first = 0;
    return 0;
}

void sk_queues_after_fork(void) {
    memset(by_id, 0, sizeof by_id);
    queue_count = last_id = 0;
}
