#include "java/ask_engine.h"

#include "base/engine.h"
#include "java/helper_thread.h"
#include "java/java_side.h"
#include "java/stacks.h"

uint64_t rpj_visit_engine(native_thread_t* thread, uint64_t from, uint64_t function, uint64_t arguments,
                          uint64_t fallback) {
    rpj_visit visit;
    if (RPJ_UNLIKELY(!rpj_visit_begin(thread, &visit, rpj_handler_of(thread, from)))) return fallback;
    uint64_t result = rpj_java(thread, rpj_link.call, function, arguments);
    rpj_visit_end(thread, &visit);
    return result;
}

uint64_t rpj_visit_engine_as_current(uint64_t function, uint64_t arguments) {
    return rpj_visit_engine(rpj_current, (uint64_t)__builtin_frame_address(0), function, arguments, 0);
}

uint64_t rpj_ask_engine(native_thread_t* thread, uint32_t function, uint64_t a0, uint64_t a1, uint64_t a2) {
    uint64_t arguments[RPJ_ANSWER_WORD + 1] = {a0, a1, a2, 0};
    int* error = thread->errno_address;
    int saved = *error;
    if (RPJ_LIKELY(rpj_java_admits(thread, (uint64_t)arguments)))
        rpj_visit_engine_as_current(function, (uint64_t)arguments);
    else rpj_on_helper_thread(thread, rpj_visit_engine_as_current, function, (uint64_t)arguments, 0);
    *error = saved;
    return arguments[RPJ_ANSWER_WORD];
}
