#include "base/clock.h"

#include <time.h>

uint64_t rt_tool_now(void) {
    roctracer_timestamp_t time = 0;
    struct timespec boot;
    if (roctracer_get_timestamp(&time) == ROCTRACER_STATUS_SUCCESS && time != 0) return time;
    clock_gettime(CLOCK_BOOTTIME, &boot);
    return (uint64_t)boot.tv_sec * 1000000000 + (uint64_t)boot.tv_nsec;
}
