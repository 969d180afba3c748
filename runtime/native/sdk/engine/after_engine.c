// The C API's results without an engine: in a forked child, and after the JVM has ended.
//
// To a tool both look like the time after finalization: its configuration has ended, and it cannot configure
// anything new.
#include "engine/after_engine.h"

#include <rocprofiler-sdk/rocprofiler.h>

#include "rpj_sdk_functions.h"

// `(rocprofiler_context_id_t* context_id)`: an invalid id is reported before the closed configuration window is.
static uint64_t create_context(const uint64_t* id) {
    if (id == NULL) return ROCPROFILER_STATUS_ERROR_INVALID_ARGUMENT;
    return *id ? ROCPROFILER_STATUS_ERROR_CONTEXT_ID_NOT_ZERO : ROCPROFILER_STATUS_ERROR_CONFIGURATION_LOCKED;
}

// `(rocprofiler_context_id_t context_id, int* status)`: no context is registered any more.
static uint64_t context_state(int* status) {
    if (status == NULL) return ROCPROFILER_STATUS_ERROR_INVALID_ARGUMENT;
    *status = 0;
    return ROCPROFILER_STATUS_ERROR_CONTEXT_NOT_FOUND;
}

uint64_t rpj_after_engine(uint32_t function, const uint64_t* args, uint64_t otherwise) {
    if (!rpj_engine_over()) return otherwise;
    switch (function) {
        case RPJ_FN_rocprofiler_create_context: return create_context((const uint64_t*)args[0]);
        case RPJ_FN_rocprofiler_context_is_active:
        case RPJ_FN_rocprofiler_context_is_valid: return context_state((int*)args[1]);
        case RPJ_FN_rocprofiler_start_context:
            return args[0] ? ROCPROFILER_STATUS_ERROR_CONFIGURATION_LOCKED : ROCPROFILER_STATUS_ERROR_CONTEXT_NOT_FOUND;
        case RPJ_FN_rocprofiler_stop_context:
            return args[0] ? ROCPROFILER_STATUS_SUCCESS : ROCPROFILER_STATUS_ERROR_CONTEXT_NOT_FOUND;
        case RPJ_FN_rocprofiler_at_internal_thread_create: return ROCPROFILER_STATUS_SUCCESS; // no thread comes
        case RPJ_FN_rocprofiler_force_configure:
            return rpj_is_recorded() ? ROCPROFILER_STATUS_ERROR_CONFIGURATION_LOCKED
                                     : ROCPROFILER_STATUS_ERROR_FINALIZED;
        case RPJ_FN_rocprofiler_create_buffer:
        case RPJ_FN_rocprofiler_create_callback_thread:
        case RPJ_FN_rocprofiler_assign_callback_thread:
        case RPJ_FN_rocprofiler_at_intercept_table_registration:
        case RPJ_FN_rocprofiler_configure_callback_tracing_service:
        case RPJ_FN_rocprofiler_configure_buffer_tracing_service:
        case RPJ_FN_rocprofiler_configure_pc_sampling_service:
        case RPJ_FN_rocprofiler_configure_dispatch_thread_trace_service:
        case RPJ_FN_rocprofiler_configure_device_thread_trace_service:
            return ROCPROFILER_STATUS_ERROR_CONFIGURATION_LOCKED;
        default: return otherwise == ROCPROFILER_STATUS_ERROR ? ROCPROFILER_STATUS_ERROR_FINALIZED : otherwise;
    }
}

uint64_t rpj_state_after_engine(uint32_t function, int* status) {
    bool own = function == RPJ_FN_rocprofiler_is_initialized || function == RPJ_FN_rocprofiler_is_finalized;
    if (status == NULL) return ROCPROFILER_STATUS_ERROR_INVALID_ARGUMENT;
    *status = own && rpj_engine_over();
    return ROCPROFILER_STATUS_SUCCESS;
}
