// The slots of all wrapped tables, and the two C functions between a thunk and the engine.
#include <time.h>

#include "rpj.h"
#include "rpj_segment.h"

native_slot_t rpj_slots[RPJ_SLOT_COUNT] __attribute__((aligned(64), visibility("hidden")));

typedef uint64_t (*engine_entry)(uint64_t, uint64_t);

// Counts a call that was deliberately not traced.
static int pass_through(native_thread_t* thread) {
    if (thread) thread->passed_through++;
    return 0;
}

// The thread if it may enter the engine on this frame, else NULL: counted.
static native_thread_t* admit(native_frame_t* frame) {
    native_thread_t* thread = rpj_thread();
    if (RPJ_UNLIKELY(!thread || thread->in_java || rpj_forked ||
                     (uint64_t)frame - thread->stack_low < RPJ_MIN_STACK_BYTES)) {
        pass_through(thread);
        return NULL;
    }
    frame->thread = thread;
    return thread;
}

static int* errno_of(native_thread_t* thread) { return thread->errno_address; }

int rpj_enter(native_slot_t* slot, native_frame_t* frame) {
    native_thread_t* thread = admit(frame);
    if (RPJ_UNLIKELY(!thread)) return 0;
    int saved = *errno_of(thread);
    thread->in_java = 1;
    uint64_t traced = ((engine_entry)rpj_link.enter)((uint64_t)slot, (uint64_t)frame);
    thread->in_java = 0;
    *errno_of(thread) = saved;
    return (int)traced;
}

void rpj_exit(native_slot_t* slot, native_frame_t* frame) {
    if (RPJ_UNLIKELY(!rpj_engine_ready())) return;  // forked, or the JVM has ended
    native_thread_t* thread = frame->thread;
    int saved = *errno_of(thread);
    thread->in_java = 1;
    ((engine_entry)rpj_link.exit)((uint64_t)slot, (uint64_t)frame);
    thread->in_java = 0;
    *errno_of(thread) = saved;
}

// --- slots that only record ----------------------------------------------------------------------------------------

// Calls that an exception or longjmp left: the stack grows downwards, so an open frame at or below a new one is gone.
static void close_abandoned(native_thread_t* thread, uint64_t frame) {
    while (thread->depth && thread->open[2 * (thread->depth - 1)] <= frame) {
        thread->depth--;
        thread->abandoned++;
    }
}

static uint64_t boottime_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec + rpj_link.boottime_offset;
}

int rpj_enter_records(native_slot_t* slot, native_frame_t* frame) {
    native_thread_t* thread = admit(frame);
    if (RPJ_UNLIKELY(!thread)) return 0;
    uint64_t active = __atomic_load_n(&slot->active, __ATOMIC_ACQUIRE);
    if (RPJ_UNLIKELY(!active)) return 0;
    if (slot->counted_bit < RPJ_PLAN_ENTRIES && active >> slot->counted_bit & 1) {
        segment_stretch_t* stretch = (segment_stretch_t*)thread->stretch[slot->counted_stretch];
        if (RPJ_UNLIKELY(!stretch)) return rpj_enter(slot, frame);  // the engine finds the thread its first stretch
        stretch->submitted++;
    }
    if (RPJ_UNLIKELY(thread->depth)) close_abandoned(thread, (uint64_t)frame);
    if (RPJ_UNLIKELY(thread->depth == RPJ_OPEN_FRAMES)) return pass_through(thread);
    uint64_t* open = &thread->open[2 * thread->depth];
    uint64_t ancestor = thread->range_top_id;
    if (thread->depth && open[-1] > ancestor) ancestor = open[-1];
    uint64_t id = __atomic_add_fetch((uint64_t*)rpj_link.correlation, 1, __ATOMIC_RELAXED);
    open[0] = (uint64_t)frame;
    open[1] = id;
    thread->depth++;
    frame->active = active;
    frame->internal_id = id;
    frame->ancestor_id = ancestor;
    frame->start_ns = boottime_now();
    return 1;
}

void rpj_slots_disable(void) {
    for (size_t i = 0; i < RPJ_SLOT_COUNT && rpj_slots[i].target; i++)
        __atomic_store_n(&rpj_slots[i].active, 0, __ATOMIC_RELEASE);
}
