// Memory pools: records on their way to the client.
#ifndef RT_POOL_H
#define RT_POOL_H

#include <roctracer/roctracer_ext.h>

#include "base/rt.h"

struct rt_pool;

// A pool as it was when an activity was enabled: `number` tells it from a later one at the same address.
struct rt_sink {
    struct rt_pool* pool;
    uint64_t number;
};

// NULL when memory or a thread is not available; `status` gives the reason.
struct rt_pool* rt_pool_open(const roctracer_properties_t* properties);
// The sink of an activity that is enabled now. `pool` NULL: no records.
struct rt_sink rt_pool_sink(struct rt_pool* pool);
// Whether its records are written where they outlive the process. Any thread.
bool rt_pool_is_direct(struct rt_sink sink);
// Writes a record, directly after its companion if there is one. `name` is copied, if it is not NULL. Waits while
// the pool is full. No effect when the pool has been closed. Any thread.
void rt_pool_write(struct rt_sink sink, const activity_record_t* companion, const activity_record_t* record,
                   const char* name);
// Returns when all records written before have been delivered; at once where it would wait for itself.
void rt_pool_flush(struct rt_pool* pool);
void rt_pool_close(struct rt_pool* pool);
// Whether this thread delivers the records of a pool, so that it must not wait for other writers.
bool rt_pool_consumes(void);
void rt_pools_forked(void);

#endif
