// roctracer's clock.
#ifndef RT_TOOL_CLOCK_H
#define RT_TOOL_CLOCK_H

#include "base/rt_tool.h"

// Nanoseconds of roctracer's clock, which is HSA's; before an HSA runtime is loaded, of the clock that HSA uses.
// Any thread.
uint64_t rt_tool_now(void);

#endif
