// Stacks that we allocate, and the bounds of the program's.
#ifndef RPJ_SPARE_STACK_H
#define RPJ_SPARE_STACK_H

#include "stacks/switch.h"

// An unreadable page of RPJ_GUARD_BYTES and a stack above it. NULL without memory. Any thread.
enum { RPJ_GUARD_BYTES = 4096, RPJ_SMALL_STACK_BYTES = 384 << 10 };
char* rpj_map_stack(uint64_t bytes);

// Calls function(a, b), which must not enter Java, on a newly allocated stack; on the present one without memory.
// Any thread.
uint64_t rpj_on_spare_stack(rpj_upcall function, uint64_t a, uint64_t b);

// Stores the bounds of the calling thread's stack in its own block. Not in a signal handler: a handler that finds
// no bounds (0) leaves this for later.
void rpj_measure_stack(native_thread_t* thread);

#endif
