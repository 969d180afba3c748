// How threads get their blocks, and what happens at their end.
#ifndef RPJ_THREAD_LIFE_H
#define RPJ_THREAD_LIFE_H

#include "base/thread_blocks.h"

// Makes the calling thread's block; NULL without memory. Async-signal-safe.
native_thread_t* rpj_thread_first_use(void);

// Returns the calling thread's block, made on first use and freed at thread exit; NULL without
// memory. Async-signal-safe.
static inline native_thread_t* rpj_thread(void) {
    native_thread_t* thread = rpj_current;
    return RPJ_UNLIKELY(thread == NULL) ? rpj_thread_first_use() : thread;
}

// Returns the block of the thread with this id, reserving one if it has none yet; NULL without memory. Any thread.
native_thread_t* rpj_thread_of(uint64_t tid);

// In a forked child: frees all blocks. One thread, once.
void rpj_threads_forked(void);

// In a forked child: detaches the calling thread from its block from before the fork. Any thread.
void rpj_thread_forked(void);

#endif
