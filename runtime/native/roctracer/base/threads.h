// Per-thread data: open calls, external ids, the last error.
#ifndef RT_THREADS_H
#define RT_THREADS_H

#include "base/rt.h"

// Nesting depth of this library's own calls of runtimes, which are not reported. This thread's.
extern _Thread_local uint32_t rt_own_calls __attribute__((tls_model("initial-exec"), visibility("hidden")));

static inline void rt_own_begin(void) { rt_own_calls++; }

static inline void rt_own_end(void) { rt_own_calls--; }

#define RT_ANY_API UINT32_MAX

// Returns the id of this thread's innermost open call in the domain, or in any (RT_ANY_API); 0 without one.
uint64_t rt_innermost(uint32_t api_domain);

// The same, with the operation and the trace data of that call. @return false without one
struct rt_open_call {
    uint32_t domain, op;
    uint64_t id;
    const void* where;
};
bool rt_innermost_call(uint32_t api_domain, struct rt_open_call* call);

// Opens a call of this thread; `where` identifies it: the address of its trace data, which no other open call has.
void rt_push(uint32_t domain, uint32_t op, uint64_t id, const void* where);
// Closes the call, and those inside it that an exception or longjmp left.
void rt_pop(const void* where);

// Push and pop the thread's external ids: false without memory, or without an id.
bool rt_external_push(uint64_t id);
bool rt_external_pop(uint64_t* id);
bool rt_external_top(uint64_t* id);

// Returns the next id of a call, of HIP and HSA together: from 1, no other call's, and higher than all before it on
// this thread.
uint64_t rt_next_id(void);
// Gives back what threads have left of the ids that they have taken in advance. Any thread.
void rt_collect_ids(void);

uint32_t rt_thread_id(void);
uint32_t rt_process_id(void);

// Sets the text of the thread's last error. @return false without memory
bool rt_error_set(const char* text);
const char* rt_error_get(void);

// In a forked child: ids of process and thread are queried again.
void rt_threads_forked(void);

#endif
