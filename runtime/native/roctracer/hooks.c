// The hooks of runtimes: set while anything is wanted, on changes and when a runtime is loaded.
#include "hooks.h"

#include "hip.h"
#include "loaded.h"
#include "pool.h"
#include "registry.h"
#include "roctx.h"

// HIP is one runtime with two domains; what has no effect in them (callbacks of HIP_OPS) does not count.
static bool wants_hip(void) { return rt_wants(ACTIVITY_DOMAIN_HIP_API) || rt_wants_activity(ACTIVITY_DOMAIN_HIP_OPS); }

// Under the registry's lock: sets the hook when a runtime's first operation is wanted, removes it after the
// last one.
static void hook(uint32_t domain) {
    if (domain == ACTIVITY_DOMAIN_HIP_API || domain == ACTIVITY_DOMAIN_HIP_OPS) rt_hip_hook(wants_hip());
    if (domain == ACTIVITY_DOMAIN_ROCTX) rt_roctx_hook(rt_wants_callback(domain));
}

// A runtime was loaded for which operations may already be wanted.
static void hook_all(void) {
    rt_registry_lock();
    if (wants_hip()) rt_hip_hook(true);
    if (rt_wants_callback(ACTIVITY_DOMAIN_ROCTX)) rt_roctx_hook(true);
    rt_registry_unlock();
}

void rt_change(uint32_t domain, uint32_t first, uint32_t end, const struct rt_callback* callback,
               const struct rt_sink* sink) {
    rt_registry_lock();
    for (uint32_t op = first; op < end; op++) {
        rt_register(domain, rt_op_of(rt_domain(domain), op), callback, sink);
        hook(domain);
    }
    rt_registry_unlock();
}

// Under the registry's lock: disables activities that write to the pool or, without a pool, everything.
static void forget(const struct rt_pool* pool) {
    static const struct rt_callback nobody = {NULL, NULL};
    static const struct rt_sink nowhere = {NULL, 0};
    for (uint32_t domain = 0; domain < ACTIVITY_DOMAIN_NUMBER; domain++) {
        const struct rt_domain* table = rt_domain(domain);
        bool changed = false;
        for (uint32_t op = 0; table != NULL && op < table->end; op++) {
            struct rt_op* one = &table->ops[op];
            const struct rt_registration now = rt_read(one);
            if (pool != NULL ? now.sink.pool != pool : now.sink.pool == NULL && now.callback.function == NULL) continue;
            rt_register(domain, one, pool != NULL ? NULL : &nobody, &nowhere);
            changed = true;
        }
        if (changed) hook(domain);
    }
}

void rt_forget_all(void) { forget(NULL); }

void rt_forget_pool(const struct rt_pool* pool) {
    rt_registry_lock();
    forget(pool);
    rt_registry_unlock();
}

void rt_look(void) {
    static _Atomic uint64_t looked;
    const uint64_t loads = rt_loads();
    if (atomic_load_explicit(&looked, memory_order_acquire) == loads) return;
    const bool hip = rt_hip_look();
    const bool roctx = rt_roctx_look();
    if (hip || roctx) hook_all();
    atomic_store_explicit(&looked, loads, memory_order_release);
}
