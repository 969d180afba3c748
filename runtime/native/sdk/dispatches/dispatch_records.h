// Dispatches after they have been sent. A dispatch is a piece of memory of its queue, with a signal of
// ours that stays its own:
//
// ```
// spare -> (its packet is written) -> incoming -> (somebody looks) -> pending -> (its kernel is done) -> returned ->
// spare
// ```
// `spare` belongs to the thread that writes, `pending` to the one that looks for completed kernels; the lists between
// them have a lock that is held for a few instructions.
#ifndef RPJ_DISPATCH_RECORDS_H
#define RPJ_DISPATCH_RECORDS_H

#include <rocprofiler-sdk/fwd.h>

#include "../../pause.h"
#include "base/rpj.h"
#include "dispatches/gpu_backlog.h"
#include "rpj_hsa.h"

// The beginning of rocprofiler_kernel_dispatch_info_t; what follows is 0.
typedef struct {
    uint64_t size, agent_id, queue_id, kernel_id, dispatch_id;
    uint32_t private_segment_size, group_segment_size, workgroup_size[3], grid_size[3];
} rpj_dispatch_info;

typedef struct rpj_dispatch {
    struct rpj_dispatch* next;
    uint64_t signal;    // 0 once it has been destroyed
    uint64_t stood_for; // the program's signal in its place, or 0
    uint64_t active;    // the entries that get a record or are told
    uint64_t submitted_ns, internal_id, tid;
    uint64_t ancestor_id;                   // only where tools are told
    uint64_t graph_exec, graph_node;        // of the graph's launch that submits it, or 0
    uint64_t room;                          // the number of `of_entry`
    hsa_amd_profiling_dispatch_time_t told; // by the runtime of the last kernel with this signal
    rpj_dispatch_info info;
    struct {
        uint64_t external;
        rocprofiler_user_data_t user_data;
    } of_entry[]; // of the plan
} rpj_dispatch;

typedef struct {
    rpj_dispatch *first, *last;
} rpj_list;

typedef struct {
    native_queue_t shared;
    rpj_backlog backlog;                                       // used by the thread that writes, outside of `writing`
    void (*error_callback)(hsa_status_t, hsa_queue_t*, void*); // the program's, or NULL
    void* error_data;
    uint32_t listed; // in rpj_busy
    uint32_t writing, reaping, lock;
    rpj_list incoming, returned; // with `lock`
    rpj_list pending;            // with `reaping`
    rpj_dispatch* spare;         // with `writing`, as what follows
    char *slab, *slab_end;
    uint64_t watched_ns;            // when the thread that writes last had a dispatch watched (dispatch_watch.h)
    rpj_dispatch *watched, *orphan; // with `lock`: that dispatch, or NULL; the same once it has been reported
} rpj_queue;

// Shared with the engine's half, which finds the functions in it, and sets `plan`.
extern native_dispatches_t rpj_dispatches;

// The runtime's own function, as found by the engine in its tables.
#define RPJ_OF_RUNTIME(field, function) ((function*)rpj_dispatches.field)

// Writes the records of completed dispatches: those at the queue's head or, with `all`, at any position. Returns their
// number; 0 also while another thread does it. Any thread outside the engine.
uint64_t rpj_reap_dispatches(native_queue_t* queue, uint64_t all);

// From now on nothing more is sent. Any thread.
void rpj_close_queue(native_queue_t* queue);

// Forgets the first dispatch that has not completed, of a closed queue: returns one more than its kernel's id, 0 if
// there is none. One thread.
uint64_t rpj_abandon_dispatch(native_queue_t* queue);

// Destroys the signals of completed dispatches; a dispatch gets a new one where it is used again. Any thread outside
// the engine.
void rpj_forget_signals(native_queue_t* queue);

// As rpj_reap_dispatches, for a thread that counts as inside the engine and cannot be cancelled, with its own block.
uint64_t rpj_reap_as_inside(rpj_queue* queue, native_thread_t* thread, bool all);

// Reports what has completed by now, for a thread that has learned that it has; waits, within bounds, for another
// thread that does so. The same threads.
void rpj_reap_seen(rpj_queue* queue, native_thread_t* thread);

// Whether something has completed that is not reported yet. Any thread outside the engine.
bool rpj_is_due(rpj_queue* queue);

// Wakes threads that wait for `reported`. Any thread, after it has grown.
void rpj_reported(native_queue_t* queue);

// Whether a signal of ours has fallen. Any thread.
static inline bool rpj_signal_is_done(uint64_t signal) {
    typedef hsa_signal_value_t load_fn(hsa_signal_t signal);
    return RPJ_OF_RUNTIME(signal_load, load_fn)((hsa_signal_t){signal}) < 1;
}

// Tells the engine about dispatches that have no record: `why` is an RPJ_LOST_*. The same threads.
void rpj_dispatch_lose(native_thread_t* thread, uint64_t why, uint64_t what);

// The dispatch has all its records, or gets none: tells the services around its packet, and lets its id retire. The
// times are those in its records, or 0. The same threads.
void rpj_dispatch_over(native_thread_t* thread, rpj_dispatch* one, hsa_amd_profiling_dispatch_time_t times);

// Makes its signal ready for another kernel.
static inline void rpj_dispatch_reset(const rpj_dispatch* one) {
    typedef void store_fn(hsa_signal_t signal, hsa_signal_value_t value);
    RPJ_OF_RUNTIME(signal_reset, store_fn)((hsa_signal_t){one->signal}, 1);
}

// Of a lock: 0 when it is free, 1 when it is held, 2 when a thread sleeps until it is free, which only happens with
// `reaping`.
static inline bool rpj_queue_try_lock(uint32_t* lock) {
    uint32_t free = 0;
    return !__atomic_load_n(lock, __ATOMIC_RELAXED)
        && __atomic_compare_exchange_n(lock, &free, 1, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

static inline void rpj_queue_lock(uint32_t* lock) {
    for (uint32_t i = 0; RPJ_UNLIKELY(!rpj_queue_try_lock(lock)); i++) rpj_pause(i);
}

static inline void rpj_queue_unlock(uint32_t* lock) { __atomic_store_n(lock, 0, __ATOMIC_RELEASE); }

static inline void rpj_list_append(rpj_list* to, rpj_list what) {
    if (what.first == NULL) return;
    if (to->first == NULL) to->first = what.first;
    else to->last->next = what.first;
    to->last = what.last;
}

// Takes everything out of one of the lists that `lock` guards.
static inline rpj_list rpj_list_take(rpj_queue* queue, rpj_list* from) {
    rpj_queue_lock(&queue->lock);
    rpj_list all = *from;
    from->first = from->last = NULL;
    rpj_queue_unlock(&queue->lock);
    return all;
}

#endif
