// The slots of all wrapped tables, and the two C functions between a thunk and the engine.
#include "without_java.h"
#include "java_side.h"
#include "open_calls.h"
#include "segment.h"

native_slot_t rpj_slots[RPJ_SLOT_COUNT] __attribute__((aligned(64), visibility("hidden")));

void rpj_count_left(native_thread_t* thread, int64_t calls) {
    thread->abandoned += (uint64_t)calls;
    rpj_segment_count(RPJ_SEGMENT_HEADER_ABANDONED, (uint64_t)calls);
}

void rpj_count_passed_through(native_thread_t* thread) {
    if (RPJ_LIKELY(thread != NULL)) thread->passed_through++;
    else __atomic_fetch_add(&rpj_nobody.passed_through, 1, __ATOMIC_RELAXED);
    rpj_segment_count(RPJ_SEGMENT_HEADER_PASSED_THROUGH, 1);
}

static native_thread_t* pass_through(native_thread_t* thread) {
    rpj_count_passed_through(thread);
    return NULL;
}

// `here` lies above its stack's end; where that is not known, the difference is huge.
static inline native_thread_t* admit(uint64_t here) {
    if (RPJ_UNLIKELY(!rpj_has_java())) rpj_notice_fork();
    native_thread_t* thread = rpj_thread();
    bool refused = !thread || thread->inside || here - thread->stack_low < RPJ_LEAST_STACK_BYTES;
    return RPJ_UNLIKELY(refused) ? pass_through(thread) : thread;
}

static inline native_thread_t* admit_to_java(uint64_t here) {
    native_thread_t* thread = admit(here);
    if (RPJ_UNLIKELY(!thread)) return NULL;
    return RPJ_LIKELY(rpj_java_admits(thread, here)) ? thread : pass_through(thread);
}

native_thread_t* rpj_admit_event(void) { return admit_to_java((uint64_t)__builtin_frame_address(0)); }

native_thread_t* rpj_admit_without_java(void) { return admit((uint64_t)__builtin_frame_address(0)); }

native_thread_t* rpj_admit(native_frame_t* frame) {
    native_thread_t* thread = admit((uint64_t)frame);
    if (thread) frame->thread = thread;
    return thread;
}

native_thread_t* rpj_admit_to_java(native_frame_t* frame) {
    native_thread_t* thread = admit_to_java((uint64_t)__builtin_frame_address(0));
    if (thread) frame->thread = thread;
    return thread;
}

static int* errno_of(native_thread_t* thread) { return thread->errno_address; }

int rpj_enter(native_slot_t* slot, native_frame_t* frame) {
    if (RPJ_UNLIKELY(!rpj_has_java())) return rpj_enter_without_java(slot, frame);
    native_thread_t* thread = rpj_admit_to_java(frame);
    if (RPJ_UNLIKELY(!thread)) return 0;
    rpj_visit visit;
    rpj_handler handler = rpj_handler_of(thread, (uint64_t)(frame + 1));
    frame->state = RPJ_UNLIKELY(handler == RPJ_HANDLER) ? RPJ_FRAME_BEGUN_IN_HANDLER : 0;
    int saved = *errno_of(thread);
    if (RPJ_UNLIKELY(!rpj_visit_begin(thread, &visit, handler))) return pass_through(thread) != NULL;
    uint64_t traced = rpj_java(thread, rpj_link.enter, (uint64_t)slot, (uint64_t)frame);
    *errno_of(thread) = saved;
    rpj_visit_end(thread, &visit);
    return (int)traced;
}

// What may have changed since the call was admitted is where Java is, after a coroutine's other calls.
void rpj_exit(native_slot_t* slot, native_frame_t* frame) {
    if (RPJ_UNLIKELY(frame->state & RPJ_FRAME_BEGUN_WITHOUT_JAVA || !rpj_engine_ready())) {
        rpj_exit_without_java(slot, frame);
        return;
    }
    native_thread_t* thread = rpj_thread_at_exit(frame);
    rpj_visit visit;
    rpj_handler handler = RPJ_UNLIKELY(frame->state & RPJ_FRAME_BEGUN_IN_HANDLER) ? RPJ_HANDLER : RPJ_NO_HANDLER;
    bool admitted = thread && rpj_java_admits(thread, (uint64_t)__builtin_frame_address(0));
    if (RPJ_UNLIKELY(!admitted || !rpj_visit_begin(thread, &visit, handler))) {
        pass_through(thread);
        return;
    }
    int saved = *errno_of(thread);
    rpj_java(thread, rpj_link.exit, (uint64_t)slot, (uint64_t)frame);
    *errno_of(thread) = saved;
    rpj_visit_end(thread, &visit);
}
