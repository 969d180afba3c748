// Stacks that we make, and the bounds of the program's.
#ifndef RPJ_SPARE_STACK_H
#define RPJ_SPARE_STACK_H

#include "switch.h"

// An unreadable page of RPJ_GUARD_BYTES and a stack above it. NULL when there is no memory. Any thread.
enum { RPJ_GUARD_BYTES = 4096, RPJ_SMALL_STACK_BYTES = 384 << 10 };
char* rpj_map_stack(uint64_t bytes);

// Calls function(a, b), which must not enter Java, on a stack made for it; on the present one where there is no memory.
// Any thread.
uint64_t rpj_on_spare_stack(rpj_upcall function, uint64_t a, uint64_t b);

// Notes the bounds of the calling thread's stack in its own block. Not in a signal handler: who finds none (0) there
// calls this later.
void rpj_measure_stack(native_thread_t* thread);

#endif
