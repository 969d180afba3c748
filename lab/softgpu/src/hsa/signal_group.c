// Waiting for several signals: checks all of them, then sleeps briefly on the first that is not yet satisfied.
#include "base.h"
#include "hsa.h"
#include "signal.h"

static const uint64_t ROUND_SLEEP_NS = 200000;

static uint32_t first_satisfied(uint32_t count, const hsa_signal_t* signals, const hsa_signal_condition_t* conditions,
                                const hsa_signal_value_t* values, hsa_signal_value_t* seen) {
    for (uint32_t i = 0; i < count; i++) {
        sg_signal* s = sg_signal_of(signals[i]);
        if (s == NULL) continue;
        int64_t value = atomic_load(&s->value);
        if (sg_signal_satisfies(value, conditions[i], values[i])) {
            if (seen != NULL) *seen = value;
            return i;
        }
    }
    return UINT32_MAX;
}

static void sleep_on(const hsa_signal_t* signals, const hsa_signal_condition_t* conditions,
                     const hsa_signal_value_t* values, uint32_t count, uint64_t timeout_ns) {
    for (uint32_t i = 0; i < count; i++) {
        sg_signal* s = sg_signal_of(signals[i]);
        if (s == NULL) continue;
        sg_signal_wait(s, conditions[i], values[i], timeout_ns);
        return;
    }
    _Atomic(uint32_t) nobody = 0;
    sg_futex_wait(&nobody, 0, timeout_ns);
}

uint32_t sg_hsa_amd_signal_wait_any(uint32_t signal_count, hsa_signal_t* signals, hsa_signal_condition_t* conds,
                                    hsa_signal_value_t* values, uint64_t timeout_hint, hsa_wait_state_t wait_hint,
                                    hsa_signal_value_t* satisfying_value) {
    (void)wait_hint;
    uint64_t started = sg_now_ns();
    for (;;) {
        uint32_t found = first_satisfied(signal_count, signals, conds, values, satisfying_value);
        uint64_t elapsed = sg_now_ns() - started;
        if (found != UINT32_MAX || signal_count == 0 || elapsed >= timeout_hint) return found;
        uint64_t left = timeout_hint - elapsed;
        sleep_on(signals, conds, values, signal_count, left < ROUND_SLEEP_NS ? left : ROUND_SLEEP_NS);
    }
}

hsa_status_t sg_hsa_amd_signal_wait_all(uint32_t signal_count, hsa_signal_t* signals, hsa_signal_condition_t* conds,
                                        hsa_signal_value_t* values, uint64_t timeout_hint, hsa_wait_state_t wait_hint,
                                        hsa_signal_value_t* satisfying_values) {
    (void)wait_hint;
    uint64_t started = sg_now_ns();
    for (uint32_t i = 0; i < signal_count; i++) {
        sg_signal* s = sg_signal_of(signals[i]);
        if (s == NULL) return HSA_STATUS_ERROR_INVALID_SIGNAL;
        uint64_t elapsed = sg_now_ns() - started;
        int64_t value = sg_signal_wait(s, conds[i], values[i], elapsed < timeout_hint ? timeout_hint - elapsed : 0);
        if (!sg_signal_satisfies(value, conds[i], values[i])) return HSA_STATUS_ERROR;
        if (satisfying_values != NULL) satisfying_values[i] = value;
    }
    return HSA_STATUS_SUCCESS;
}
