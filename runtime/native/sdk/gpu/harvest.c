// See harvest.h.
#include "gpu/harvest.h"

#include "calls/open_calls.h"
#include "dispatches/follower.h"
#include "dispatches/patience.h"
#include "engine/admission.h"
#include "engine/engine_call.h"
#include "threads/inside.h"

enum { SHORT_NANOS = 100000, LONG_NANOS = 10000000 };

// --- where tools are told ------------------------------------------------------------------------------------------

// Has the thread that looks do so at once; waits until `reported` is no longer this, or for a while.
static void await_change(native_queue_t* queue, uint64_t reported, rpj_patience* patience) {
    uint64_t no_arguments[1] = {0};
    rpj_call_engine(RPJ_CALL_WORK_SEEN, no_arguments, 0);
    __atomic_add_fetch(&queue->waiting, 1, __ATOMIC_SEQ_CST);
    rpj_nap(patience, &queue->reported, (uint32_t)reported, queue->unordered ? SHORT_NANOS : LONG_NANOS);
    __atomic_sub_fetch(&queue->waiting, 1, __ATOMIC_SEQ_CST);
}

// The thread that tells tools of the queue's work, or is about to.
static uint64_t teller_of(const native_queue_t* queue) {
    uint64_t teller = __atomic_load_n(&queue->teller, __ATOMIC_RELAXED);
    return teller ? teller : __atomic_load_n(&rpj_dispatches.poller, __ATOMIC_RELAXED);
}

// Waits for what has completed by now. A tool's function that does not return is waited for once.
static void await_told(rpj_queue* queue) {
    native_queue_t* shared = &queue->shared;
    const uint64_t submitted = __atomic_load_n(&shared->submitted, __ATOMIC_SEQ_CST);
    rpj_patience patience = {0};
    uint64_t reported;
    while ((reported = __atomic_load_n(&shared->reported, __ATOMIC_SEQ_CST)) < submitted) {
        const uint64_t told = __atomic_load_n(&shared->told, __ATOMIC_RELAXED);
        if (__atomic_load_n(&shared->stuck, __ATOMIC_RELAXED) == told + 1 || !rpj_is_due(queue)) return;
        if (rpj_is_patient(&patience, told, teller_of(shared))) await_change(shared, reported, &patience);
        else __atomic_store_n(&shared->stuck, told + 1, __ATOMIC_RELAXED);
    }
}

// --- all queues ----------------------------------------------------------------------------------------------------

static void reap(rpj_queue* queue, native_thread_t* thread) {
    rpj_cancellation cancel = rpj_inside_begin(thread);
    rpj_reap_seen(queue, thread);
    rpj_inside_end(thread, cancel);
}

// A thread that may report or wait: outside of the engine, with some stack.
static native_thread_t* here(void) {
    native_thread_t* thread = rpj_work_is_followed() ? rpj_thread() : NULL;
    if (thread == NULL || thread->inside) return NULL;
    return (uint64_t)__builtin_frame_address(0) - thread->stack_low < RPJ_LEAST_STACK_BYTES ? NULL : thread;
}

__attribute__((noinline)) void rpj_harvest_from(uint64_t first, uint64_t used) {
    native_thread_t* thread = here();
    const bool told = rpj_dispatches.runs_tools;
    if (thread == NULL || (told && (thread->observing || thread->telling))) return;
    int* error = thread->errno_address;
    int saved = *error;
    for (uint64_t i = first; i < used; i++) {
        rpj_queue* queue = __atomic_load_n(&rpj_busy.at[i], __ATOMIC_ACQUIRE);
        if (queue == NULL || !rpj_queue_has_pending(&queue->shared)) continue;
        if (told) await_told(queue);
        else reap(queue, thread);
    }
    *error = saved;
}

// --- calls of HIP, where tools take part ---------------------------------------------------------------------------

int rpj_enter_observed(native_slot_t* slot, native_frame_t* frame) {
    (void)slot;
    native_thread_t* thread = rpj_in_full() ? rpj_thread() : NULL;
    if (thread == NULL || thread->inside) return 0;
    // The outermost call, unless an exception has left it.
    if (!thread->observing || rpj_is_left(thread, thread->observing, (uint64_t)frame))
        thread->observing = (uint64_t)frame;
    return 1;
}

void rpj_exit_observed(native_slot_t* slot, native_frame_t* frame) {
    (void)slot;
    native_thread_t* thread = rpj_in_full() ? rpj_thread() : NULL;
    if (thread == NULL || thread->observing != (uint64_t)frame) return;
    thread->observing = 0;
    rpj_harvest();
}
