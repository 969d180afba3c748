// The queues whose packets are seen: all of them, and those that may have work in flight.
#ifndef RPJ_GPU_QUEUES_H
#define RPJ_GPU_QUEUES_H

#include "dispatches/dispatch_records.h"

enum { RPJ_MOST_BUSY = 4096 }; // the driver has fewer queues for a process

// The queues in which work may be in flight, at the first `used` places, some of which are empty. Those that are idle
// leave it when many are listed, so that a look costs as much as there are queues in use.
typedef struct {
    uint64_t used;
    rpj_queue* at[RPJ_MOST_BUSY];
} rpj_busy_t;

extern rpj_busy_t rpj_busy __attribute__((visibility("hidden")));

// Makes a queue's data: zeroed, or those of one that has ended, with its counts and memory. NULL without memory.
rpj_queue* rpj_queue_new(void);

// The data of a queue that has ended, or was never made: used again, unless somebody may still come back to it. They
// are never freed: a thread that looks for completed dispatches may have them. Any thread.
void rpj_queue_retire(rpj_queue* queue);

// A queue that has been made; returns one, NULL if it is not known; and takes it out. Any thread.
void rpj_queues_add(rpj_queue* queue);
rpj_queue* rpj_queues_find(const hsa_queue_t* queue);
rpj_queue* rpj_queues_remove(const hsa_queue_t* queue);

// Returns all that are there, and their number; the caller's to free, NULL without memory. Any thread.
rpj_queue** rpj_queues_all(uint64_t* count);

// What is pending on this agent's queues may never complete: nobody waits for it any more. Any thread.
void rpj_queues_break(uint64_t agent);

// Whether dispatches of the queue have not been reported. Any thread.
static inline bool rpj_queue_has_pending(const native_queue_t* queue) {
    uint64_t reported = __atomic_load_n(&queue->reported, __ATOMIC_ACQUIRE);
    return __atomic_load_n(&queue->submitted, __ATOMIC_ACQUIRE) != reported;
}

// Lists a queue in rpj_busy, unless it is there. Any thread.
void rpj_queue_list(rpj_queue* queue);

// The thread that writes packets calls this after it has counted them as submitted, before the GPU sees them.
static inline void rpj_queue_is_busy(rpj_queue* queue) {
    if (RPJ_UNLIKELY(!__atomic_load_n(&queue->listed, __ATOMIC_SEQ_CST))) rpj_queue_list(queue);
}

#endif
