// The behaviour of this process after the engine's end, and in a forked child.
//
// Records that C writes need no Java (calls.c, markers.c, segment.c): they continue until the process is gone,
// and in children. Calls that would need Java are only counted there.
#ifndef RPJ_WITHOUT_JAVA_H
#define RPJ_WITHOUT_JAVA_H

#include "base/engine.h"

// Called before the engine, or the recorder, starts in this process. Once.
void rpj_engine_is_here(void);

// From now on no call enters Java: C's recording continues, every other wrapped call goes straight to the runtime,
// and is counted if a segment lacks it. Repeated calls are harmless. Async-signal-safe.
void rpj_go_on_without_java(void);

// From now on the engine is not entered, not even by calls in progress: its JVM is ending. Any thread.
void rpj_engine_end(void);

// Detects, where rpj_in_full() returns false, whether this is a forked child, and prepares it as one; resets the
// thread that came out of the fork. Any thread, before it uses its block.
void rpj_notice_fork(void);

// The handler of a fork, in the child.
void rpj_fork_child(void);

// Begins a call where rpj_in_full() returns false.
void rpj_begin_without_java(native_frame_t* frame);

// Whether a call that ends where rpj_in_full() returns false began before this child was forked: its record
// belongs to the parent, and its thread's block is invalid.
bool rpj_is_of_parent(const native_frame_t* frame);

// Whether this process or an ancestor has had an engine, and this is the first call in any of these processes: for a
// message that would otherwise come from each child, and is not needed where an engine could not start, which has
// been said. Any thread.
bool rpj_first_after_engine(void);

#endif
