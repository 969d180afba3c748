// The public signal functions: one template per operation and memory order.
#include "hsa.h"
#include "signal.h"
#include "signal_change.h"
#include "state.h"

enum { FOR_GPU_ONLY = 1 }; // HSA_AMD_SIGNAL_AMD_GPU_ONLY

hsa_status_t sg_hsa_signal_create(hsa_signal_value_t initial_value, uint32_t num_consumers,
                                  const hsa_agent_t* consumers, hsa_signal_t* signal) {
    SG_REQUIRE_INIT();
    if (signal == NULL || (num_consumers > 0 && consumers == NULL)) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    sg_signal* made = sg_signal_make(initial_value);
    if (made == NULL) return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
    *signal = sg_signal_handle(made);
    return HSA_STATUS_SUCCESS;
}

hsa_status_t sg_hsa_amd_signal_create(hsa_signal_value_t initial_value, uint32_t num_consumers,
                                      const hsa_agent_t* consumers, uint64_t attributes, hsa_signal_t* signal) {
    hsa_status_t status = sg_hsa_signal_create(initial_value, num_consumers, consumers, signal);
    if (status == HSA_STATUS_SUCCESS && (attributes & FOR_GPU_ONLY) != 0)
        atomic_store(&sg_signal_of(*signal)->polled, SG_POINTABLE);
    return status;
}

hsa_status_t sg_hsa_signal_destroy(hsa_signal_t signal) {
    SG_REQUIRE_INIT();
    sg_signal* found = sg_signal_of(signal);
    if (found == NULL) return sg_signal_invalid(signal);
    if (atomic_load(&found->doorbell_of) != NULL) return HSA_STATUS_ERROR_INVALID_ARGUMENT; // belongs to its queue
    sg_signal_unmake(found);
    return HSA_STATUS_SUCCESS;
}

// As in ROCr, only of a signal that was made without an interrupt.
hsa_status_t sg_hsa_amd_signal_value_pointer(hsa_signal_t signal, volatile hsa_signal_value_t** value_ptr) {
    sg_signal* found = sg_signal_of(signal);
    if (found == NULL) return sg_signal_invalid(signal);
    if (value_ptr == NULL || atomic_load(&found->polled) == 0) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    atomic_fetch_or(&found->polled, SG_POLLED);
    *value_ptr = (volatile hsa_signal_value_t*)&found->value;
    return HSA_STATUS_SUCCESS;
}

// The functions below have no status: for an invalid handle they do nothing and return 0.

#define LOAD(order, memory_order) \
    hsa_signal_value_t sg_hsa_signal_load_##order(hsa_signal_t signal) { \
        sg_signal* s = sg_signal_of(signal); \
        return s == NULL ? 0 : atomic_load_explicit(&s->value, memory_order); \
    }
LOAD(relaxed, memory_order_relaxed)
LOAD(scacquire, memory_order_acquire)

#define STORE(name, told) \
    void sg_hsa_signal_##name(hsa_signal_t signal, hsa_signal_value_t value) { \
        sg_signal* s = sg_signal_of(signal); \
        if (s == NULL) return; \
        atomic_store(&s->value, value); \
        if (told) sg_signal_notify(s); \
    }
STORE(store_relaxed, true)
STORE(store_screlease, true)
STORE(silent_store_relaxed, false)
STORE(silent_store_screlease, false)

// Every order is sequentially consistent: sg_signal_notify needs it, and on x86 it costs the same.
#define UPDATE(operation, order) \
    void sg_hsa_signal_##operation##_##order(hsa_signal_t signal, hsa_signal_value_t value) { \
        sg_signal* s = sg_signal_of(signal); \
        if (s == NULL) return; \
        atomic_fetch_##operation(&s->value, value); \
        sg_signal_notify(s); \
    }
#define atomic_fetch_subtract atomic_fetch_sub
#define UPDATES(operation) \
    UPDATE(operation, relaxed) UPDATE(operation, scacquire) UPDATE(operation, screlease) UPDATE(operation, scacq_screl)
UPDATES(and)
UPDATES(or)
UPDATES(xor)
UPDATES(add)
UPDATES(subtract)

#define EXCHANGE(order) \
    hsa_signal_value_t sg_hsa_signal_exchange_##order(hsa_signal_t signal, hsa_signal_value_t value) { \
        sg_signal* s = sg_signal_of(signal); \
        if (s == NULL) return 0; \
        hsa_signal_value_t before = atomic_exchange(&s->value, value); \
        sg_signal_notify(s); \
        return before; \
    } \
    hsa_signal_value_t sg_hsa_signal_cas_##order(hsa_signal_t signal, hsa_signal_value_t expected, \
                                                 hsa_signal_value_t value) { \
        sg_signal* s = sg_signal_of(signal); \
        if (s == NULL) return 0; \
        if (atomic_compare_exchange_strong(&s->value, &expected, value)) sg_signal_notify(s); \
        return expected; \
    }
EXCHANGE(relaxed)
EXCHANGE(scacquire)
EXCHANGE(screlease)
EXCHANGE(scacq_screl)

// One tick of the timeout is one nanosecond: the system clock runs at 1 GHz.
#define WAIT(order) \
    hsa_signal_value_t sg_hsa_signal_wait_##order(hsa_signal_t signal, hsa_signal_condition_t condition, \
                                                  hsa_signal_value_t compare_value, uint64_t timeout_hint, \
                                                  hsa_wait_state_t wait_state_hint) { \
        (void)wait_state_hint; \
        sg_signal* s = sg_signal_of(signal); \
        return s == NULL ? 0 : sg_signal_wait(s, condition, compare_value, timeout_hint); \
    }
WAIT(relaxed)
WAIT(scacquire)
