// A runtime knows the times of a signal that it got with the work. The program's own signal came with no copy, and with
// the barrier behind a kernel: for those, these functions answer with the times of the engine's signals.
#include "dispatches/gpu_times.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/engine.h"
#include "dispatches/hsa_functions.h"

enum { PACKET_BYTES = 64, SIGNAL_IN_PACKET = 56 };

// In a child: the runtime is that of the parent, and not one that came here.
static bool is_of_parent(void) { return rpj_forked && !rpj_recorder_follows(); }

// --- by signals ----------------------------------------------------------------------------------------------------

enum { CHILDREN = 4, CHILD_BITS = 2, CHAINS = 16384, LOCKS = 64, SIGNAL_SHIFT = 6, REGION_SHIFT = SIGNAL_SHIFT + 14 };

// What the program's signal stands for: work that completes `replacement` or, if that is 0, work with these times. Kept
// for ever, as a runtime gives a signal's address to a later one.
typedef struct work {
    struct work* children[CHILDREN]; // by the next bits of the signal's hash; set once, and read without a lock
    uint64_t signal;
    bool stands;
    uint64_t replacement, start, end;
} work;

// Each chain is a tree, so that a signal is found as fast among many.
typedef struct works {
    work* chains[CHAINS];
    pthread_mutex_t locks[LOCKS]; // of an entry's content: a queue's thread holds its own for a moment only
} works;

static works copies = {.locks = {[0 ... LOCKS - 1] = PTHREAD_MUTEX_INITIALIZER}};
static works dispatches = {.locks = {[0 ... LOCKS - 1] = PTHREAD_MUTEX_INITIALIZER}};

// Signals are at least a cache line apart. Neighbours have neighbouring chains, so that the first thousand of a program
// touch a few pages: each is first read and then written, which interrupts the other processors. Regions are spread.
static size_t chain_of(uint64_t signal) {
    return ((signal >> SIGNAL_SHIFT) + (signal >> REGION_SHIFT) * 0x9e3779b1u) % CHAINS;
}

static pthread_mutex_t* lock_of(works* all, uint64_t signal) { return &all->locks[chain_of(signal) % LOCKS]; }

// Returns the signal's entry, NULL if it has none, and where it is or is to be. No two signals have the same hash, so
// that a tree is at most 32 deep.
static work* look_up(works* all, uint64_t signal, work*** place) {
    *place = &all->chains[chain_of(signal)];
    for (uint64_t hash = signal * 0x9e3779b97f4a7c15u;; hash <<= CHILD_BITS) {
        work* known = __atomic_load_n(*place, __ATOMIC_ACQUIRE);
        if (known == NULL || known->signal == signal) return known;
        *place = &known->children[hash >> (64 - CHILD_BITS)];
    }
}

static work* find(works* all, uint64_t signal) {
    work** place;
    return look_up(all, signal, &place);
}

static bool stands(const work* known) { return known != NULL && __atomic_load_n(&known->stands, __ATOMIC_RELAXED); }

// With the signal's lock held. NULL without memory: the signal then has the times that the runtime knows.
static work* find_or_add(works* all, uint64_t signal) {
    work** place;
    work* known = look_up(all, signal, &place);
    if (known != NULL || (known = calloc(1, sizeof *known)) == NULL) return known;
    known->signal = signal;
    __atomic_store_n(place, known, __ATOMIC_RELEASE);
    return known;
}

// --- copies --------------------------------------------------------------------------------------------------------

typedef hsa_amd_profiling_async_copy_time_t copy_times;

void rpj_copy_took(hsa_amd_profiling_get_async_copy_time_fn* own, uint64_t signal, uint64_t replacement) {
    copy_times times;
    if (own == NULL || own((hsa_signal_t){replacement}, &times) != HSA_STATUS_SUCCESS) return;
    pthread_mutex_lock(lock_of(&copies, signal));
    work* known = find_or_add(&copies, signal);
    if (known != NULL) {
        __atomic_store_n(&known->stands, true, __ATOMIC_RELAXED);
        known->start = times.start;
        known->end = times.end;
    }
    pthread_mutex_unlock(lock_of(&copies, signal));
}

