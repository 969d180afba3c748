// User queues: their life cycle.
#ifndef SOFTGPU_HSA_QUEUE_H
#define SOFTGPU_HSA_QUEUE_H

#include "agent.h"
#include "signal.h"

typedef struct sg_intercept sg_intercept;

struct sg_queue {
    hsa_queue_t hsa; // first: the handle is its address
    sg_agent* agent;
    sg_signal* doorbell; // NULL: of a queue that the program serves
    void (*on_error)(hsa_status_t, hsa_queue_t*, void*);
    void* on_error_data;
    _Atomic(uint32_t) worker_generation; // the fork generation whose worker serves it, 0: none yet
    _Atomic(bool) stop;
    _Atomic(bool) inactive;
    _Atomic(bool) profiling;
    _Atomic(int32_t) priority;
    _Atomic(uint32_t) cu_mask;
    sg_intercept* intercept; // of a proxy: its state. Constant
    sg_queue*
        hardware;    // the queue whose worker executes this one's packets: itself, or the one behind a proxy. Constant
    sg_queue* proxy; // of a hardware queue: the proxy in front of it, or NULL. Constant
    void (*refill)(sg_queue* hardware); // behind a proxy: called when the worker has taken a packet. Constant
    pthread_mutex_t lock;               // start and end of the worker; of a proxy: one thread rewrites at a time
    pthread_t worker;
    uint32_t users;            // of a cooperative queue; guarded by the state lock
    _Atomic(uint32_t) scratch; // the state of the scratch, see scratch.c
    size_t scratch_size;
    bool scratch_once;
    bool fork_held; // the lock is held by the fork in progress
    sg_queue* next; // guarded by the state lock
    // Written by submitters, written by the worker, and only read by both: each on separate cache lines.
    _Alignas(64) _Atomic(uint64_t) write_index;
    _Alignas(64) _Atomic(uint64_t) read_index;
    _Atomic(uint64_t) running; // completion signal of the packet that the worker is executing
    uint64_t next_begins;      // when the next packet begins, in ticks; 0: not known. The worker's
};

extern sg_queue* sg_queues;
extern pthread_mutex_t sg_state_lock;

// Any thread. NULL: no queue.
sg_queue* sg_queue_of(const hsa_queue_t* queue);

// Any thread. The steps of hsa_queue_create and hsa_queue_destroy. sg_queue_make: NULL when out of memory.
hsa_status_t sg_queue_check(hsa_agent_t agent, uint32_t size, hsa_queue_type32_t type, hsa_queue_t** queue);
uint64_t sg_queue_next_id(void);
sg_queue* sg_queue_make(sg_agent* agent, uint32_t size, hsa_queue_type32_t type, uint64_t id, sg_ring ring);
// Any thread. A queue that the program serves: a ring and its indices. NULL when out of memory.
sg_queue* sg_queue_make_soft(sg_agent* agent, uint32_t size, hsa_queue_type32_t type, uint32_t features,
                             hsa_signal_t doorbell);
void sg_queue_publish(sg_queue* queue);
void sg_queue_unlink(sg_queue* queue);
void sg_queue_stop(sg_queue* queue);
void sg_queue_free(sg_queue* queue);

#endif
