// The blocks of threads: what C and Java keep for each thread that ever made a traced call (native_thread_t).
#ifndef RPJ_THREAD_BLOCKS_H
#define RPJ_THREAD_BLOCKS_H

#include "rpj.h"

// The calling thread's block once it has one. rpj_thread() makes it.
extern __thread native_thread_t* rpj_current __attribute__((tls_model("initial-exec"), visibility("hidden")));

// Head of the list of all blocks. Those of ended threads are reused, never unmapped.
extern native_thread_t* rpj_threads;

// The block in that list that is no thread's. What happens to threads that cannot have one is counted in it, by all
// of them.
extern native_thread_t rpj_nobody;

// Whether the address is on the stack that the system has given the thread, as far as that is known.
static inline bool rpj_on_own_stack(const native_thread_t* thread, uint64_t address) {
    return address - thread->stack_low < thread->stack_high - thread->stack_low;
}

// Says whether the thread is inside the engine. A signal handler on the same thread reads it, so it takes effect right
// here: neither the store nor what surrounds it moves.
static inline void rpj_set_inside(native_thread_t* thread, uint32_t inside) {
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    __atomic_store_n(&thread->inside, inside, __ATOMIC_RELAXED);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
}

#endif
