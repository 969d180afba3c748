// Which runtimes are loaded, and their hooks.
#ifndef RT_HOOKS_H
#define RT_HOOKS_H

#include "trace/registry.h"

// Changes some operations of a domain and hooks or unhooks their runtime: a NULL argument leaves its part
// unchanged. Any thread.
void rt_change(uint32_t domain, uint32_t first, uint32_t end, const struct rt_callback* callback,
               const struct rt_sink* sink);

// Disables all activities that go to the pool. Any thread.
void rt_forget_pool(const struct rt_pool* pool);
// Disables everything. Under the registry's lock.
void rt_forget_all(void);

// Looks for newly loaded runtimes and registers the tracer function where one of their operations is wanted. Takes
// the loader's locks while holding none of ours.
void rt_look(void);

// Looks while something of HIP is wanted and HIP has not come: for exported functions that have nothing to do with it.
// As rt_look.
void rt_look_for_awaited(void);

#endif
