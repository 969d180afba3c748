// How threads get their blocks, and what happens when they end.
#ifndef RPJ_THREAD_LIFE_H
#define RPJ_THREAD_LIFE_H

#include "thread_blocks.h"

// Makes the calling thread's block; NULL when there is no memory. Async-signal-safe.
native_thread_t* rpj_thread_first_use(void);

// The calling thread's block, made on first use and freed at thread exit; NULL when there is no
// memory. Async-signal-safe.
static inline native_thread_t* rpj_thread(void) {
    native_thread_t* thread = rpj_current;
    return RPJ_UNLIKELY(thread == NULL) ? rpj_thread_first_use() : thread;
}

// The block of the thread with this id, reserved for it if it has none yet; NULL when there is no memory. Any thread.
native_thread_t* rpj_thread_of(uint64_t tid);

// In a child made by fork: frees all blocks. One thread, once.
void rpj_threads_forked(void);

// In a child made by fork: takes the calling thread's block from it if it has that from before the fork. Any thread.
void rpj_thread_forked(void);

#endif
