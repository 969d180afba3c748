// Leaving a JVM that gives up.
//
// A JVM that gets no memory or no thread, because the program has lowered a limit or used everything up, ends its
// process. Ours must not: its abort hook leads here. The engine ends, and the program's threads in Java, which may
// be waiting for a thread that never continues, resume after the call that entered Java.
#ifndef RPJ_RESCUE_H
#define RPJ_RESCUE_H

#include "stacks/switch.h"

// --- rescue.c: threads in the JVM ----------------------------------------------------------------------------------

// Where a thread resumes if the JVM gives up while the thread is in it.
typedef struct rpj_way_out rpj_way_out;

// Calls a function that enters the JVM, in a way such as rpj_switch_to, with the ABI's default floating-point state
// (floating_point.h). Returns its result, or 0 if the JVM gave up. Any thread.
typedef uint64_t (*rpj_way_in)(uint64_t a, uint64_t b, rpj_upcall function, uint64_t stack, uint64_t* left);
uint64_t rpj_rescuable(rpj_way_in in, uint64_t a, uint64_t b, rpj_upcall function, uint64_t stack, uint64_t* left);

// Notes that the thread's alternate stack is temporarily a part of this stack_t, which is restored if the thread
// leaves. Inside rpj_rescuable; otherwise without effect.
void rpj_note_alternate(const void* whole);

// Bracket a call out of Java, during which a thread is not taken out. rpj_may_leave does not return when the JVM
// has given up meanwhile. The thread of the call.
rpj_way_out* rpj_stays(void);
void rpj_may_leave(rpj_way_out* way);

// The first: whether the JVM has given up. The second notes that it has, and returns whether this is the first
// time. The third leaves the JVM if the calling thread is in it, else returns.
bool rpj_jvm_has_given_up(void);
bool rpj_note_jvm_gave_up(void);
void rpj_leave_jvm(void);

// --- creation.c: the thread that creates the JVM -------------------------------------------------------------------

// Runs `create`, which the calling thread leaves where the JVM would abort or exit. Returns whether it completed
// with true. Once.
bool rpj_create_leavable(bool (*create)(void* arguments), void* arguments);

// Whether the JVM is being created, and whether by the calling thread. Async-signal-safe.
bool rpj_jvm_in_creation(void);
bool rpj_creates_jvm(void);

// Whether a creation has begun, whatever has become of it.
bool rpj_jvm_was_begun(void);

// Takes the calling thread out of the creation, if it is the one that creates the JVM; else returns.
void rpj_leave_creation(void);

#endif
