// The two functions between a thunk and the engine's Java half.
#include "admission.h"
#include "call_paths.h"
#include "java_side.h"
#include "open_calls.h"

static int* errno_of(native_thread_t* thread) { return thread->errno_address; }

int rpj_enter(native_slot_t* slot, native_frame_t* frame) {
    if (RPJ_UNLIKELY(!rpj_has_java())) return rpj_enter_without_java(slot, frame);
    native_thread_t* thread = rpj_admit_to_java((uint64_t)__builtin_frame_address(0));
    if (RPJ_UNLIKELY(thread == NULL)) return 0;
    frame->thread = thread;
    rpj_visit visit;
    rpj_handler handler = rpj_handler_of(thread, (uint64_t)(frame + 1));
    frame->state = RPJ_UNLIKELY(handler == RPJ_HANDLER) ? RPJ_FRAME_BEGUN_IN_HANDLER : 0;
    int saved = *errno_of(thread);
    if (RPJ_UNLIKELY(!rpj_visit_begin(thread, &visit, handler))) return rpj_pass_through(thread) != NULL;
    uint64_t traced = rpj_java(thread, rpj_link.enter, (uint64_t)slot, (uint64_t)frame);
    *errno_of(thread) = saved;
    rpj_visit_end(thread, &visit);
    return (int)traced;
}

// Java's stack may have changed since the call was admitted: a coroutine may have made other calls.
void rpj_exit(native_slot_t* slot, native_frame_t* frame) {
    if (RPJ_UNLIKELY(frame->state & RPJ_FRAME_BEGUN_WITHOUT_JAVA || !rpj_engine_ready())) {
        rpj_exit_without_java(slot, frame);
        return;
    }
    native_thread_t* thread = rpj_thread_at_exit(frame);
    rpj_visit visit;
    rpj_handler handler = RPJ_UNLIKELY(frame->state & RPJ_FRAME_BEGUN_IN_HANDLER) ? RPJ_HANDLER : RPJ_NO_HANDLER;
    bool admitted = thread != NULL && rpj_java_admits(thread, (uint64_t)__builtin_frame_address(0));
    if (RPJ_UNLIKELY(!admitted || !rpj_visit_begin(thread, &visit, handler))) {
        rpj_pass_through(thread);
        return;
    }
    int saved = *errno_of(thread);
    rpj_java(thread, rpj_link.exit, (uint64_t)slot, (uint64_t)frame);
    *errno_of(thread) = saved;
    rpj_visit_end(thread, &visit);
}
