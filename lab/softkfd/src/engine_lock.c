#include "engine_lock.h"

#include "base.h"

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic(uint32_t) ends;

static _Atomic(uint32_t) wanted;

void sk_engine_lock(void) {
    atomic_fetch_add(&wanted, 1);
    pthread_mutex_lock(&lock);
    atomic_fetch_sub(&wanted, 1);
}

bool sk_engine_lock_wanted(void) { return atomic_load(&wanted) > 0; }

void sk_engine_unlock(void) { pthread_mutex_unlock(&lock); }

void sk_engine_wait_for_end(void) {
    uint32_t seen = atomic_load(&ends);
    pthread_mutex_unlock(&lock);
    sk_futex_wait(&ends, seen, 1000000);
    pthread_mutex_lock(&lock);
}

void sk_engine_ended(void) {
    atomic_fetch_add(&ends, 1);
    sk_futex_wake(&ends);
}

void sk_engine_lock_after_fork(void) {
    pthread_mutex_t fresh = PTHREAD_MUTEX_INITIALIZER;
    lock = fresh;
    atomic_store(&wanted, 0);
}