hsa_status_t rpj_copy_time(hsa_amd_profiling_get_async_copy_time_fn* own, hsa_signal_t signal, copy_times* times) {
    hsa_status_t result = own(signal, times);
    if (result == HSA_STATUS_SUCCESS || !signal.handle || times == NULL || is_of_parent()) return result;
    const work* known = find(&copies, signal.handle);
    if (!stands(known)) return result;
    pthread_mutex_lock(lock_of(&copies, signal.handle));
    times->start = known->start;
    times->end = known->end;
    pthread_mutex_unlock(lock_of(&copies, signal.handle));
    return HSA_STATUS_SUCCESS;
}

// --- kernels -------------------------------------------------------------------------------------------------------

static bool any; // until the first one, packets are not looked at

void rpj_dispatch_expects(uint64_t signal, uint64_t replacement) {
    __atomic_store_n(&any, true, __ATOMIC_RELAXED);
    pthread_mutex_lock(lock_of(&dispatches, signal));
    work* known = find_or_add(&dispatches, signal);
    if (known != NULL) {
        __atomic_store_n(&known->stands, true, __ATOMIC_RELAXED);
        known->replacement = replacement;
    }
    pthread_mutex_unlock(lock_of(&dispatches, signal));
}

void rpj_dispatch_took(uint64_t signal, uint64_t replacement, uint64_t start, uint64_t end) {
    work* known = find(&dispatches, signal);
    if (!stands(known)) return;
    pthread_mutex_lock(lock_of(&dispatches, signal));
    if (known->replacement == replacement) {
        known->replacement = 0;
        known->start = start;
        known->end = end;
    }
    pthread_mutex_unlock(lock_of(&dispatches, signal));
}

static void stands_for_nothing(work* known) {
    if (!stands(known)) return;
    pthread_mutex_lock(lock_of(&dispatches, known->signal));
    __atomic_store_n(&known->stands, false, __ATOMIC_RELAXED);
    known->replacement = 0;
    pthread_mutex_unlock(lock_of(&dispatches, known->signal));
}

void rpj_dispatches_are_new(const void* packets, uint64_t count) {
    if (!__atomic_load_n(&any, __ATOMIC_RELAXED) || is_of_parent()) return;
    for (uint64_t i = 0; i < count; i++) {
        uint64_t signal;
        memcpy(&signal, (const char*)packets + i * PACKET_BYTES + SIGNAL_IN_PACKET, sizeof signal);
        if (signal) stands_for_nothing(find(&dispatches, signal));
    }
}

static void all_stand_for_nothing(work* known) {
    if (known == NULL) return;
    stands_for_nothing(known);
    for (int i = 0; i < CHILDREN; i++) all_stand_for_nothing(__atomic_load_n(&known->children[i], __ATOMIC_ACQUIRE));
}

void rpj_dispatches_forget(void) {
    for (size_t i = 0; i < CHAINS; i++) all_stand_for_nothing(__atomic_load_n(&dispatches.chains[i], __ATOMIC_ACQUIRE));
}

// Answers as for a signal that has fallen and never was a kernel's.
static hsa_status_t no_times(hsa_amd_profiling_get_dispatch_time_fn* own, hsa_agent_t agent,
                             hsa_amd_profiling_dispatch_time_t* times) {
    hsa_signal_t blank;
    hsa_status_t result = RPJ_CORE(hsa_signal_create)(0, 0, NULL, &blank);
    if (result != HSA_STATUS_SUCCESS) return result;
    result = own(agent, blank, times);
    RPJ_CORE(hsa_signal_destroy)(blank);
    return result;
}

hsa_status_t rpj_dispatch_time(hsa_amd_profiling_get_dispatch_time_fn* own, hsa_agent_t agent, hsa_signal_t signal,
                               hsa_amd_profiling_dispatch_time_t* times) {
    work* known = !signal.handle || times == NULL || is_of_parent() ? NULL : find(&dispatches, signal.handle);
    if (!stands(known)) return own(agent, signal, times);
    pthread_mutex_lock(lock_of(&dispatches, signal.handle));
    bool is_known = known->stands;
    hsa_signal_t replacement = {is_known ? known->replacement : 0};
    hsa_status_t result = HSA_STATUS_SUCCESS;
    if (replacement.handle == (uint64_t)RPJ_NO_SIGNAL) result = no_times(own, agent, times);
    else if (replacement.handle) result = own(agent, replacement, times);
    if (is_known && !replacement.handle) {
        times->start = known->start;
        times->end = known->end;
    }
    pthread_mutex_unlock(lock_of(&dispatches, signal.handle));
    return is_known ? result : own(agent, signal, times);
}
