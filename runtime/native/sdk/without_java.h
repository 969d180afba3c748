// What C does without the engine: after its end, and in children made by fork. Not installed.
#ifndef RPJ_WITHOUT_JAVA_H
#define RPJ_WITHOUT_JAVA_H

#include "rpj.h"

// A call of a slot whose plan is for Java, by any thread: its record is written if C can, else it is counted.
int rpj_enter_without_java(native_slot_t* slot, native_frame_t* frame);
void rpj_exit_without_java(native_slot_t* slot, native_frame_t* frame);

// The calling thread, if it is not inside the engine already, for an event that has nothing to do with Java; else NULL, and
// counted.
native_thread_t* rpj_admit_without_java(void);

// A call begins where rpj_has_java() says no.
void rpj_begin_without_java(native_frame_t* frame);

// Whether a call that ends where rpj_has_java() says no is one that a child came out of, and has not gone into: its record is
// the parent's, and its thread's block is nobody's.
bool rpj_is_of_parent(const native_frame_t* frame);

// The handler of a fork, in the child.
void rpj_fork_child(void);

// In a child: what threads of the parent were in the middle of is nobody's. Once. threads.c, markers.c.
void rpj_threads_forked(void);
void rpj_ranges_forked(void);

// In a child: the calling thread's block, if it has one from before the fork, is no longer its own. Any thread.
void rpj_thread_forked(void);

#endif
