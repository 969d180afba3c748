// Calls from the engine to C functions of tools and runtimes.
#ifndef RPJ_INVOKE_H
#define RPJ_INVOKE_H

#include "tools/guard.h"

// Calls any C function of up to six integer arguments. The thread counts as outside Java meanwhile. Returns
// RPJ_THREW when the function threw a C++ exception, which is caught here. Any thread.
uint64_t rpj_invoke(rpj_function function, uint64_t a0, uint64_t a1, uint64_t a2, uint64_t a3, uint64_t a4,
                    uint64_t a5);

// Calls a tool's tracing callback, which takes its 64-byte record by value; rpj_callback is for the engine's Java
// half and takes the thread out of Java meanwhile. The thread leaves the last two when the time for its calls of tools
// is up. Catches C++ exceptions; the first one of the process prints a line. Any thread.
void rpj_call_tool(void* function, const void* record, void* user_data, void* argument);
void rpj_call_tool_in_time(void* function, const void* record, void* user_data, void* argument);
void rpj_callback(void* function, const void* record, void* user_data, void* argument);

#endif
