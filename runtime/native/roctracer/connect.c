/// Between registrations and runtimes: who is told what is wanted, when that changes and when a runtime comes.
#include "rt.h"
#include <link.h>
#include <pthread.h>
#include <string.h>

// --- changes ----------------------------------------------------------------------------------------------------------------

/// HIP is one runtime with two domains; what has no effect in them (callbacks of HIP_OPS) does not count.
static bool wants_hip(void) {
    return rt_wants(ACTIVITY_DOMAIN_HIP_API) || rt_wants_activity(ACTIVITY_DOMAIN_HIP_OPS);
}

/// Under the registry's lock: as soon as something of a runtime is wanted, and at each change that leaves nothing.
static void hook(uint32_t domain) {
    if (domain == ACTIVITY_DOMAIN_HIP_API || domain == ACTIVITY_DOMAIN_HIP_OPS) rt_hip_hook(wants_hip());
    if (domain == ACTIVITY_DOMAIN_ROCTX) rt_roctx_hook(rt_wants_callback(domain));
}

/// A runtime has come, for which something may have been wanted all along.
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

/// Under the registry's lock: no more records of operations that write to the pool, or, without one, nothing of any.
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

void rt_forget_pool(const struct rt_pool* pool) {
    rt_registry_lock();
    forget(pool);
    rt_registry_unlock();
}

// --- what comes ---------------------------------------------------------------------------------------------------------------

void rt_look(void) {
    static _Atomic uint64_t looked;
    const uint64_t loads = rt_loads();
    if (atomic_load_explicit(&looked, memory_order_acquire) == loads) return;
    const bool hip = rt_hip_look();
    const bool roctx = rt_roctx_look();
    if (hip || roctx) hook_all();
    atomic_store_explicit(&looked, loads, memory_order_release);
}

/// Who talks to the SDK. Nobody waits here: joining the SDK may itself wait for a thread that comes by.
static atomic_flag connecting = ATOMIC_FLAG_INIT;
static atomic_bool again;

void rt_connect(void) {
    atomic_store(&again, true);
    while (atomic_load(&again) && !atomic_flag_test_and_set(&connecting)) {
        while (atomic_exchange(&again, false)) rt_sdk_update();
        atomic_flag_clear(&connecting);
    }
}

void rt_appeared(void) {
    rt_look();
    rt_connect();
}

// --- fork -----------------------------------------------------------------------------------------------------------------

static bool jvm_present;

static int is_jvm(struct dl_phdr_info* info, size_t size, void* data) {
    (void) size;
    (void) data;
    const char* slash = info->dlpi_name != NULL ? strrchr(info->dlpi_name, '/') : NULL;
    return slash != NULL && strncmp(slash, "/libjvm.so", 10) == 0;
}

static void before_fork(void) {
    jvm_present = dl_iterate_phdr(is_jvm, NULL) != 0;
    rt_registry_lock();
}

static void in_parent(void) {
    rt_registry_unlock();
}

/// A client's function may be Java's, and a forked child has no Java: where there is a JVM, nothing is enabled in children.
static void in_child(void) {
    rt_threads_forked();
    rt_pools_forked();
    rt_sdk_forked();
    if (jvm_present) forget(NULL);
    atomic_flag_clear(&connecting);
    atomic_store(&again, false);
    rt_registry_unlock();
}

__attribute__((constructor)) static void prepare_for_fork(void) {
    pthread_atfork(before_fork, in_parent, in_child);
}
