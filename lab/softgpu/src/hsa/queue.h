// User queues: their life.
#ifndef SOFTGPU_HSA_QUEUE_H
#define SOFTGPU_HSA_QUEUE_H

#include "agent.h"
#include "signal.h"

typedef struct sg_intercept sg_intercept;

struct sg_queue {
    hsa_queue_t hsa; // first: the handle is its address
    sg_agent* agent;
    sg_signal* doorbell;
    void (*on_error)(hsa_status_t, hsa_queue_t*, void*);
    void* on_error_data;
    _Atomic(uint32_t) worker_generation; // the fork generation whose worker serves it, 0: none yet
    _Atomic(bool) stop;
    _Atomic(bool) inactive;
    _Atomic(bool) profiling;
    _Atomic(int32_t) priority;
    _Atomic(uint32_t) cu_mask;
    sg_intercept* intercept; // a proxy: what stands behind it. Constant
    sg_queue*
        hardware;    // the queue whose worker executes what is put into this one: itself, or behind a proxy. Constant
    sg_queue* proxy; // a hardware queue: the proxy in front of it, or NULL. Constant
    void (*refill)(sg_queue* hardware); // of one behind a proxy: its worker has taken a packet. Constant
    pthread_mutex_t lock;               // start and end of the worker; of a proxy: one thread rewrites at a time
    pthread_t worker;
    _Atomic(uint32_t) scratch; // who has the scratch, see scratch.c
    size_t scratch_size;
    bool scratch_once;
    bool fork_held; // the lock, by the fork that is under way
    sg_queue* next; // guarded by the state lock
    // What submitters write, what the worker writes, and what both only read: each on cache lines of its own.
    _Alignas(64) _Atomic(uint64_t) write_index;
    _Alignas(64) _Atomic(uint64_t) read_index;
    _Atomic(uint64_t) running; // completion signal of the packet that the worker is executing
};

extern sg_queue* sg_queues;
extern pthread_mutex_t sg_state_lock;

// Any thread. NULL: no queue.
sg_queue* sg_queue_of(const hsa_queue_t* queue);

// Any thread. The parts of hsa_queue_create and hsa_queue_destroy. sg_queue_make: NULL when out of memory.
hsa_status_t sg_queue_check(hsa_agent_t agent, uint32_t size, hsa_queue_type32_t type, hsa_queue_t** queue);
uint64_t sg_queue_next_id(void);
sg_queue* sg_queue_make(sg_agent* agent, uint32_t size, hsa_queue_type32_t type, uint64_t id, sg_ring ring);
void sg_queue_publish(sg_queue* queue);
void sg_queue_unlink(sg_queue* queue);
void sg_queue_stop(sg_queue* queue);
void sg_queue_free(sg_queue* queue);

#endif
