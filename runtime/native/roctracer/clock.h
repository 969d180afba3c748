// HSA's clock, in nanoseconds.
#ifndef RT_CLOCK_H
#define RT_CLOCK_H

#include "rt.h"

// The time for records: HSA's clock in nanoseconds, which is CLOCK_BOOTTIME. Any thread.
uint64_t rt_now(void);
// What roctracer_get_timestamp says: 0 while HSA is there and not initialised.
uint64_t rt_timestamp(void);
// HSA's own function, from its table as it was before anybody changed it; NULL: use the exported one.
void rt_clock_use(void* hsa_system_get_info);

#endif
