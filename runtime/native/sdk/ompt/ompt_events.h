// Reports an OpenMP runtime's events to the engine.
#ifndef RPJ_OMPT_EVENTS_H
#define RPJ_OMPT_EVENTS_H

#include "base/rpj.h"

// The data shared by the engine and the callbacks.
extern native_ompt_t rpj_ompt;

// The number of the thread's open scopes whose end the engine must see.
extern __thread uint64_t rpj_ompt_open __attribute__((tls_model("initial-exec"), visibility("hidden")));

// True when the engine must process a call of this operation: a context is active, or the call may end a scope
// whose start a context saw. Any thread.
static inline bool rpj_ompt_wanted(unsigned operation, bool ends) {
    return __atomic_load_n((const uint64_t*)rpj_ompt.active[operation], __ATOMIC_ACQUIRE) || (ends && rpj_ompt_open);
}

// Passes one call to the engine. If the thread may not enter it, only counts the call. Any thread.
void rpj_ompt_event(native_ompt_event_t* event);

#endif
