// Which runtimes have come, and what their hooks are told.
#ifndef RT_HOOKS_H
#define RT_HOOKS_H

#include "registry.h"

// Changes some operations of a domain, and hooks their runtime, or lets go of it: what is NULL stays as it is.
// Any thread.
void rt_change(uint32_t domain, uint32_t first, uint32_t end, const struct rt_callback* callback,
               const struct rt_sink* sink);

// Disables all activities that go to the pool. Any thread.
void rt_forget_pool(const struct rt_pool* pool);
// Disables everything. Under the registry's lock.
void rt_forget_all(void);

// Looks for runtimes that have come, and gives them the tracer function where something of theirs is wanted. Takes the
// loader's locks while it holds none of ours.
void rt_look(void);

#endif
