// HSA's clock, in nanoseconds.
//
// ROCr's clock is CLOCK_BOOTTIME, in nanoseconds: where HSA reports that, the clock is read directly, which costs
// half as much and works before HSA is initialised. Otherwise HSA is called.
#include "base/clock.h"

#include <dlfcn.h>
#include <time.h>

#include "base/loaded.h"
#include "base/threads.h"
#include "rpj_hsa.h"

typedef hsa_system_get_info_fn* system_info;

enum state { UNKNOWN, HOST, HSA };

static _Atomic(enum state) state;
static _Atomic(system_info) function;
static _Atomic uint64_t period; // nanoseconds of one tick

static uint64_t host_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_BOOTTIME, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static hsa_status_t ask(system_info info, hsa_system_info_t attribute, uint64_t* value) {
    rt_own_begin();
    const hsa_status_t status = info(attribute, value);
    rt_own_end();
    return status;
}

void rt_clock_use(void* hsa_system_get_info) {
    atomic_store(&function, (system_info)hsa_system_get_info);
    atomic_store(&state, UNKNOWN);
}

static system_info find(void) {
    system_info info = atomic_load(&function);
    if (info != NULL) return info;
    static _Atomic uint64_t looked;
    const uint64_t loads = rt_loads();
    if (atomic_load(&looked) == loads) return NULL;
    atomic_store(&looked, loads);
    void* hsa = rt_loaded("libhsa-runtime64.so");
    if (hsa != NULL) info = (system_info)dlsym(hsa, "hsa_system_get_info");
    if (info != NULL) atomic_store(&function, info);
    return info;
}

// Chooses the clock once HSA answers. @return HSA's status, HSA_STATUS_SUCCESS without HSA
static hsa_status_t settle(void) {
    if (atomic_load(&state) != UNKNOWN) return HSA_STATUS_SUCCESS;
    const system_info info = find();
    if (info == NULL) return HSA_STATUS_SUCCESS;
    uint64_t frequency = 0, ticks = 0;
    const uint64_t before = host_now();
    const hsa_status_t status = ask(info, HSA_SYSTEM_INFO_TIMESTAMP, &ticks);
    const uint64_t after = host_now();
    if (status != HSA_STATUS_SUCCESS) return status;
    if (ask(info, HSA_SYSTEM_INFO_TIMESTAMP_FREQUENCY, &frequency) != HSA_STATUS_SUCCESS || frequency == 0)
        return HSA_STATUS_ERROR_NOT_INITIALIZED;
    atomic_store(&period, 1000000000u / frequency);
    const bool same = frequency == 1000000000u && ticks >= before && ticks <= after;
    atomic_store(&state, same ? HOST : HSA);
    return HSA_STATUS_SUCCESS;
}

uint64_t rt_now(void) {
    if (atomic_load_explicit(&state, memory_order_relaxed) != HSA) return host_now();
    uint64_t ticks;
    if (ask(atomic_load(&function), HSA_SYSTEM_INFO_TIMESTAMP, &ticks) != HSA_STATUS_SUCCESS) return host_now();
    return ticks * atomic_load_explicit(&period, memory_order_relaxed);
}

uint64_t rt_timestamp(void) { return settle() == HSA_STATUS_SUCCESS ? rt_now() : 0; }
