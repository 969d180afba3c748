#include "engine/engine_call.h"

#include "engine/admission.h"
#include "engine/after_engine.h"
#include "java/ask_engine.h"
#include "java/helper_thread.h"
#include "java/java_side.h"
#include "tools/time_limit.h"

uint64_t rpj_call_engine(uint32_t function, const uint64_t* args, uint64_t fallback) {
    if (RPJ_UNLIKELY(!rpj_in_full())) rpj_notice_fork();
    if (rpj_engine_over()) return rpj_after_engine(function, args, fallback);
    native_thread_t* thread = rpj_thread();
    if (thread == NULL || thread->inside || !rpj_engine_ready() || rpj_link.call == NULL) return fallback;
    if (RPJ_LIKELY(rpj_java_admits(thread, (uint64_t)&thread))) {
        uint64_t answer =
            rpj_visit_engine(thread, (uint64_t)__builtin_frame_address(0), function, (uint64_t)args, fallback);
        if (RPJ_UNLIKELY(rpj_limited)) rpj_leave_if_due();
        return answer;
    }
    return rpj_on_helper_thread(thread, rpj_visit_engine_as_current, function, (uint64_t)args, fallback);
}

// One visit of a Java entry, on behalf of a thread that may be anywhere.
static void visit_for_event(void* entry, uint64_t a0, uint64_t a1, void** thread_of_event, uint64_t* answer,
                            uint64_t from) {
    if (!rpj_engine_ready()) return;
    native_thread_t* thread = rpj_admit_event();
    if (thread == NULL) return;
    int* error = thread->errno_address;
    int saved = *error;
    rpj_visit visit;
    if (thread_of_event != NULL) *thread_of_event = thread;
    if (!rpj_visit_begin(thread, &visit, rpj_handler_of(thread, from))) return;
    *answer = rpj_java(thread, entry, a0, a1);
    *error = saved;
    rpj_visit_end(thread, &visit);
}

void rpj_tell_engine(uint32_t function, void* event, void** thread_of_event, uint64_t* answer, uint64_t from) {
    visit_for_event(rpj_link.call, function, (uint64_t)event, thread_of_event, answer, from);
}
