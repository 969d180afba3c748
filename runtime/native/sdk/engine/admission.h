// Decides which calls may be traced, and counts the others.
#ifndef RPJ_ADMISSION_H
#define RPJ_ADMISSION_H

#include "base/engine.h"
#include "base/slots.h"
#include "engine/without_java.h"
#include "java/stacks.h"
#include "segment/counts.h"
#include "threads/thread_life.h"

// Closer than this to the end of the program's stack, calls are not traced: C's work for a call needs less,
// including its frame.
#define RPJ_LEAST_STACK_BYTES 4096u

// Returns the calling thread if its call may be traced, else NULL, and counts the call: the thread is inside the
// engine already (a signal handler), in a forked child, or at the very end of its stack. C's work needs almost no
// stack, so it is done on any.
native_thread_t* rpj_admit(native_frame_t* frame);

// The same for work that Java does for an event without a frame.
native_thread_t* rpj_admit_event(void);

// The same for an event that never enters Java.
native_thread_t* rpj_admit_without_java(void);

// Refuses a call that no entry of its slot traces, and counts it where that is wanted. Returns 0.
static inline int rpj_not_traced(native_thread_t* thread, uint64_t active) {
    if (active & RPJ_COUNTED) rpj_count_missed(thread);
    return 0;
}

// Counts the call and refuses it.
native_thread_t* rpj_pass_through(native_thread_t* thread);

// `here` lies above the end of the stack; where that end is not known, the difference is huge.
static inline native_thread_t* rpj_admit_here(uint64_t here) {
    if (RPJ_UNLIKELY(!rpj_in_full())) rpj_notice_fork();
    native_thread_t* thread = rpj_thread();
    bool refused = thread == NULL || thread->inside || here - thread->stack_low < RPJ_LEAST_STACK_BYTES;
    return RPJ_UNLIKELY(refused) ? rpj_pass_through(thread) : thread;
}

static inline native_thread_t* rpj_admit_to_java(uint64_t here) {
    native_thread_t* thread = rpj_admit_here(here);
    if (RPJ_UNLIKELY(thread == NULL)) return NULL;
    return RPJ_LIKELY(rpj_java_admits(thread, here)) ? thread : rpj_pass_through(thread);
}

#endif
