// The way from the engine to C functions of tools. While such a function runs the thread is outside Java: what it calls
// of a runtime is traced like any other call.
#include <dlfcn.h>
#include <stdatomic.h>

#include "rpj.h"

static uint32_t leave_java(native_thread_t* thread) {
    uint32_t before = thread ? thread->in_java : 0;
    if (thread) rpj_set_inside(thread, 0);
    return before;
}

static void back_to_java(native_thread_t* thread, uint32_t before) {
    if (thread) rpj_set_inside(thread, before);
}

uint64_t rpj_invoke(uint64_t (*function)(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t), uint64_t a0,
                    uint64_t a1, uint64_t a2, uint64_t a3, uint64_t a4, uint64_t a5) {
    native_thread_t* thread = rpj_thread();
    uint32_t before = leave_java(thread);
    uint64_t result = rpj_guarded_invoke(function, a0, a1, a2, a3, a4, a5);
    back_to_java(thread, before);
    return result;
}

// A callback may fail a million times a second: one line per process.
static void complain_once(void* function) {
    static atomic_flag said = ATOMIC_FLAG_INIT;
    if (atomic_flag_test_and_set(&said)) return;
    Dl_info info = {0};
    bool known = dladdr(function, &info) && info.dli_fname;
    rpj_complain("a callback of a tool (%s) threw a C++ exception; it was stopped there", known ? info.dli_fname : "?");
}

void rpj_call_tool(void* function, const void* record, void* user_data, void* argument) {
    if (RPJ_UNLIKELY(rpj_guarded_callback(function, record, user_data, argument) == RPJ_THREW)) complain_once(function);
}

void rpj_callback(void* function, const void* record, void* user_data, void* argument) {
    native_thread_t* thread = rpj_thread();
    uint32_t before = leave_java(thread);
    rpj_call_tool(function, record, user_data, argument);
    back_to_java(thread, before);
}
