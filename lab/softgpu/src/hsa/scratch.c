// Scratch: the memory that a queue holds for kernels with private segments, and its events for tools.
//
// The first dispatch that needs scratch makes its queue allocate it for all waves that run at once; the queue keeps
// it until it is destroyed, until a dispatch needs more, or until the runtime reclaims it. An allocation above the
// agent's limit is kept for one dispatch only. Nothing is really allocated, since kernels have their stacks; the
// size counts as memory of the agent.
#include "scratch.h"

#include <sched.h>

#include "agent.h"
#include "base.h"
#include "hsa.h"
#include "queue.h"
#include "state.h"

_Atomic(const ToolsApiTable*) sg_scratch_listeners;

enum { LANES = 64, SLOTS = 256, GRANULE = 16 }; // work-items of a wave, waves at once, bytes per work-item
static const long SINGLE_LIMIT = 140 << 20;     // as in ROCm

enum { NONE, HELD, USED, RECLAIMED }; // RECLAIMED: by a thread other than the worker, until it sets NONE

// --- events for tools ----------------------------------------------------------------------------------------------

// The program knows only the proxy, not the queue behind it.
static const hsa_queue_t* public_queue(const sg_queue* queue) {
    return queue->proxy != NULL ? &queue->proxy->hsa : &queue->hsa;
}

#define TELL(which, event) \
    do { \
        const ToolsApiTable* tools_ = atomic_load(&sg_scratch_listeners); \
        if (tools_ != NULL && tools_->hsa_amd_tool_scratch_event_##which##_fn != NULL) \
            tools_->hsa_amd_tool_scratch_event_##which##_fn((hsa_amd_tool_event_t){.scratch_##which = (event)}); \
    } while (0)

#define TELL_START_OR_END(which, KIND, queue, flag) \
    do { \
        hsa_amd_event_scratch_##which##_t event_ = { \
            .kind = HSA_AMD_TOOL_EVENT_SCRATCH_##KIND, .queue = public_queue(queue), .flags = (flag)}; \
        TELL(which, &event_); \
    } while (0)

// The table's functions while no tool has replaced them.
#define IGNORE(which) \
    hsa_status_t sg_hsa_amd_tool_scratch_event_##which(hsa_amd_tool_event_t event) { \
        return event.none == NULL ? HSA_STATUS_ERROR_INVALID_ARGUMENT : HSA_STATUS_SUCCESS; \
    }
IGNORE(alloc_start)
IGNORE(alloc_end)
IGNORE(free_start)
IGNORE(free_end)
IGNORE(async_reclaim_start)
IGNORE(async_reclaim_end)

// --- taking and giving ---------------------------------------------------------------------------------------------

static bool take_memory(sg_agent* agent, size_t size) {
    size_t allocated = atomic_load(&agent->allocated);
    do {
        if (size > agent->pools[0].size - allocated) return false;
    } while (!atomic_compare_exchange_weak(&agent->allocated, &allocated, allocated + size));
    return true;
}

static void give_memory(sg_queue* queue) {
    atomic_fetch_sub(&queue->agent->allocated, queue->scratch_size);
    queue->scratch_size = 0;
}

static hsa_amd_event_scratch_alloc_flag_t flag_of(const sg_queue* queue) {
    return queue->scratch_once ? HSA_AMD_EVENT_SCRATCH_ALLOC_FLAG_USE_ONCE : HSA_AMD_EVENT_SCRATCH_ALLOC_FLAG_NONE;
}

static void release_scratch(sg_queue* queue) {
    TELL_START_OR_END(free_start, FREE_START, queue, flag_of(queue));
    give_memory(queue);
    TELL_START_OR_END(free_end, FREE_END, queue, flag_of(queue));
}

