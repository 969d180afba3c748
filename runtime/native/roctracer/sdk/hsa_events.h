// The events of HSA_EVT.
#ifndef RT_HSA_EVENTS_H
#define RT_HSA_EVENTS_H

#include <rocprofiler-sdk/rocprofiler.h>

#include "base/rt.h"

// The first: HSA was initialised. The others report HSA_EVT's events around a call; `op` of HSA_API, its arguments
// and its result. Any thread.
void rt_hsa_events_begin(void);
void rt_hsa_events_before(uint32_t op, const rocprofiler_hsa_api_args_t* args);
void rt_hsa_events_after(uint32_t op, const rocprofiler_hsa_api_args_t* args, uint64_t result);

#endif
