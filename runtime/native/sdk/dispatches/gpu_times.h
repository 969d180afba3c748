// The times of GPU work for a program that asks by its own signals, in whose place the work got the engine's.
#ifndef RPJ_GPU_TIMES_H
#define RPJ_GPU_TIMES_H

#include "rpj_hsa.h"

// Stand in for the runtime's `own` functions. Any thread.
hsa_status_t rpj_copy_time(hsa_amd_profiling_get_async_copy_time_fn* own, hsa_signal_t signal,
                           hsa_amd_profiling_async_copy_time_t* times);
hsa_status_t rpj_dispatch_time(hsa_amd_profiling_get_dispatch_time_fn* own, hsa_agent_t agent, hsa_signal_t signal,
                               hsa_amd_profiling_dispatch_time_t* times);

// A copy has completed `replacement`. `own` may be null.
void rpj_copy_took(hsa_amd_profiling_get_async_copy_time_fn* own, uint64_t signal, uint64_t replacement);

// The program's signal stands for a kernel that completes `replacement`, or for one whose times the program does not
// want (RPJ_NO_SIGNAL): it has none then; the times of that kernel, before `replacement`
// is used again; a queue gets packets whose signals stand for something new; all signals are invalid.
void rpj_dispatch_expects(uint64_t signal, uint64_t replacement);
void rpj_dispatch_took(uint64_t signal, uint64_t replacement, uint64_t start, uint64_t end);
void rpj_dispatches_are_new(const void* packets, uint64_t count);
void rpj_dispatches_forget(void);

#endif