static bool allocate(sg_queue* queue, size_t size, uint64_t dispatch) {
    queue->scratch_once = size > atomic_load(&queue->agent->scratch_limit);
    hsa_amd_event_scratch_alloc_start_t start = {.kind = HSA_AMD_TOOL_EVENT_SCRATCH_ALLOC_START,
                                                 .queue = public_queue(queue),
                                                 .flags = flag_of(queue),
                                                 .dispatch_id = dispatch};
    TELL(alloc_start, &start);
    bool taken = take_memory(queue->agent, size);
    queue->scratch_size = taken ? size : 0;
    hsa_amd_event_scratch_alloc_end_t end = {.kind = HSA_AMD_TOOL_EVENT_SCRATCH_ALLOC_END,
                                             .queue = public_queue(queue),
                                             .flags = flag_of(queue),
                                             .dispatch_id = dispatch,
                                             .size = queue->scratch_size,
                                             .num_slots = taken ? SLOTS : 0};
    TELL(alloc_end, &end);
    return taken;
}

bool sg_scratch_enter(sg_queue* queue, uint32_t bytes_per_item, uint64_t dispatch) {
    size_t size = ((size_t)bytes_per_item + GRANULE - 1) / GRANULE * GRANULE * LANES * SLOTS;
    uint32_t held = HELD;
    while (!atomic_compare_exchange_strong(&queue->scratch, &held, USED)) {
        if (held == NONE) {
            atomic_store(&queue->scratch, USED);
            break;
        }
        sched_yield(); // being reclaimed
        held = HELD;
    }
    if (queue->scratch_size >= size) return true;
    if (queue->scratch_size > 0) release_scratch(queue);
    if (allocate(queue, size, dispatch)) return true;
    atomic_store(&queue->scratch, NONE);
    return false;
}

void sg_scratch_leave(sg_queue* queue) {
    if (queue->scratch_once) release_scratch(queue);
    atomic_store(&queue->scratch, queue->scratch_size > 0 ? HELD : NONE);
}

void sg_scratch_destroy(sg_queue* queue) {
    while (atomic_load(&queue->scratch) == RECLAIMED) sched_yield();
    if (queue->scratch_size > 0) release_scratch(queue);
}

// Fork child: the worker that used the scratch, or the thread that reclaimed it, does not exist here.
void sg_scratch_abandon(sg_queue* queue) { atomic_store(&queue->scratch, queue->scratch_size > 0 ? HELD : NONE); }

// --- reclaiming ----------------------------------------------------------------------------------------------------

// Finds a queue that holds more than the limit and is not using it; it cannot be destroyed until reclaiming
// has finished.
static sg_queue* claim(const sg_agent* agent, size_t limit) {
    pthread_mutex_lock(&sg_state_lock);
    sg_queue* queue = sg_queues;
    for (; queue != NULL; queue = queue->next) {
        uint32_t held = HELD;
        if (queue->agent != agent || !atomic_compare_exchange_strong(&queue->scratch, &held, RECLAIMED)) continue;
        if (queue->scratch_size > limit) break;
        atomic_store(&queue->scratch, HELD);
    }
    pthread_mutex_unlock(&sg_state_lock);
    return queue;
}

hsa_status_t sg_hsa_amd_agent_set_async_scratch_limit(hsa_agent_t agent, size_t threshold) {
    SG_REQUIRE_INIT();
    sg_agent* gpu = sg_agent_of(agent);
    if (gpu == NULL || gpu->type != HSA_DEVICE_TYPE_GPU) return HSA_STATUS_ERROR_INVALID_AGENT;
    if (threshold > gpu->pools[0].size) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    atomic_store(&gpu->scratch_limit, threshold);
    for (sg_queue* queue; (queue = claim(gpu, threshold)) != NULL;) {
        TELL_START_OR_END(async_reclaim_start, ASYNC_RECLAIM_START, queue, HSA_AMD_EVENT_SCRATCH_ALLOC_FLAG_NONE);
        give_memory(queue);
        TELL_START_OR_END(async_reclaim_end, ASYNC_RECLAIM_END, queue, HSA_AMD_EVENT_SCRATCH_ALLOC_FLAG_NONE);
        atomic_store(&queue->scratch, NONE);
    }
    return HSA_STATUS_SUCCESS;
}

void sg_scratch_setup(sg_agent* gpu) {
    atomic_store(&gpu->scratch_limit, (size_t)sg_env_number("HSA_SCRATCH_SINGLE_LIMIT", SINGLE_LIMIT, 0, 1L << 40));
}
