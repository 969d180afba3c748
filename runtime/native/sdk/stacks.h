// The stack that Java runs on for a thread: one of ours, or the thread's own.
#ifndef RPJ_STACKS_H
#define RPJ_STACKS_H

#include "switch.h"
#include "thread_blocks.h"

// A thread whose stack has less than this left does not enter Java on it: the JVM needs its guard zones and room
// to run.
#define RPJ_MIN_STACK_BYTES (160u * 1024u)

// Finds out where Java runs for the thread, and makes a stack for it if it needs one. False when Java cannot be entered
// from `here`. The calling thread's own block.
bool rpj_java_settle(native_thread_t* thread, uint64_t here);

// Whether Java can be entered from `here`, an address on the stack that the calling thread is on. Java that waits
// further up for a callback is entered again from the same stack only: calls of a coroutine may end in another order
// than they began. Its own block.
static inline bool rpj_java_admits(native_thread_t* thread, uint64_t here) {
    if (RPJ_UNLIKELY(!thread->java_sp)) return rpj_java_settle(thread, here);
    return !thread->program_sp || rpj_on_own_stack(thread, here);
}

// Calls one of the engine's upcalls. On a thread that is admitted and counts as inside the engine, with its own block.
uint64_t rpj_java(native_thread_t* thread, void* entry, uint64_t a, uint64_t b);

// Calls a C function from Java, on whichever of the thread's two stacks has more room. Its own block, or NULL.
uint64_t rpj_out_of_java(native_thread_t* thread, rpj_upcall function, uint64_t a, uint64_t b);

// Creates our own JVM by this function, which returns 0 if it fails, on the calling thread's stack for Java. `thread`:
// its block, or NULL if there was no memory for one. Once.
bool rpj_boot_on_java_stack(native_thread_t* thread, rpj_upcall boot);

// From now on threads that enter Java are attached to this JVM (a JavaVM*) on stacks of ours.
void rpj_stacks_use(void* vm);

// pthread_getattr_np for our own libjvm.
int rpj_stack_for_jvm(unsigned long thread, void* attributes);

// Has the thread leave the JVM as it ends. Its own block.
void rpj_stacks_end(native_thread_t* thread);

#endif
