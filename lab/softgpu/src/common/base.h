// Helpers shared by both runtimes: visibility, time, sleeping on a word, threads, and the fork generation.
#ifndef SOFTGPU_BASE_H
#define SOFTGPU_BASE_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SOFTGPU_EXPORT __attribute__((visibility("default")))

// Any thread. Nanoseconds of CLOCK_BOOTTIME, the clock that ROCm calls the system domain.
uint64_t sg_now_ns(void);

// Any thread. Sleeps while *word == seen, at most timeout_ns; may return early without a reason.
void sg_futex_wait(_Atomic(uint32_t)* word, uint32_t seen, uint64_t timeout_ns);

// Any thread. Wakes every sleeper on `word`.
void sg_futex_wake(_Atomic(uint32_t)* word);

// Sleeping until a state changes. A sleeper announces itself, checks the state once more, then sleeps; a thread
// that changes the state wakes afterwards. Both are in one total order, so one of them sees the other. Only the
// first to wake pays for the system call.
typedef struct sg_sleepers {
    _Atomic(uint32_t) epoch;
    _Atomic(uint32_t) asleep; // a sleeper announced itself since the last wake-up
} sg_sleepers;

static inline uint32_t sg_sleep_announce(sg_sleepers* sleepers) {
    uint32_t epoch = atomic_load(&sleepers->epoch);
    atomic_store(&sleepers->asleep, 1);
    return epoch;
}

// Sleeps at most timeout_ns, or not at all after a wake-up since the announcement; may return early without
// a reason.
static inline void sg_sleep(sg_sleepers* sleepers, uint32_t epoch, uint64_t timeout_ns) {
    sg_futex_wait(&sleepers->epoch, epoch, timeout_ns);
}

static inline void sg_wake(sg_sleepers* sleepers) {
    if (atomic_load(&sleepers->asleep) == 0 || atomic_exchange(&sleepers->asleep, 0) == 0) return;
    atomic_fetch_add(&sleepers->epoch, 1);
    sg_futex_wake(&sleepers->epoch);
}

// Any thread. Starts a thread of the runtime with all signals except faults blocked, so that the program's handlers
// run only on the program's threads. Returns 0 or an errno.
int sg_thread_start(pthread_t* thread, const char* name, void* (*run)(void*), void* arg);

// Any thread. Returns a variable's value, or NULL if it is not set. All variables count as not set in a program
// with more privileges than its parent, which must not be controlled by them.
const char* sg_env(const char* name);

// Returns an environment variable as a number in [low, high], or `otherwise` when it is unset or not such a number.
long sg_env_number(const char* name, long otherwise, long low, long high);

// Lock, giving up at `deadline_ns`: a fork must not wait forever. Return whether they hold the lock.
bool sg_lock_until(pthread_mutex_t* lock, uint64_t deadline_ns);
bool sg_flag_until(atomic_bool* flag, uint64_t deadline_ns);

#endif
