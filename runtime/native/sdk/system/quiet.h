// Threads that make no system calls but futex, mmap for memory, and those of the program: its sandbox (seccomp) ends
// the process for others.
//
// A filter that forbids what Java needs is known before it is installed (sandbox_watch.c). From then on the program's
// threads are quiet. What needs other calls is done by a thread of ours that has no filter (errands.h), as long as
// there is one: not where the filter is for all threads, or in a forked child. There records go into memory that is
// mapped already, and what does not fit is counted. A thread in strict mode, which may not even wait, records nothing.
#ifndef RPJ_QUIET_H
#define RPJ_QUIET_H

#include "base/rpj.h"
#include "system/own_threads.h"

// RPJ_SOME_STRICT: there are threads in strict mode. RPJ_FILTERED: all threads of the program are quiet; RPJ_ALONE: and
// have nobody to ask. Values are added, never removed.
enum { RPJ_SOME_STRICT = 1, RPJ_FILTERED = 2, RPJ_ALONE = 4 };
extern uint32_t rpj_quiet __attribute__((visibility("hidden")));

// Whether the calling thread is in strict mode.
extern __thread bool rpj_strict __attribute__((tls_model("initial-exec"), visibility("hidden")));

static inline uint32_t rpj_quiet_now(void) { return __atomic_load_n(&rpj_quiet, __ATOMIC_RELAXED); }

// Whether the calling thread is quiet.
static inline bool rpj_is_quiet(void) {
    uint32_t now = rpj_quiet_now();
    return RPJ_UNLIKELY(now) && !rpj_own_thread && (now & RPJ_FILTERED || rpj_strict);
}

// From now on threads are quiet as `what` says. Any thread.
void rpj_become_quiet(uint32_t what);

// The id of the calling thread, as the C library knows it; 0 where that was not found. After rpj_become_quiet.
uint64_t rpj_quiet_tid(void);

#endif
