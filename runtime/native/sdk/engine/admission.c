#include "engine/admission.h"

native_thread_t* rpj_pass_through(native_thread_t* thread) {
    rpj_count_passed_through(thread);
    return NULL;
}

native_thread_t* rpj_admit_event(void) { return rpj_admit_to_java((uint64_t)__builtin_frame_address(0)); }

native_thread_t* rpj_admit_without_java(void) { return rpj_admit_here((uint64_t)__builtin_frame_address(0)); }

native_thread_t* rpj_admit(native_frame_t* frame) {
    native_thread_t* thread = rpj_admit_here((uint64_t)frame);
    if (thread != NULL) frame->thread = thread;
    return thread;
}
