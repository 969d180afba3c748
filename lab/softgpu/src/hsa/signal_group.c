// Waiting for several signals: checks all of them, then sleeps briefly on the first that is not yet satisfied.
#include <stdlib.h>
#include <string.h>

#include "base.h"
#include "hsa.h"
#include "signal.h"
#include "state.h"

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

// --- groups --------------------------------------------------------------------------------------------------------

typedef struct group {
    uint32_t magic;
    uint32_t count;
    hsa_signal_t signals[];
} group;

enum { GROUP_LIVE = 0x67726f75 };

static group* group_of(hsa_signal_group_t handle) {
    group* found = (group*)(uintptr_t)handle.handle;
    return found != NULL && found->magic == GROUP_LIVE ? found : NULL;
}

hsa_status_t sg_hsa_signal_group_create(uint32_t num_signals, const hsa_signal_t* signals, uint32_t num_consumers,
                                        const hsa_agent_t* consumers, hsa_signal_group_t* signal_group) {
    SG_REQUIRE_INIT();
    bool given = num_signals != 0 && signals != NULL && signal_group != NULL;
    if (!given || (num_consumers != 0 && consumers == NULL)) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    group* made = malloc(sizeof *made + num_signals * sizeof *signals);
    if (made == NULL) return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
    *made = (group){.magic = GROUP_LIVE, .count = num_signals};
    memcpy(made->signals, signals, num_signals * sizeof *signals);
    signal_group->handle = (uintptr_t)made;
    return HSA_STATUS_SUCCESS;
}

hsa_status_t sg_hsa_signal_group_destroy(hsa_signal_group_t signal_group) {
    SG_REQUIRE_INIT();
    group* found = group_of(signal_group);
    if (found == NULL) return HSA_STATUS_ERROR_INVALID_SIGNAL_GROUP;
    found->magic = 0;
    free(found);
    return HSA_STATUS_SUCCESS;
}

hsa_status_t sg_hsa_signal_group_wait_any_scacquire(hsa_signal_group_t signal_group,
                                                    const hsa_signal_condition_t* conditions,
                                                    const hsa_signal_value_t* compare_values,
                                                    hsa_wait_state_t wait_state_hint, hsa_signal_t* signal,
                                                    hsa_signal_value_t* value) {
    SG_REQUIRE_INIT();
    group* found = group_of(signal_group);
    if (found == NULL) return HSA_STATUS_ERROR_INVALID_SIGNAL_GROUP;
    bool given = conditions != NULL && compare_values != NULL && signal != NULL && value != NULL;
    if (!given) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    uint32_t index =
        sg_hsa_amd_signal_wait_any(found->count, found->signals, (hsa_signal_condition_t*)conditions,
                                   (hsa_signal_value_t*)compare_values, UINT64_MAX, wait_state_hint, value);
    *signal = found->signals[index];
    return HSA_STATUS_SUCCESS;
}

hsa_status_t sg_hsa_signal_group_wait_any_relaxed(hsa_signal_group_t signal_group,
                                                  const hsa_signal_condition_t* conditions,
                                                  const hsa_signal_value_t* compare_values,
                                                  hsa_wait_state_t wait_state_hint, hsa_signal_t* signal,
                                                  hsa_signal_value_t* value) {
    return sg_hsa_signal_group_wait_any_scacquire(signal_group, conditions, compare_values, wait_state_hint, signal,
                                                  value);
}
