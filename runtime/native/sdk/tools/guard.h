// Calls of functions that may throw (guard.S, guard.c). A C++ exception is caught here, with the result RPJ_THREW.
#ifndef RPJ_GUARD_H
#define RPJ_GUARD_H

#include "base/rpj.h"

typedef uint64_t (*rpj_function)(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t);

// Calls a function of up to six integer arguments. Any thread.
uint64_t rpj_guarded_invoke(rpj_function function, uint64_t a0, uint64_t a1, uint64_t a2, uint64_t a3, uint64_t a4,
                            uint64_t a5);

// Calls a function of up to twelve integer arguments, which are in an array of twelve. Any thread.
uint64_t rpj_guarded_invoke_many(void* function, const uint64_t* arguments);

// Calls a tool's tracing callback, which takes its 64-byte record by value. Any thread.
uint64_t rpj_guarded_callback(void* function, const void* record, void* user_data, void* argument);

#endif
