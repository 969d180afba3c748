// Calls of tools that the calling thread leaves when their time is up: at finalization, on the thread that ends
// the process.
//
// The engine's Java half measures the time on another thread. A thread leaves a tool's function only while it is in
// it, or in a library that it calls: not inside Java, the engine or the allocator.
#ifndef RPJ_TIME_LIMIT_H
#define RPJ_TIME_LIMIT_H

#include "java/stacks.h"

// Whether the calling thread's calls of tools have a limit.
extern __thread bool rpj_limited __attribute__((tls_model("initial-exec"), visibility("hidden")));

// Bracket the task that is limited, on its thread. The first returns the thread's id, 0 if it has a limit already.
uint64_t rpj_limit_begin(void);
void rpj_limit_end(void);

// The task's time is up: makes its thread leave the tool's function that it is in, if it can be left at this instant.
// Repeated by the caller. Any other thread.
void rpj_limit_over(uint64_t tid);

// Leaves a tool's function that has just been in the engine when its time was up. A limited thread that is outside.
void rpj_leave_if_due(void);

// Ends the process with the status that it is ending with; returns if it is not ending. Any thread.
void rpj_limit_exit(void);

// Notes that status.
void rpj_note_exit_status(int status);

// Call a function of a tool; return 0 if the thread left it. A limited thread.
uint64_t rpj_call_limited(rpj_upcall function, uint64_t a, uint64_t b);
uint64_t rpj_limit_invoke(void (*function)(void*), void* argument);

#endif
