// fork without exec: the child gets idle queues and no threads, and starts new ones at its first work. Work in
// flight remains the parent's; in the child its signals are complete.
//
// The locks are taken before the fork, so that the data they guard is consistent in the child. A lock that cannot
// be taken in time (its holder forks, or is inside a tool) is reinitialised in the child nevertheless: a rare
// inconsistent structure is better than a certain hang.
#define _GNU_SOURCE
#include "base.h"
#include "clock.h"
#include "copy.h"
#include "descriptor.h"
#include "entry.h"
#include "fault.h"
#include "generation.h"
#include "handler.h"
#include "intercept.h"
#include "kernels.h"
#include "memory.h"
#include "queue.h"
#include "reader.h"
#include "scratch.h"
#include "signal.h"
#include "state.h"
#include "vmem.h"
#include "worker.h"

static const uint64_t PATIENCE_NS = 1000000000u;

typedef struct lock_state {
    pthread_mutex_t* lock;
    bool held;
} lock_state;

static lock_state locks[] = {
    {&sg_life_lock, false},    {&sg_hsa_registration.lock, false}, {&sg_state_lock, false},
    {&sg_loader_lock, false},  {&sg_kernels_lock, false},          {&sg_handlers_lock, false},
    {&sg_vmem_lock, false},    {&sg_allocations.lock, false},      {&sg_descriptors_lock, false},
    {&sg_signals.lock, false}, {&sg_kernels.lock, false},          {&sg_clock_lock, false},
    {&sg_faults_lock, false},
};
enum { LOCKS = sizeof locks / sizeof locks[0], LOCKS_BEFORE_QUEUES = 3 };

// Which locks are held is of one fork at a time: where another thread's takes too long, this one holds none.
static atomic_bool forking;
static _Thread_local bool holds;

static void hold(int from, int to, uint64_t deadline) {
    for (int i = from; i < to; i++) locks[i].held = sg_lock_until(locks[i].lock, deadline);
}

static void before(void) {
    uint64_t deadline = sg_now_ns() + PATIENCE_NS;
    holds = sg_flag_until(&forking, deadline);
    if (!holds) return;
    hold(0, LOCKS_BEFORE_QUEUES, deadline);
    for (sg_queue* q = sg_queues; q != NULL; q = q->next) q->fork_held = sg_lock_until(&q->lock, deadline);
    for (sg_queue* q = sg_queues; q != NULL; q = q->next) sg_intercept_lock(q, deadline);
    sg_copy_engines_lock(deadline);
    hold(LOCKS_BEFORE_QUEUES, LOCKS, deadline);
}

static void in_parent(void) {
    if (!holds) return;
    for (int i = LOCKS - 1; i >= LOCKS_BEFORE_QUEUES; i--) {
        if (locks[i].held) pthread_mutex_unlock(locks[i].lock);
    }
    sg_copy_engines_unlock();
    for (sg_queue* q = sg_queues; q != NULL; q = q->next) sg_intercept_unlock(q);
    for (sg_queue* q = sg_queues; q != NULL; q = q->next) {
        if (q->fork_held) pthread_mutex_unlock(&q->lock);
    }
    for (int i = LOCKS_BEFORE_QUEUES - 1; i >= 0; i--) {
        if (locks[i].held) pthread_mutex_unlock(locks[i].lock);
    }
    atomic_store(&forking, false);
}

// Accesses plain memory only: no call may go through a table that a tool changed.
static void in_child(void) {
    atomic_fetch_add(&sg_generation, 1);
    atomic_store(&forking, false);
    for (int i = 0; i < LOCKS; i++) pthread_mutex_init(locks[i].lock, NULL);
    sg_life_lock = (pthread_mutex_t)PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
    sg_copy_engines_abandon();
    for (sg_queue* q = sg_queues; q != NULL; q = q->next) {
        pthread_mutex_init(&q->lock, NULL);
        sg_queue_abandon(q);
        sg_intercept_abandon(q);
        sg_scratch_abandon(q);
    }
    sg_handlers_abandon();
}

__attribute__((constructor)) static void setup(void) { pthread_atfork(before, in_parent, in_child); }
