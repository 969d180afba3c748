// Registers a HIP that does not register by itself, as distributions build it. Why and how is in the decision
// docs/adr/0019-hip-that-does-not-register.md, and its states are in stand_in.c.
#ifndef STAND_IN_H
#define STAND_IN_H

#include "register_internal.h"

// Looks for such a HIP. Where there is a tool, its next call registers it, as a HIP that registers does with its
// first one; without a tool, nothing of HIP is touched. Any thread; takes the loader's locks.
void stand_in_prepare(void);

// Looks for such a HIP, which is in use perhaps, and registers it now. Any thread; takes the loader's locks, and may
// run the start-up of a tool on the calling thread.
void stand_in_register(void);

// A tool takes this table only now, as its start-up was going on when it was given. If it is the copy of HIP's, HIP's
// own becomes like it. For our SDK. Any thread.
REGISTER_EXPORT void rpj_table_taken(const void* table);

// Leaves the tables that somebody else registers, a library that builds upon HIP for example, as they were before.
// Any thread.
void stand_in_yield(void* const* registered, uint64_t count);

// Whether the process has a HIP that does not register and cannot be registered, either: it has no tables. For our
// SDK. Any thread.
REGISTER_EXPORT int rpj_hip_is_missed(void);

#endif
