// Forks, and starts of a tool in other threads, exclude each other: a child of a moment between would have a
// half-started tool, which could neither record nor count.
//
// ```
// word   63                      32 31                       0
//       +--------------------------+--------------------------+
//       | forks in progress        | starts in progress       |
//       +--------------------------+--------------------------+
// ```
// Each waits for the other within bounds, as the other may wait for a lock that it holds, and then goes on: the child
// of such a fork is torn. A thread waits neither for its own start nor for its own fork.
#ifndef RPJ_FORK_GATE_H
#define RPJ_FORK_GATE_H

#include <gnu/libc-version.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "pause.h"
#include "untold.h"

// The one of the first library that has one, which gives it to the others (private_api.h). `in_vain`: a fork has waited
// so long for the starts in progress that others do not.
typedef struct {
    uint64_t word;
    uint32_t in_vain;
    rpj_untold untold; // of the children
} rpj_fork_gate;

// Whether the calling thread may wait; asked only where it would have to.
typedef bool rpj_gate_may_wait(void);

enum {
    RPJ_GATE_FORK_MILLIS = 5000,
    RPJ_GATE_START_MILLIS = 2000,
    RPJ_GATE_SHORT = 1000,
    RPJ_GATE_STEP_NANOS = 1000000
};

#define RPJ_GATE_START UINT64_C(1)
#define RPJ_GATE_FORK (UINT64_C(1) << 32)
#define RPJ_GATE_STARTS (RPJ_GATE_FORK - 1)
#define RPJ_GATE_FORKS (~RPJ_GATE_STARTS)

// How long the calling thread has waited.
typedef struct {
    uint64_t begin_ns;
    uint32_t steps;
} rpj_gate_wait;

// Waits a moment: a short one at first, since starts without a tool take microseconds, and threads that register often
// leave few of them. False after so many milliseconds.
static inline bool rpj_gate_step(rpj_gate_wait* wait, uint32_t millis) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    uint64_t now = (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
    if (wait->begin_ns == 0) wait->begin_ns = now;
    if (now - wait->begin_ns >= millis * UINT64_C(1000000)) return false;
    if (wait->steps++ < RPJ_GATE_SHORT) rpj_pause(wait->steps);
    else rpj_sleep(RPJ_GATE_STEP_NANOS);
    return true;
}

// Adds `one` as soon as there are no `others`, or after so many milliseconds in vain: false. Any thread.
static inline bool rpj_gate_enter(rpj_fork_gate* gate, uint64_t one, uint64_t others, uint32_t millis,
                                  rpj_gate_may_wait* may_wait) {
    rpj_gate_wait wait = {0};
    bool in_vain = false;
    uint64_t seen = __atomic_load_n(&gate->word, __ATOMIC_SEQ_CST);
    for (;;) {
        if ((seen & others) != 0 && !in_vain && may_wait()) {
            in_vain = !rpj_gate_step(&wait, millis);
            seen = __atomic_load_n(&gate->word, __ATOMIC_SEQ_CST);
        } else if (__atomic_compare_exchange_n(&gate->word, &seen, seen + one, false, __ATOMIC_SEQ_CST,
                                               __ATOMIC_SEQ_CST)) {
            return (seen & others) == 0 || !in_vain;
        }
    }
}

// Returns the word. None is left to end in a child that was forked meanwhile.
static inline uint64_t rpj_gate_leave(rpj_fork_gate* gate, uint64_t one, uint64_t all) {
    uint64_t seen = __atomic_load_n(&gate->word, __ATOMIC_SEQ_CST);
    while ((seen & all) != 0) {
        if (__atomic_compare_exchange_n(&gate->word, &seen, seen - one, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
            return seen - one;
    }
    return seen;
}

// The start of a tool, or of what may become one.
static inline void rpj_gate_start_begins(rpj_fork_gate* gate, rpj_gate_may_wait* may_wait) {
    rpj_gate_enter(gate, RPJ_GATE_START, RPJ_GATE_FORKS, RPJ_GATE_START_MILLIS, may_wait);
}

static inline void rpj_gate_start_ends(rpj_fork_gate* gate) {
    uint64_t left = rpj_gate_leave(gate, RPJ_GATE_START, RPJ_GATE_STARTS);
    if ((left & RPJ_GATE_STARTS) == 0) __atomic_store_n(&gate->in_vain, 0, __ATOMIC_RELAXED);
}

static inline bool rpj_gate_is_in_start(const rpj_fork_gate* gate) {
    return (__atomic_load_n(&gate->word, __ATOMIC_SEQ_CST) & RPJ_GATE_STARTS) != 0;
}

static inline uint32_t rpj_gate_patience(const rpj_fork_gate* gate) {
    return __atomic_load_n(&gate->in_vain, __ATOMIC_RELAXED) ? 0 : RPJ_GATE_FORK_MILLIS;
}

// A fork that is counted by a later handler.
static inline void rpj_gate_wait_for_starts(rpj_fork_gate* gate, rpj_gate_may_wait* may_wait) {
    rpj_gate_wait wait = {0};
    bool in_vain = false;
    while (!in_vain && rpj_gate_is_in_start(gate) && may_wait())
        in_vain = !rpj_gate_step(&wait, rpj_gate_patience(gate));
    if (in_vain) __atomic_store_n(&gate->in_vain, 1, __ATOMIC_RELAXED);
}

// A fork, by the first of its handlers: others lock what a start may need.
static inline void rpj_gate_fork_begins(rpj_fork_gate* gate, rpj_gate_may_wait* may_wait) {
    bool whole = rpj_gate_enter(gate, RPJ_GATE_FORK, RPJ_GATE_STARTS, rpj_gate_patience(gate), may_wait);
    if (!whole) __atomic_store_n(&gate->in_vain, 1, __ATOMIC_RELAXED);
}

// The same in the middle of its handlers, where it does not wait.
static inline void rpj_gate_fork_goes_on(rpj_fork_gate* gate) {
    __atomic_fetch_add(&gate->word, RPJ_GATE_FORK, __ATOMIC_SEQ_CST);
}

static inline void rpj_gate_fork_ends(rpj_fork_gate* gate) {
    (void)rpj_gate_leave(gate, RPJ_GATE_FORK, RPJ_GATE_FORKS);
}

static inline void rpj_gate_in_child(rpj_fork_gate* gate) {
    __atomic_store_n(&gate->in_vain, 0, __ATOMIC_RELAXED);
    rpj_untold_forked(&gate->untold, (__atomic_exchange_n(&gate->word, 0, __ATOMIC_SEQ_CST) & RPJ_GATE_STARTS) != 0);
}

// Whether forks may wait here. Before glibc 2.36, a fork runs its handlers with a lock that the engine's own would wait
// for. Any thread.
static inline bool rpj_gate_forks_may_wait(void) {
    enum { FIRST_MINOR = 36 };
    const char* minor = strchr(gnu_get_libc_version(), '.');
    return minor != NULL && atoi(minor + 1) >= FIRST_MINOR;
}

#endif
