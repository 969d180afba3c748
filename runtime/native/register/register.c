// The exported functions of registration.
#include "delivery.h"
#include "stand_in.h"

static rocprofiler_register_error_code_t replay_all(bool also_delivered);

REGISTER_EXPORT rocprofiler_register_error_code_t rocprofiler_register_library_api_table(
    const char* lib_name, rocprofiler_register_import_func_t import_func, uint32_t lib_version, void** api_tables,
    uint64_t api_table_length, rocprofiler_register_library_indentifier_t* register_id) {
    const struct register_functions* base;
    if (api_table_length < 1 || api_tables == NULL) return ROCP_REG_BAD_API_TABLE_LENGTH;
    if (base_register(&base)) {
        if (base == NULL) return ROCP_REG_NO_TOOLS;
        return base->add(lib_name, import_func, lib_version, api_tables, api_table_length, register_id);
    }
    rocprofiler_register_error_code_t hindrance = may_deliver();
    if (hindrance != ROCP_REG_SUCCESS) return hindrance;
    const struct library* library = library_named(lib_name);
    if (library == NULL) return ROCP_REG_UNSUPPORTED_API;
    if (import_func != NULL && environment_flag("ROCPROFILER_REGISTER_SECURE", false)
        && !library_owns(library, import_func)) {
        return ROCP_REG_INVALID_API_ADDRESS;
    }
    stand_in_prepare(); // HIP may be in the process since the last look
    stand_in_yield(api_tables, api_table_length);
    return deliver(library, lib_version, api_tables, api_table_length, NULL, register_id);
}

REGISTER_EXPORT rocprofiler_register_error_code_t
rocprofiler_register_iterate_registration_info(rocprofiler_register_registration_info_cb_t callback, void* data) {
    const struct register_functions* base;
    if (callback == NULL) return ROCP_REG_SUCCESS;
    if (base_register(&base)) return base != NULL ? base->iterate(callback, data) : ROCP_REG_SUCCESS;
    stand_in_register();
    for (uint32_t position = 0; position < RECORD_LIMIT; position++) {
        const struct record* record = record_at(position);
        if (record == NULL) continue;
        rocprofiler_register_registration_info_t info = {
            .size = sizeof info,
            .common_name = record->library->common_name,
            .lib_version = record->version,
            .api_table_length = record->table_count,
        };
        if (callback(&info, data) != 0) break;
    }
    return ROCP_REG_SUCCESS;
}

REGISTER_EXPORT rocprofiler_register_error_code_t rocprofiler_register_invoke_nonpropagated_registrations(void) {
    const struct register_functions* base;
    if (base_register(&base)) return base != NULL ? base->pending() : ROCP_REG_NO_TOOLS;
    return replay_all(false);
}

REGISTER_EXPORT rocprofiler_register_error_code_t rocprofiler_register_invoke_all_registrations(void) {
    const struct register_functions* base;
    if (base_register(&base)) return base != NULL ? base->all() : ROCP_REG_NO_TOOLS;
    return replay_all(true);
}

static rocprofiler_register_error_code_t replay_all(bool also_delivered) {
    rocprofiler_register_error_code_t hindrance = may_deliver();
    if (hindrance != ROCP_REG_SUCCESS) return hindrance;
    stand_in_register();
    return replay(also_delivered);
}

REGISTER_EXPORT const char* rocprofiler_register_error_string(rocprofiler_register_error_code_t error) {
    switch (error) {
        case ROCP_REG_SUCCESS: return "Success";
        case ROCP_REG_NO_TOOLS: return "rocprofiler-register found no tools";
        case ROCP_REG_DEADLOCK: return "rocprofiler-register deadlocked";
        case ROCP_REG_BAD_API_TABLE_LENGTH: return "Library passed an invalid number of API tables";
        case ROCP_REG_UNSUPPORTED_API: return "Library's API is not supported";
        case ROCP_REG_INVALID_API_ADDRESS: return "Invalid API address (secure mode enabled)";
        case ROCP_REG_ROCPROFILER_ERROR: return "Unspecified rocprofiler-register error";
        case ROCP_REG_EXCESS_API_INSTANCES: return "Too many instances of the same library API were registered";
        case ROCP_REG_INVALID_ARGUMENT: return "Invalid argument";
        case ROCP_REG_ATTACHMENT_NOT_AVAILABLE: return "This process was not started for tools to be attached";
        default: return "rocprofiler_register_unknown_error";
    }
}
