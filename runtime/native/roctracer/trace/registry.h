// The registrations of clients, for every operation of every domain.
#ifndef RT_REGISTRY_H
#define RT_REGISTRY_H

#include <roctracer/roctracer.h>

#include "pool/pool.h"

struct rt_callback {
    activity_rtapi_callback_t function;
    void* argument;
};

struct rt_registration {
    struct rt_callback callback;
    struct rt_sink sink;
};

enum { RT_CALLBACK = 1, RT_ACTIVITY = 2 };

// HIP reports its calls by numbers to which each release adds: 443 in 7.0, 449 in 7.2.4.
enum { RT_HIP_API_ROOM = 1024 };

// One operation. Only `flags` is read while nothing is enabled. The registration is read without a lock: `version`
// selects the valid one of two copies, a writer fills the other one. No thread waits, not even a signal handler
// that interrupted a writer.
struct rt_op {
    _Atomic uint32_t flags;
    _Atomic uint32_t version;
    struct rt_registration copies[2];
};

// The operations of a domain: 0 to `end` - 1 are those that this library knows. A runtime may be newer, so calls about
// the domain mean `begin` to `room` - 1.
struct rt_domain {
    uint32_t begin, end, room;
    struct rt_op* ops;
};

// NULL: no such domain.
const struct rt_domain* rt_domain(uint32_t domain);

// The operation, or NULL when there is no room for it: its runtime is much newer than this library.
static inline struct rt_op* rt_op_of(const struct rt_domain* domain, uint32_t op) {
    return op < domain->room ? &domain->ops[op] : NULL;
}

// Returns the registration as a consistent whole. Any thread, wait-free unless a writer interferes again and again.
struct rt_registration rt_read(const struct rt_op* op);

// Whether some operation of the domain is enabled. Any thread.
bool rt_wants(uint32_t domain);
bool rt_wants_callback(uint32_t domain);
bool rt_wants_activity(uint32_t domain);

// Changes one operation: a NULL argument leaves its part unchanged. Under the lock.
void rt_register(uint32_t domain, struct rt_op* op, const struct rt_callback* callback, const struct rt_sink* sink);

// Held while registrations change, never while a client's function runs.
void rt_registry_lock(void);
void rt_registry_unlock(void);

#endif
