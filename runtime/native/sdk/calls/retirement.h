// The retirement of correlation ids: no more records have them.
#ifndef RPJ_RETIREMENT_H
#define RPJ_RETIREMENT_H

#include "base/rpj.h"

// Ends the call with this id; without Java, nothing. `end_ns`: the latest time in its records, or 0. For a thread that
// counts as inside the engine, with its own block.
void rpj_retire(native_thread_t* thread, uint64_t id, uint64_t end_ns);

#endif
