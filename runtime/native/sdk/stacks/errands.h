// Work of quiet threads (quiet.h) that needs system calls or Java: one thread of ours, which is made before the filter,
// does it while they wait.
#ifndef RPJ_ERRANDS_H
#define RPJ_ERRANDS_H

#include "base/thread_blocks.h"
#include "stacks/switch.h"
#include "system/quiet.h"

// Creates that thread, once. False if it cannot be created. Any thread that is not quiet.
bool rpj_prepare_errands(void);

// Whether the calling thread, a quiet one, may send an errand: there is somebody to do it, and this is not a signal
// handler that has interrupted the wait for another.
bool rpj_may_send_errands(void);

// Has function(a, b) called with the thread's block, and returns its result; `fallback` if the thread may not send an
// errand. The calling thread's own block; a quiet thread.
uint64_t rpj_send_errand(native_thread_t* thread, rpj_upcall function, uint64_t a, uint64_t b, uint64_t fallback);

#endif
