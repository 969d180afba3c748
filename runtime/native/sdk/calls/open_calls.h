// The open calls of a thread, for the paths of a traced call that run in C.
#ifndef RPJ_OPEN_CALLS_H
#define RPJ_OPEN_CALLS_H

#include "../../ids.h"
#include "base/engine.h"
#include "calls/external_ids.h"
#include "segment/counts.h"
#include "threads/inside.h"
#include "threads/thread_life.h"

// Whether an exception or longjmp left the call in the frame `open`, when the thread makes a call in `frame`. On
// one stack the addresses show it, as stacks grow downwards. A call on the thread's own stack ends those of
// coroutines, which cannot be running; a call on a coroutine's ends none of the thread's own, which may have
// resumed the coroutine.
static inline bool rpj_is_left(const native_thread_t* thread, uint64_t open, uint64_t frame) {
    bool own = rpj_on_own_stack(thread, frame);
    return own == rpj_on_own_stack(thread, open) ? open <= frame : own;
}

// Calls that are left have no record, and are counted; their ids retire. `above`: up to these, of the open ones.
void rpj_leave_calls(native_thread_t* thread, uint32_t above);

static inline void rpj_close_abandoned(native_thread_t* thread, uint64_t frame) {
    uint32_t depth = thread->depth;
    while (thread->depth && rpj_is_left(thread, thread->open[2 * (thread->depth - 1)], frame)) thread->depth--;
    if (RPJ_UNLIKELY(thread->depth != depth)) rpj_leave_calls(thread, depth);
}

// Returns the thread that the call ends on, NULL without a block: a coroutine may have moved. The stream of the new
// thread is kept.
static inline native_thread_t* rpj_thread_at_exit(native_frame_t* frame) {
    native_thread_t* thread = rpj_thread();
    if (RPJ_UNLIKELY(thread != NULL && thread != frame->thread)) {
        frame->thread = thread;
        frame->outer_stream = thread->stream;
        frame->outer_stream_frame = thread->stream_frame;
        if (thread->held_id < frame->internal_id) thread->held_id = frame->internal_id; // work that the other has sent
    }
    return thread;
}

// Returns the id of a thread's innermost open call, range or scope of OpenMP, 0 without one. Another thread may be
// ending the range. Of a range and a scope that are open since the same id, the scope is within: a range has that id.
static inline uint64_t rpj_innermost(const native_thread_t* thread) {
    uint32_t depth = thread->depth;
    uint64_t since = __atomic_load_n(&thread->range_top_since, __ATOMIC_RELAXED);
    bool in_scope = thread->scope_top_id && thread->scope_top_since >= since;
    if (RPJ_UNLIKELY(in_scope)) since = thread->scope_top_since;
    if (depth && thread->open[2 * depth - 1] > since) return thread->open[2 * depth - 1];
    return RPJ_UNLIKELY(in_scope) ? thread->scope_top_id : __atomic_load_n(&thread->range_top_id, __ATOMIC_RELAXED);
}

// Returns the ancestor of rpj_innermost if that is a call, otherwise 0. An exception may have left the call: its frame
// may have been overwritten.
static inline uint64_t rpj_ancestor_of_innermost(const native_thread_t* thread) {
    if (!thread->depth) return 0;
    const uint64_t* open = &thread->open[2 * (thread->depth - 1)];
    const native_frame_t* frame = (const native_frame_t*)open[0];
    if (open[1] != rpj_innermost(thread)) return 0;
    return frame->internal_id == open[1] ? frame->ancestor_id : 0;
}

static inline uint64_t rpj_next_id(native_thread_t* thread) {
    return rpj_ids_next((native_ids_t*)thread->ids, rpj_link.correlation);
}

// Assigns the call its correlation id, and sets all fields of the frame that the call's end reads except its times:
// the stack memory was uninitialised. False when the thread has too many open calls, which is counted.
static inline __attribute__((always_inline)) bool rpj_begin(native_thread_t* thread, native_frame_t* frame,
                                                            uint64_t active) {
    if (RPJ_UNLIKELY(thread->depth)) rpj_close_abandoned(thread, (uint64_t)frame);
    if (RPJ_UNLIKELY(thread->depth == RPJ_OPEN_FRAMES)) {
        rpj_count_passed_through(thread);
        return false;
    }
    uint64_t* open = &thread->open[2 * thread->depth];
    uint64_t ancestor = rpj_innermost(thread);
    uint64_t id = rpj_next_id(thread);
    open[0] = (uint64_t)frame;
    open[1] = id;
    thread->depth++;
    frame->active = active;
    frame->internal_id = id;
    frame->ancestor_id = ancestor;
    frame->state = 0;
    frame->externals = __atomic_load_n(&rpj_link.external_use, __ATOMIC_RELAXED);
    return true;
}

// Closes the call and those above it, which an exception or longjmp left. A call that is not listed was itself
// taken for left (it ran on another stack), which is corrected.
static inline void rpj_end(native_thread_t* thread, uint64_t frame) {
    uint32_t depth = thread->depth, above = depth;
    while (above && thread->open[2 * (above - 1)] != frame) above--;
    if (RPJ_UNLIKELY(!above)) {
        rpj_count_left(thread, -1);
        return;
    }
    thread->depth = above;
    if (RPJ_UNLIKELY(above != depth)) rpj_leave_calls(thread, depth);
    thread->depth = above - 1;
}

// Calls rpj_externals for all active entries of a call; keeps the program's errno.
static inline void rpj_ask_externals(const native_plan_t* plan, native_frame_t* frame, uint64_t again) {
    int* error = ((native_thread_t*)frame->thread)->errno_address;
    int saved = *error;
    rpj_externals(plan, frame, frame->active, again);
    *error = saved;
}

#endif
