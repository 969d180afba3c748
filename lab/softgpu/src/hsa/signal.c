#include "signal.h"

#include "base.h"
#include "slab.h"

sg_slab sg_signals = SG_SLAB(sg_signal, 1u << 21, link);

static const uint64_t LONGEST_SLEEP_NS = 200000000u; // a lost wake-up costs this much, not a hang
static const uint64_t POLL_SLEEP_NS = 500000u;
static const int SPINS = 64;

sg_signal* sg_signal_make(int64_t value) {
    sg_signal* signal = sg_slab_take(&sg_signals);
    if (signal == NULL) return NULL;
    signal->kind = SG_SIGNAL_USER;
    atomic_store_explicit(&signal->value, value, memory_order_relaxed);
    atomic_store_explicit(&signal->start_ts, 0, memory_order_relaxed);
    atomic_store_explicit(&signal->end_ts, 0, memory_order_relaxed);
    atomic_store_explicit(&signal->copy_agent, NULL, memory_order_relaxed);
    atomic_store_explicit(&signal->polled, 0, memory_order_relaxed);
    atomic_store(&signal->magic, SG_SIGNAL_LIVE);
    return signal;
}

hsa_status_t sg_signal_invalid(hsa_signal_t handle) {
    return handle.handle == 0 ? HSA_STATUS_ERROR_INVALID_ARGUMENT : HSA_STATUS_ERROR_INVALID_SIGNAL;
}

sg_signal* sg_signal_of(hsa_signal_t handle) {
    sg_signal* signal = (sg_signal*)(uintptr_t)handle.handle;
    if (!sg_slab_owns(&sg_signals, signal)) return NULL;
    return atomic_load_explicit(&signal->magic, memory_order_relaxed) == SG_SIGNAL_LIVE ? signal : NULL;
}

hsa_signal_t sg_signal_handle(sg_signal* signal) { return (hsa_signal_t){(uintptr_t)signal}; }

bool sg_signal_satisfies(int64_t value, hsa_signal_condition_t condition, int64_t compare) {
    switch (condition) {
        case HSA_SIGNAL_CONDITION_EQ: return value == compare;
        case HSA_SIGNAL_CONDITION_NE: return value != compare;
        case HSA_SIGNAL_CONDITION_LT: return value < compare;
        case HSA_SIGNAL_CONDITION_GTE: return value >= compare;
    }
    return true; // an unknown condition must not hang
}

int64_t sg_signal_wait(sg_signal* signal, hsa_signal_condition_t condition, int64_t compare, uint64_t timeout_ns) {
    int64_t value = atomic_load(&signal->value);
    for (int spin = 0; spin < SPINS && !sg_signal_satisfies(value, condition, compare); spin++) {
        __builtin_ia32_pause();
        value = atomic_load(&signal->value);
    }
    if (sg_signal_satisfies(value, condition, compare) || timeout_ns == 0) return value;
    uint64_t started = sg_now_ns();
    for (;;) {
        uint32_t epoch = sg_sleep_announce(&signal->waiters);
        value = atomic_load(&signal->value);
        uint64_t elapsed = sg_now_ns() - started;
        if (sg_signal_satisfies(value, condition, compare) || elapsed >= timeout_ns) return value;
        uint64_t nap =
            atomic_load_explicit(&signal->polled, memory_order_relaxed) & SG_POLLED ? POLL_SLEEP_NS : LONGEST_SLEEP_NS;
        uint64_t left = timeout_ns - elapsed;
        sg_sleep(&signal->waiters, epoch, left < nap ? left : nap);
    }
}

void sg_signal_forget(sg_signal* signal) {
    atomic_store(&signal->magic, SG_SIGNAL_FREE);
    sg_slab_give(&sg_signals, signal);
}
