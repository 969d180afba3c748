// The trace data of open calls.
#ifndef RT_CALL_DATA_H
#define RT_CALL_DATA_H

#include "rt.h"

enum rt_call_kind { RT_HSA_CALL, RT_HIP_CALL, RT_CALL_KINDS };

// Trace data of a call that begins: it stays where it is until the call ends. `frame` is an address on the stack that
// names the call. NULL: no memory, or too many open calls. The calling thread's.
void* rt_call_begins(enum rt_call_kind kind, const void* frame);

// The trace data of a call that ends, which rt_call_is_over gives back; NULL when it was given up in between: its
// frame had been taken for one that an exception or longjmp has left.
void* rt_call_ends(void* td, const void* frame);
void rt_call_is_over(void* td);

#endif
