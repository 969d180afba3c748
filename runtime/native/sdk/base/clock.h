// The clocks of the records' timestamps.
#ifndef RPJ_CLOCK_H
#define RPJ_CLOCK_H

#include <time.h>

#include "base/engine.h"

static inline uint64_t rpj_clock_now(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

// The difference between the two clocks, for rpj_link.boottime_offset. Any thread.
uint64_t rpj_boottime_offset(void);

// Reads CLOCK_BOOTTIME through the clock that needs no system call.
static inline uint64_t rpj_boottime_now(void) { return rpj_clock_now(CLOCK_MONOTONIC) + rpj_link.boottime_offset; }

#endif
