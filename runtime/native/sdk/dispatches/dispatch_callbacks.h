// Tells tools about dispatches.
#ifndef RPJ_DISPATCH_CALLBACKS_H
#define RPJ_DISPATCH_CALLBACKS_H

#include <rocprofiler-sdk/callback_tracing.h>

#include "dispatches/dispatch_records.h"

// Calls the functions of some of a plan's entries, and has Java call its handlers of others, with the `user_data` that
// earlier calls for this dispatch have set. The times are 0 until it has completed. For a thread that counts as inside
// the engine; it does not during tools' C functions, which may do what a program does, and cannot be cancelled: the
// packet must still be written. Keeps the program's errno.
void rpj_tell_dispatch(native_thread_t* thread, const native_plan_t* plan, uint64_t listeners, rpj_dispatch* one,
                       rocprofiler_callback_phase_t phase, hsa_amd_profiling_dispatch_time_t times);

#endif
