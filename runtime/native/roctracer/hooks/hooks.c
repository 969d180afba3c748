// The hooks of runtimes: set while anything is wanted, on changes and when a runtime is loaded.
#include "hooks/hooks.h"

#include <pthread.h>
#include <signal.h>
#include <time.h>

#include "base/loaded.h"
#include "base/own_threads.h"
#include "hooks/hip.h"
#include "hooks/roctx.h"
#include "pool/pool.h"
#include "trace/registry.h"
#include "trace/trace.h"

// An event waits this long for the thread that looks for HIP.
enum { ASIDE_MILLIS = 100 };

static _Atomic uint64_t looked;

// HIP is one runtime with two domains; what has no effect in them (callbacks of HIP_OPS) does not count.
static bool wants_hip(void) { return rt_wants(ACTIVITY_DOMAIN_HIP_API) || rt_wants_activity(ACTIVITY_DOMAIN_HIP_OPS); }

static void* look(void* nothing) {
    rt_look();
    return nothing;
}

// Looks on another thread if objects were loaded, and waits for it a moment: threads of the program must not wait for
// the loader in an event. One thread looks at a time; the events of others do not wait for it.
static void look_aside(void) {
    static atomic_flag looking = ATOMIC_FLAG_INIT;
    struct timespec deadline;
    pthread_t thread;
    sigset_t all, before;
    if (atomic_load(&looked) == rt_loads() || atomic_flag_test_and_set(&looking)) return;
    clock_gettime(CLOCK_REALTIME, &deadline);
    deadline.tv_nsec += ASIDE_MILLIS * 1000000l;
    deadline.tv_sec += deadline.tv_nsec / 1000000000l;
    deadline.tv_nsec %= 1000000000l;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const bool created = rt_create_thread(&thread, look, NULL) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (created && pthread_timedjoin_np(thread, NULL, &deadline) != 0) pthread_detach(thread);
    atomic_flag_clear(&looking);
}

// Under the registry's lock: events look for HIP while something of it is wanted and it has not come.
static void note_awaited(void) {
    const bool awaited = wants_hip() && rt_hip_way() == RT_HIP_NONE;
    atomic_store(&rt_before_events, awaited ? look_aside : NULL);
}

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
    note_awaited();
    rt_registry_unlock();
}

void rt_change(uint32_t domain, uint32_t first, uint32_t end, const struct rt_callback* callback,
               const struct rt_sink* sink) {
    rt_registry_lock();
    for (uint32_t op = first; op < end; op++) {
        rt_register(domain, rt_op_of(rt_domain(domain), op), callback, sink);
        hook(domain);
    }
    note_awaited();
    rt_registry_unlock();
}

// Under the registry's lock: disables activities that write to the pool or, without a pool, everything.
static void forget(const struct rt_pool* pool) {
    static const struct rt_callback nobody = {NULL, NULL};
    static const struct rt_sink nowhere = {NULL, 0};
    for (uint32_t domain = 0; domain < ACTIVITY_DOMAIN_NUMBER; domain++) {
        const struct rt_domain* table = rt_domain(domain);
        bool changed = false;
        for (uint32_t op = 0; table != NULL && op < table->room; op++) {
            struct rt_op* one = &table->ops[op];
            const struct rt_registration now = rt_read(one);
            if (pool != NULL ? now.sink.pool != pool : now.sink.pool == NULL && now.callback.function == NULL) continue;
            rt_register(domain, one, pool != NULL ? NULL : &nobody, &nowhere);
            changed = true;
        }
        if (changed) hook(domain);
    }
    note_awaited();
}

void rt_forget_all(void) { forget(NULL); }

void rt_forget_pool(const struct rt_pool* pool) {
    rt_registry_lock();
    forget(pool);
    rt_registry_unlock();
}

void rt_look(void) {
    const uint64_t loads = rt_loads();
    if (atomic_load_explicit(&looked, memory_order_acquire) == loads) return;
    const bool hip = rt_hip_look();
    const bool roctx = rt_roctx_look();
    if (hip || roctx) hook_all();
    atomic_store_explicit(&looked, loads, memory_order_release);
}

void rt_look_for_awaited(void) {
    if (RT_UNLIKELY(atomic_load_explicit(&rt_before_events, memory_order_relaxed) != NULL)) rt_look();
}
