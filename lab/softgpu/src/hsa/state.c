#define _GNU_SOURCE
#include "state.h"

#include "queue.h"

pthread_mutex_t sg_state_lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic(uint32_t) references;

// One thread at a time initialises or shuts down HSA, with the tools, whose own hsa_init and hsa_shut_down
// only count.
pthread_mutex_t sg_life_lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

bool sg_hsa_ready(void) { return atomic_load_explicit(&references, memory_order_acquire) != 0; }

// The reference count has its maximum from the specification; tests can reach it.
bool sg_hsa_add_reference(void) {
    uint32_t count = atomic_load(&references);
    if (count == UINT32_MAX) return false;
    atomic_store_explicit(&references, count + 1, memory_order_release);
    return true;
}

bool sg_hsa_drop_reference(void) {
    uint32_t count = atomic_load(&references);
    if (count == 0) return false;
    atomic_store_explicit(&references, count - 1, memory_order_release);
    return true;
}

bool sg_hsa_is_last_reference(void) { return atomic_load(&references) == 1; }
