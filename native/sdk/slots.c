// The slots of all wrapped tables, and the two C functions between a thunk and the engine.
#include "rpj.h"

native_slot_t rpj_slots[RPJ_SLOT_COUNT] __attribute__((aligned(64), visibility("hidden")));

typedef uint64_t (*engine_entry)(uint64_t, uint64_t);

// Counts a call that was deliberately not traced.
static int pass_through(native_thread_t* thread) {
    if (thread) thread->passed_through++;
    return 0;
}

static inline native_thread_t* admit(uint64_t stack) {
    native_thread_t* thread = rpj_thread();
    if (RPJ_UNLIKELY(!thread || thread->in_java || rpj_forked || !rpj_has_room(thread, stack))) {
        pass_through(thread);
        return NULL;
    }
    return thread;
}

native_thread_t* rpj_admit_at(uint64_t stack) { return admit(stack); }

native_thread_t* rpj_admit(native_frame_t* frame) {
    native_thread_t* thread = admit((uint64_t)frame);
    if (thread) frame->thread = thread;
    return thread;
}

static int* errno_of(native_thread_t* thread) { return thread->errno_address; }

int rpj_enter(native_slot_t* slot, native_frame_t* frame) {
    native_thread_t* thread = rpj_admit(frame);
    if (RPJ_UNLIKELY(!thread)) return 0;
    int saved = *errno_of(thread);
    rpj_set_inside(thread, 1);
    uint64_t traced = ((engine_entry)rpj_link.enter)((uint64_t)slot, (uint64_t)frame);
    rpj_set_inside(thread, 0);
    *errno_of(thread) = saved;
    return (int)traced;
}

void rpj_exit(native_slot_t* slot, native_frame_t* frame) {
    if (RPJ_UNLIKELY(!rpj_engine_ready())) return;  // forked, or the JVM has ended
    native_thread_t* thread = frame->thread;
    int saved = *errno_of(thread);
    rpj_set_inside(thread, 1);
    ((engine_entry)rpj_link.exit)((uint64_t)slot, (uint64_t)frame);
    rpj_set_inside(thread, 0);
    *errno_of(thread) = saved;
}

void rpj_slots_disable(void) {
    for (size_t i = 0; i < RPJ_SLOT_COUNT && rpj_slots[i].target; i++)
        __atomic_store_n(&rpj_slots[i].active, 0, __ATOMIC_RELEASE);
}
