// What an OpenMP runtime does, told to the engine.
#ifndef RPJ_OMPT_EVENTS_H
#define RPJ_OMPT_EVENTS_H

#include "rpj.h"

// What the engine and the callbacks share.
extern native_ompt_t rpj_ompt;

// How many scopes the thread has open that the engine wants to see the end of.
extern __thread uint64_t rpj_ompt_open __attribute__((tls_model("initial-exec"), visibility("hidden")));

// True when the engine has something to do with a call of this operation: a context is active, or the call may end a
// scope that one saw begin. Any thread.
static inline bool rpj_ompt_wanted(unsigned operation, bool ends) {
    return __atomic_load_n((const uint64_t*)rpj_ompt.active[operation], __ATOMIC_ACQUIRE) || (ends && rpj_ompt_open);
}

// Hands the engine one call. Does nothing where the thread may not enter it (then it is counted). Any thread.
void rpj_ompt_event(native_ompt_event_t* event);

#endif
