// What this process does when the engine has ended, and in a child made by fork.
//
// What C records needs no Java (records.c, markers.c, segment.c): it goes on until the process is gone, and in
// children. Calls that would need Java are counted there, and nothing else.
#ifndef RPJ_WITHOUT_JAVA_H
#define RPJ_WITHOUT_JAVA_H

#include "engine.h"

// The engine is about to come up in this process. Once, before it does.
void rpj_engine_is_here(void);

// From now on no call enters Java: what C records goes on, every other wrapped call goes straight to the runtime, and
// is counted where it is missed in a segment. More than once does no harm. Async-signal-safe.
void rpj_go_on_without_java(void);

// The engine is not entered any more, not even by calls that are under way: its JVM is ending. Any thread.
void rpj_engine_end(void);

// Finds out, where rpj_has_java() says no, whether this is a child made by fork, and prepares it as one; gives the
// thread that came out of the fork a new beginning. Any thread, before it uses its block.
void rpj_notice_fork(void);

// The handler of a fork, in the child.
void rpj_fork_child(void);

// A call begins where rpj_has_java() says no.
void rpj_begin_without_java(native_frame_t* frame);

// Whether a call that ends where rpj_has_java() says no began before this child was forked: its record is the parent's,
// and its thread's block is nobody's.
bool rpj_is_of_parent(const native_frame_t* frame);

#endif
