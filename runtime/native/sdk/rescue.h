// The way out of a JVM that gives up.
//
// A JVM that gets no memory or no thread, as the program has lowered a limit or used up what there is, ends its
// process. Ours must not: its abort hook brings it here. The engine is over, and the threads of the program that are in
// Java, which may be waiting for one that will never go on, continue behind the call that brought them there.
#ifndef RPJ_RESCUE_H
#define RPJ_RESCUE_H

#include "stacks.h"

// --- rescue.c: threads in the JVM ----------------------------------------------------------------------------------

// Where a thread goes on if the JVM gives up while the thread is in it.
typedef struct rpj_way_out rpj_way_out;

// Calls a function that goes into the JVM. Returns what it does, or `otherwise` if the JVM gave up. Any thread.
uint64_t rpj_rescuable(rpj_upcall function, uint64_t a, uint64_t b, uint64_t otherwise);

// The thread's alternate stack (a stack_t) is a part of this one from now on: it is all of it again if the thread
// leaves. Inside rpj_rescuable, or to no effect.
void rpj_note_alternate(const void* whole);

// Around what Java calls of others: a thread is not taken out of that. rpj_may_leave does not return when the JVM has
// given up meanwhile. The thread of the call.
rpj_way_out* rpj_stays(void);
void rpj_may_leave(rpj_way_out* way);

// Whether the JVM has given up; notes that it has, and returns whether this is the first time; leaves it if the calling
// thread is in it, else returns.
bool rpj_jvm_has_given_up(void);
bool rpj_note_jvm_gave_up(void);
void rpj_leave_jvm(void);

// --- creation.c: the thread that creates it ------------------------------------------------------------------------

// Runs `create`, which the calling thread leaves where the JVM would abort or exit. Whether it came to its end, with
// true. Once.
bool rpj_create_leavable(bool (*create)(void* arguments), void* arguments);

// Whether the JVM is being created, and whether by the calling thread. Async-signal-safe.
bool rpj_jvm_in_creation(void);
bool rpj_creates_jvm(void);

// Takes the calling thread out of the creation, if it is the one that creates the JVM; else returns.
void rpj_leave_creation(void);

// --- gave_up.c -----------------------------------------------------------------------------------------------------

// The JVM gives up: the engine is over, the program's threads leave the JVM, this one too if it is one of those; one of
// the JVM's own stays here for ever. Any thread.
void rpj_jvm_gave_up(void) __attribute__((noreturn));

#endif
