// See observers.h. A program learns of the end of work by a signal: it waits for one, reads one, is called when one has
// fallen, or is told of an error. What HIP's functions say comes from the same functions of HSA.
#include "gpu/observers.h"

#include <stdlib.h>

#include "dispatches/gpu_queues.h"
#include "dispatches/hsa_functions.h"
#include "gpu/harvest.h"

// --- values of signals ---------------------------------------------------------------------------------------------

#define ACQUIRES(X) X(relaxed) X(scacquire)
#define ORDERS(X) X(relaxed) X(scacquire) X(screlease) X(scacq_screl)

static hsa_signal_value_t seen(hsa_signal_value_t value) {
    rpj_harvest();
    return value;
}

#define LOAD(order) \
    static hsa_signal_value_t load_##order(hsa_signal_t signal) { \
        return seen(RPJ_CORE(hsa_signal_load_##order)(signal)); \
    }
#define WAIT(order) \
    static hsa_signal_value_t wait_##order(hsa_signal_t signal, hsa_signal_condition_t condition, \
                                           hsa_signal_value_t value, uint64_t timeout, hsa_wait_state_t state) { \
        return seen(RPJ_CORE(hsa_signal_wait_##order)(signal, condition, value, timeout, state)); \
    }
#define EXCHANGE(order) \
    static hsa_signal_value_t exchange_##order(hsa_signal_t signal, hsa_signal_value_t value) { \
        return seen(RPJ_CORE(hsa_signal_exchange_##order)(signal, value)); \
    }
#define CAS(order) \
    static hsa_signal_value_t cas_##order(hsa_signal_t signal, hsa_signal_value_t expected, \
                                          hsa_signal_value_t value) { \
        return seen(RPJ_CORE(hsa_signal_cas_##order)(signal, expected, value)); \
    }
#define GROUP_WAIT(order) \
    static hsa_status_t group_wait_any_##order(hsa_signal_group_t group, const hsa_signal_condition_t* conditions, \
                                               const hsa_signal_value_t* values, hsa_wait_state_t state, \
                                               hsa_signal_t* signal, hsa_signal_value_t* value) { \
        hsa_status_t result = \
            RPJ_CORE(hsa_signal_group_wait_any_##order)(group, conditions, values, state, signal, value); \
        rpj_harvest(); \
        return result; \
    }
ACQUIRES(LOAD)
ACQUIRES(WAIT)
ACQUIRES(GROUP_WAIT)
ORDERS(EXCHANGE)
ORDERS(CAS)

static uint32_t wait_any(uint32_t count, hsa_signal_t* signals, hsa_signal_condition_t* conditions,
                         hsa_signal_value_t* values, uint64_t timeout, hsa_wait_state_t state,
                         hsa_signal_value_t* value) {
    return (uint32_t)seen(
        RPJ_AMD_EXT(hsa_amd_signal_wait_any)(count, signals, conditions, values, timeout, state, value));
}

static uint32_t wait_all(uint32_t count, hsa_signal_t* signals, hsa_signal_condition_t* conditions,
                         hsa_signal_value_t* values, uint64_t timeout, hsa_wait_state_t state,
                         hsa_signal_value_t* value) {
    return (uint32_t)seen(
        RPJ_AMD_EXT(hsa_amd_signal_wait_all)(count, signals, conditions, values, timeout, state, value));
}

// --- what the runtime tells ----------------------------------------------------------------------------------------

// A function of the program's and its argument.
typedef struct {
    void* function;
    void* argument;
} listener;

static listener* listener_of(void* function, void* argument) {
    listener* made = function == NULL ? NULL : malloc(sizeof *made);
    if (made != NULL) *made = (listener){function, argument};
    return made;
}

// Returns whether it is to be called again.
static bool on_signal(hsa_signal_value_t value, void* argument) {
    listener* of = argument;
    rpj_harvest();
    bool again = ((hsa_amd_signal_handler)of->function)(value, of->argument);
    if (!again) free(of);
    return again;
}

static hsa_status_t async_handler(hsa_signal_t signal, hsa_signal_condition_t condition, hsa_signal_value_t value,
                                  hsa_amd_signal_handler handler, void* argument) {
    hsa_amd_signal_async_handler_fn* own = RPJ_AMD_EXT(hsa_amd_signal_async_handler);
    listener* of = listener_of((void*)handler, argument);
    if (of == NULL) return own(signal, condition, value, handler, argument);
    hsa_status_t result = own(signal, condition, value, on_signal, of);
    if (result != HSA_STATUS_SUCCESS) free(of);
    return result;
}

// The beginning of an hsa_amd_event_t (hsa_ext_amd.h): each type of event has the agent first.
typedef struct {
    uint32_t event_type;
    hsa_agent_t agent;
} event_head;

// A fault: kernels that were over before it are recorded, and nobody waits for the others.
static void heed(const hsa_amd_event_t* event) {
    rpj_queues_break(((const event_head*)event)->agent.handle);
    rpj_harvest();
}

static hsa_status_t on_event(const hsa_amd_event_t* event, void* argument) {
    const listener* of = argument;
    heed(event);
    return ((hsa_amd_system_event_callback_t)of->function)(event, of->argument);
}

static hsa_status_t register_system_event_handler(hsa_amd_system_event_callback_t handler, void* argument) {
    hsa_amd_register_system_event_handler_fn* own = RPJ_AMD_EXT(hsa_amd_register_system_event_handler);
    listener* of = listener_of((void*)handler, argument); // for ever, as the registration
    return of == NULL ? own(handler, argument) : own(on_event, of);
}

// Returns an error: the runtime then does what it does without a handler.
static hsa_status_t on_event_unasked(const hsa_amd_event_t* event, void* unused) {
    (void)unused;
    heed(event);
    return HSA_STATUS_ERROR;
}

static bool heeded;

void rpj_heed_faults(void) {
    const uint64_t* shared = rpj_link.hsa_amd_ext;
    if (shared == NULL || *shared <= ROCPROFILER_HSA_AMD_EXT_API_ID_hsa_amd_register_system_event_handler) return;
    hsa_amd_register_system_event_handler_fn* own = RPJ_AMD_EXT(hsa_amd_register_system_event_handler);
    if (own != NULL && !__atomic_exchange_n(&heeded, true, __ATOMIC_RELAXED)) own(on_event_unasked, NULL);
}

void rpj_forget_faults(void) { __atomic_store_n(&heeded, false, __ATOMIC_RELAXED); }

// --- all of them ---------------------------------------------------------------------------------------------------

#define AT(name, function) [1 + ROCPROFILER_HSA_CORE_API_ID_hsa_signal_##name] = (void*)function,
#define AT_LOAD(order) AT(load_##order, load_##order)
#define AT_WAIT(order) AT(wait_##order, wait_##order)
#define AT_GROUP_WAIT(order) AT(group_wait_any_##order, group_wait_any_##order)
#define AT_EXCHANGE(order) AT(exchange_##order, exchange_##order)
#define AT_CAS(order) AT(cas_##order, cas_##order)

void* const rpj_core_observers[] = {
    (void*)(uint64_t)ROCPROFILER_HSA_CORE_API_ID_LAST, [ROCPROFILER_HSA_CORE_API_ID_LAST] = NULL,
    ACQUIRES(AT_LOAD) ACQUIRES(AT_WAIT) ACQUIRES(AT_GROUP_WAIT) ORDERS(AT_EXCHANGE) ORDERS(AT_CAS)};

#define AT_AMD_EXT(name, function) [1 + ROCPROFILER_HSA_AMD_EXT_API_ID_##name] = (void*)function

void* const rpj_amd_ext_observers[] = {
    (void*)(uint64_t)ROCPROFILER_HSA_AMD_EXT_API_ID_LAST,
    [ROCPROFILER_HSA_AMD_EXT_API_ID_LAST] = NULL,
    AT_AMD_EXT(hsa_amd_signal_wait_any, wait_any),
    AT_AMD_EXT(hsa_amd_signal_wait_all, wait_all),
    AT_AMD_EXT(hsa_amd_signal_async_handler, async_handler),
    AT_AMD_EXT(hsa_amd_register_system_event_handler, register_system_event_handler),
};
