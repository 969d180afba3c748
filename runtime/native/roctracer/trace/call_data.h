// The trace data of open calls.
#ifndef RT_CALL_DATA_H
#define RT_CALL_DATA_H

#include "base/rt.h"

enum rt_call_kind { RT_HSA_CALL, RT_HIP_CALL, RT_CALL_KINDS };

// Returns trace data for a call that begins, at a fixed address until the call ends. `frame` is an address on the
// stack that identifies the call. NULL: no memory, or too many open calls. The calling thread's.
void* rt_call_begins(enum rt_call_kind kind, const void* frame);

// Returns the trace data of a call that ends, to be released by rt_call_is_over; NULL when it was dropped
// meanwhile, because its frame was taken for one left by an exception or longjmp.
void* rt_call_ends(void* td, const void* frame);
void rt_call_is_over(void* td);

#endif
