// The registrations of clients, for every operation of every domain.
#include "trace/registry.h"

#include <pthread.h>

#include "pool/pool.h"
#include "rt_limits.h"

static struct rt_op hsa_api[RT_HSA_API_END];
static struct rt_op hsa_ops[RT_HSA_OPS_END];
static struct rt_op hip_ops[RT_HIP_OPS_END];
static struct rt_op hip_api[RT_HIP_API_ROOM];
static struct rt_op roctx[RT_ROCTX_END];
static struct rt_op hsa_evt[RT_HSA_EVT_END];

// HIP_API's first operation is not part of the domain, but has a name. EXT_API has none: its records
// are companions.
static const struct rt_domain domains[ACTIVITY_DOMAIN_NUMBER] = {
    [ACTIVITY_DOMAIN_HSA_API] = {0, RT_HSA_API_END, RT_HSA_API_END, hsa_api},
    [ACTIVITY_DOMAIN_HSA_OPS] = {0, RT_HSA_OPS_END, RT_HSA_OPS_END, hsa_ops},
    [ACTIVITY_DOMAIN_HIP_OPS] = {0, RT_HIP_OPS_END, RT_HIP_OPS_END, hip_ops},
    [ACTIVITY_DOMAIN_HIP_API] = {1, RT_HIP_API_END, RT_HIP_API_ROOM, hip_api},
    [ACTIVITY_DOMAIN_EXT_API] = {0, 0, 0, hsa_api},
    [ACTIVITY_DOMAIN_ROCTX] = {0, RT_ROCTX_END, RT_ROCTX_END, roctx},
    [ACTIVITY_DOMAIN_HSA_EVT] = {0, RT_HSA_EVT_END, RT_HSA_EVT_END, hsa_evt},
};

// Held while registrations change, never while a client's function runs.
static pthread_mutex_t changing = PTHREAD_MUTEX_INITIALIZER;

// The number of operations of a domain with a callback, and with an activity.
static _Atomic uint32_t callbacks[ACTIVITY_DOMAIN_NUMBER], activities[ACTIVITY_DOMAIN_NUMBER];

const struct rt_domain* rt_domain(uint32_t domain) {
    return domain < ACTIVITY_DOMAIN_NUMBER && domains[domain].ops != NULL ? &domains[domain] : NULL;
}

// Words of a copy. A reader of a word being written also sees the preceding version number, so that no fence is
// needed, which the thread sanitizer would not understand.
#define LOAD_ACQUIRE(word) __atomic_load_n(&(word), __ATOMIC_ACQUIRE)
#define STORE_RELEASE(word, value) __atomic_store_n(&(word), value, __ATOMIC_RELEASE)

struct rt_registration rt_read(const struct rt_op* op) {
    for (;;) {
        const uint32_t version = atomic_load_explicit(&op->version, memory_order_acquire);
        const struct rt_registration* copy = &op->copies[version & 1];
        const struct rt_registration read = {
            {LOAD_ACQUIRE(copy->callback.function), LOAD_ACQUIRE(copy->callback.argument)},
            {LOAD_ACQUIRE(copy->sink.pool), LOAD_ACQUIRE(copy->sink.number)}};
        if (atomic_load_explicit(&op->version, memory_order_relaxed) == version) return read;
    }
}

// Under the lock.
static void publish(struct rt_op* op, const struct rt_registration* registration) {
    const uint32_t version = atomic_load_explicit(&op->version, memory_order_relaxed);
    // A reader of this copy has read the version before the last one, and detects the change.
    struct rt_registration* copy = &op->copies[(version + 1) & 1];
    STORE_RELEASE(copy->callback.function, registration->callback.function);
    STORE_RELEASE(copy->callback.argument, registration->callback.argument);
    STORE_RELEASE(copy->sink.pool, registration->sink.pool);
    STORE_RELEASE(copy->sink.number, registration->sink.number);
    atomic_store_explicit(&op->version, version + 1, memory_order_release);
    const uint32_t flags = (registration->callback.function != NULL ? RT_CALLBACK : 0)
                         | (registration->sink.pool != NULL ? RT_ACTIVITY : 0);
    atomic_store_explicit(&op->flags, flags, memory_order_release);
}

static void count(_Atomic uint32_t* counter, uint32_t before, uint32_t after, uint32_t flag) {
    if ((before & flag) == (after & flag)) return;
    atomic_fetch_add(counter, after & flag ? 1u : -1u);
}

void rt_register(uint32_t domain, struct rt_op* op, const struct rt_callback* callback, const struct rt_sink* sink) {
    struct rt_registration registration = op->copies[atomic_load_explicit(&op->version, memory_order_relaxed) & 1];
    if (callback != NULL) registration.callback = *callback;
    if (sink != NULL) registration.sink = *sink;
    const uint32_t before = atomic_load_explicit(&op->flags, memory_order_relaxed);
    publish(op, &registration);
    const uint32_t after = atomic_load_explicit(&op->flags, memory_order_relaxed);
    count(&callbacks[domain], before, after, RT_CALLBACK);
    count(&activities[domain], before, after, RT_ACTIVITY);
}

bool rt_wants_activity(uint32_t domain) { return atomic_load(&activities[domain]) != 0; }

bool rt_wants(uint32_t domain) { return atomic_load(&callbacks[domain]) != 0 || rt_wants_activity(domain); }

bool rt_wants_callback(uint32_t domain) { return atomic_load(&callbacks[domain]) != 0; }

void rt_registry_lock(void) { pthread_mutex_lock(&changing); }

void rt_registry_unlock(void) { pthread_mutex_unlock(&changing); }
