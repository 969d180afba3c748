// What each thread has: the calls it is in, its external ids, its last error.
#ifndef RT_THREADS_H
#define RT_THREADS_H

#include "rt.h"

// Depth of the library's own calls of runtimes, of which nobody hears. They nest. This thread's.
extern _Thread_local uint32_t rt_own_calls __attribute__((tls_model("initial-exec"), visibility("hidden")));

static inline void rt_own_begin(void) { rt_own_calls++; }

static inline void rt_own_end(void) { rt_own_calls--; }

#define RT_ANY_API UINT32_MAX

// Id of the innermost open call of this thread in the domain, or in any (RT_ANY_API); 0 if there is none.
uint64_t rt_innermost(uint32_t api_domain);

// Opens a call of this thread; `where` names it: the address of its trace data, which no other open call has.
void rt_push(uint32_t domain, uint64_t id, const void* where);
// Closes it, and those inside it that an exception or longjmp has left.
void rt_pop(const void* where);

// The thread's external ids: false when there is no memory, or no id.
bool rt_external_push(uint64_t id);
bool rt_external_pop(uint64_t* id);
bool rt_external_top(uint64_t* id);

uint32_t rt_thread_id(void);
uint32_t rt_process_id(void);

// The text of the thread's last error. @return false when there is no memory
bool rt_error_set(const char* text);
const char* rt_error_get(void);

// In a forked child: ids of process and thread are asked for again.
void rt_threads_forked(void);

#endif
