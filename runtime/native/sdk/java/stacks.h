// The stack for Java on a thread: one of ours, or the thread's own.
#ifndef RPJ_STACKS_H
#define RPJ_STACKS_H

#include "base/thread_blocks.h"
#include "stacks/errands.h"
#include "stacks/switch.h"

// A thread with less stack left than this does not enter Java on it: the JVM needs its guard zones and space
// to run.
#define RPJ_MIN_STACK_BYTES (160u * 1024u)

// Decides where Java runs for the thread, and allocates a stack if necessary. False when Java cannot be entered
// from `here`. The calling thread's own block.
bool rpj_java_settle(native_thread_t* thread, uint64_t here);

// Whether Java can be entered from `here`, an address on the calling thread's present stack. Java that waits
// further up for a callback is entered again only from the same stack, because calls of coroutines may end in
// another order than they began. Its own block.
static inline bool rpj_java_admits(native_thread_t* thread, uint64_t here) {
    if (RPJ_UNLIKELY(rpj_is_quiet())) return rpj_may_send_errands();
    if (RPJ_UNLIKELY(!thread->java_sp)) return rpj_java_settle(thread, here);
    return !thread->program_sp || rpj_on_own_stack(thread, here);
}

// Calls one of the engine's upcalls. For an admitted thread that counts as inside the engine, with its own block.
uint64_t rpj_java(native_thread_t* thread, void* entry, uint64_t a, uint64_t b);

// Calls a C function from Java, on the one of the thread's two stacks with more space. Its own block, or NULL.
uint64_t rpj_out_of_java(native_thread_t* thread, rpj_upcall function, uint64_t a, uint64_t b);

// Creates our own JVM by this function, which returns 0 on failure, on the calling thread's stack for Java.
// `thread`: its block, or NULL without memory. Once.
bool rpj_boot_on_java_stack(native_thread_t* thread, rpj_upcall boot);

// From now on threads that enter Java are attached to this JVM (a JavaVM*) on our stacks.
void rpj_stacks_use(void* vm);

// pthread_getattr_np for our own libjvm.
int rpj_stack_for_jvm(unsigned long thread, void* attributes);

// Detaches the thread from the JVM at its end. Its own block.
void rpj_stacks_end(native_thread_t* thread);

#endif
