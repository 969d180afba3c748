// The blocks of threads: data that C and Java keep for each thread that ever made a traced call (native_thread_t).
#ifndef RPJ_THREAD_BLOCKS_H
#define RPJ_THREAD_BLOCKS_H

#include "base/rpj.h"

// The calling thread's block, once rpj_thread() has made it.
extern __thread native_thread_t* rpj_current __attribute__((tls_model("initial-exec"), visibility("hidden")));

// Head of the list of all blocks. Those of ended threads are reused, never unmapped.
extern native_thread_t* rpj_threads;

// The block in that list without a thread. It counts for threads that cannot have a block, all of which share it.
extern native_thread_t rpj_nobody;

// Whether the address is on the thread's system stack, as far as that is known.
static inline bool rpj_on_own_stack(const native_thread_t* thread, uint64_t address) {
    return address - thread->stack_low < thread->stack_high - thread->stack_low;
}

// Sets whether the thread is inside the engine. A signal handler on the same thread reads it, so it takes effect
// right here: neither the store nor the code around it is reordered.
static inline void rpj_set_inside(native_thread_t* thread, uint32_t inside) {
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    __atomic_store_n(&thread->inside, inside, __ATOMIC_RELAXED);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
}

#endif
