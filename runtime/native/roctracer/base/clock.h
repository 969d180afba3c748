// HSA's clock, in nanoseconds.
#ifndef RT_CLOCK_H
#define RT_CLOCK_H

#include "base/rt.h"

// The time for records: HSA's clock in nanoseconds, which is CLOCK_BOOTTIME. Any thread.
uint64_t rt_now(void);
// The result of roctracer_get_timestamp: 0 while HSA is loaded and not initialised.
uint64_t rt_timestamp(void);
// HSA's own function, from its unmodified table; NULL: use the exported one.
void rt_clock_use(void* hsa_system_get_info);

#endif
