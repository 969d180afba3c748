// fork without exec, the HIP half; see hsa/fork.c for the rules. Streams drop inherited work when they are
// next entered.
#include "base.h"
#include "binary.h"
#include "capture.h"
#include "device.h"
#include "entry.h"
#include "event.h"
#include "generation.h"
#include "graph.h"
#include "graph_exec.h"
#include "memory.h"
#include "op.h"
#include "pool.h"
#include "stream.h"
#include "symbols.h"
#include "tracer.h"

static const uint64_t PATIENCE_NS = 1000000000u;

static struct {
    pthread_mutex_t* lock;
    bool held;
} locks[] = {
    {&sg_hip_registration.lock, false},
    {&sg_hip_compiler_registration.lock, false},
    {&sg_ready_lock, false},
    {&sg_graphs_lock, false},
    {&sg_registry_lock, false},
    {&sg_events_lock, false},
    {&sg_memory.lock, false},
    {&sg_symbols.lock, false},
    {&sg_ops.lock, false},
    {&sg_stream_slab.lock, false},
    {&sg_event_slab.lock, false},
    {&sg_graph_slab.lock, false},
    {&sg_node_slab.lock, false},
    {&sg_exec_slab.lock, false},
    {&sg_binaries_lock, false},
    {&sg_pool_slab.lock, false},
    {&sg_tracer_lock, false},
};
enum { LOCKS = sizeof locks / sizeof locks[0], LOCKS_BEFORE_STREAMS = 5 };

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
    hold(0, LOCKS_BEFORE_STREAMS, deadline);
    for (hipStream_t s = sg_streams; s != NULL; s = s->next) s->fork_held = sg_lock_until(&s->lock, deadline);
    hold(LOCKS_BEFORE_STREAMS, LOCKS, deadline);
}

static void release(int from, int to) {
    for (int i = to - 1; i >= from; i--) {
        if (locks[i].held) pthread_mutex_unlock(locks[i].lock);
    }
}

static void in_parent(void) {
    if (!holds) return;
    release(LOCKS_BEFORE_STREAMS, LOCKS);
    for (hipStream_t s = sg_streams; s != NULL; s = s->next) {
        if (s->fork_held) pthread_mutex_unlock(&s->lock);
    }
    release(0, LOCKS_BEFORE_STREAMS);
    atomic_store(&forking, false);
}

static void in_child(void) {
    atomic_fetch_add(&sg_hip_generation, 1);
    atomic_store(&forking, false);
    for (int i = 0; i < LOCKS; i++) pthread_mutex_init(locks[i].lock, NULL);
    sg_binaries_abandon();
    for (hipStream_t s = sg_streams; s != NULL; s = s->next) pthread_mutex_init(&s->lock, NULL);
    sg_trace_abandon();
}

// HSA's library is initialised first, so its handlers run inside ours.
__attribute__((constructor)) static void setup(void) { pthread_atfork(before, in_parent, in_child); }
