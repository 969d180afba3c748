// The times of GPU work, as the runtime tells them, in nanoseconds of the host's clock.
#ifndef RPJ_WORK_TIMES_H
#define RPJ_WORK_TIMES_H

#include <stdbool.h>
#include <stdint.h>

#include "rpj_native.h"

typedef struct {
    uint64_t start, end;
} rpj_times;

// Converts ticks of the runtime's clock, of which there are `hertz` in a second; 0: they are nanoseconds. The same as
// GpuRuntime.nanos. Without floating point, whose state is the program's here.
static inline uint64_t rpj_work_nanos(uint64_t ticks, uint64_t hertz) {
    const uint64_t second = 1000000000;
    if (hertz == second || !hertz) return ticks;
    return ticks / hertz * second + (ticks % hertz * second + hertz / 2) / hertz;
}

// Whether work that was submitted then and found to be over at `now` may have had these times, within the error of the
// conversion between clocks. Moves them by that error, as AMD's library does: not beginning before the submission takes
// precedence over not ending after now (GpuTimes).
static inline bool rpj_settle_times(uint64_t submitted, uint64_t now, rpj_times* times) {
    uint64_t start = times->start, end = times->end;
    if (start > end || start + RPJ_CLOCK_ERROR_NANOS < submitted || end > now + RPJ_CLOCK_ERROR_NANOS) return false;
    if (end > now) {
        start -= end - now;
        end = now;
    }
    if ((int64_t)(start - submitted) < 0) {
        end += submitted - start;
        start = submitted;
    }
    *times = (rpj_times){start, (int64_t)(end - start) > 0 ? end : start + 1};
    return true;
}

#endif
