#include "../cancel.h"
#include "register_internal.h"
#include "stand_in.h"
#include <pthread.h>

// The address on this thread's stack from which it is handing tables to a tool, else null. Registrations by the
// tool's own code, further down that stack, keep their tables. A hand-over left by an exception or longjmp does not
// count for callers above it.
static _Thread_local const char* handing_over __attribute__((tls_model("initial-exec")));

static rocprofiler_register_error_code_t register_now(const struct library* library, uint32_t version, void** tables,
                                                      void** handed, uint64_t table_count,
                                                      rocprofiler_register_library_indentifier_t* identifier);
static rocprofiler_register_error_code_t register_tables(const struct library* library, uint32_t version, void** tables,
                                                         void** handed, uint64_t table_count,
                                                         rocprofiler_register_library_indentifier_t* identifier);
static rocprofiler_register_error_code_t keep(struct record* record);
static rocprofiler_register_error_code_t replay(bool also_delivered);
static bool claim(struct record* record, bool also_delivered);
static rocprofiler_register_error_code_t hand_over(struct record* record, set_api_table_fn take, void** tables);
static void hand_over_rest(set_api_table_fn take);

REGISTER_EXPORT rocprofiler_register_error_code_t rocprofiler_register_library_api_table(
    const char* lib_name, rocprofiler_register_import_func_t import_func, uint32_t lib_version, void** api_tables,
    uint64_t api_table_length, rocprofiler_register_library_indentifier_t* register_id) {
    const struct register_functions* base;
    if (api_table_length < 1 || api_tables == NULL) return ROCP_REG_BAD_API_TABLE_LENGTH;
    if (base_register(&base)) {
        if (base == NULL) return ROCP_REG_NO_TOOLS;
        return base->add(lib_name, import_func, lib_version, api_tables, api_table_length, register_id);
    }
    if (!environment_flag("ROCPROFILER_REGISTER_ENABLED", true)) return ROCP_REG_NO_TOOLS;
    if (inside_hand_over(__builtin_frame_address(0))) return ROCP_REG_DEADLOCK;
    const struct library* library = library_named(lib_name);
    if (library == NULL) return ROCP_REG_UNSUPPORTED_API;
    if (import_func != NULL && environment_flag("ROCPROFILER_REGISTER_SECURE", false)
        && !library_owns(library, import_func)) {
        return ROCP_REG_INVALID_API_ADDRESS;
    }
    return register_now(library, lib_version, api_tables, api_tables, api_table_length, register_id);
}

rocprofiler_register_error_code_t register_copies(const char* common_name, uint32_t version, void** tables,
                                                  void** copies) {
    if (!environment_flag("ROCPROFILER_REGISTER_ENABLED", true)) return ROCP_REG_NO_TOOLS;
    if (inside_hand_over(__builtin_frame_address(0))) return ROCP_REG_DEADLOCK;
    return register_now(library_named(common_name), version, tables, copies, 1, NULL);
}

// A tool may take long, and every later call depends on the result.
static rocprofiler_register_error_code_t register_now(const struct library* library, uint32_t version, void** tables,
                                                      void** handed, uint64_t table_count,
                                                      rocprofiler_register_library_indentifier_t* identifier) {
    rpj_cancellation cancel = rpj_cancel_off();
    stand_in_prepare(); // HIP may be in the process since the last look
    tell_roctracer();
    rocprofiler_register_error_code_t result =
        register_tables(library, version, tables, handed, table_count, identifier);
    rpj_cancel_again(cancel);
    return result;
}

static rocprofiler_register_error_code_t register_tables(const struct library* library, uint32_t version, void** tables,
                                                         void** handed, uint64_t table_count,
                                                         rocprofiler_register_library_indentifier_t* identifier) {
    struct record* record = record_add(library, version, tables, table_count);
    if (record == NULL) return ROCP_REG_EXCESS_API_INSTANCES;
    if (identifier != NULL) identifier->handle = INSTANCE_LIMIT * library->index + record->instance;
    handing_over = __builtin_frame_address(0);
    set_api_table_fn take = tool_entry();
    rocprofiler_register_error_code_t result = ROCP_REG_NO_TOOLS;
    if (take != NULL) {
        result = hand_over(record, take, handed);
        if (result == ROCP_REG_SUCCESS) hand_over_rest(take);
    } else {
        result = keep(record);
    }
    handing_over = NULL;
    return result;
}

// Hands over the records that were left for later.
static void hand_over_rest(set_api_table_fn take) {
    for (uint32_t position = 0; position < RECORD_LIMIT; position++) {
        struct record* record = record_at(position);
        enum delivery later = DELIVERY_LATER;
        if (record != NULL && atomic_compare_exchange_strong(&record->delivery, &later, DELIVERY_BUSY))
            (void)hand_over(record, take, record->tables);
    }
}

// Leaves a BUSY record for a later tool. A tool that arrives at this moment may have passed over it: either that
// tool finds the record pending, or the check below finds the tool.
static rocprofiler_register_error_code_t keep(struct record* record) {
    (void)atomic_exchange(&record->delivery, DELIVERY_PENDING); // ordered before the check below
    set_api_table_fn take = tool_entry();
    if (take == NULL || !claim(record, false)) return ROCP_REG_NO_TOOLS;
    return hand_over(record, take, record->tables);
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
    return replay(false);
}

REGISTER_EXPORT rocprofiler_register_error_code_t rocprofiler_register_invoke_all_registrations(void) {
    const struct register_functions* base;
    if (base_register(&base)) return base != NULL ? base->all() : ROCP_REG_NO_TOOLS;
    return replay(true);
}

static rocprofiler_register_error_code_t replay(bool also_delivered) {
    if (!environment_flag("ROCPROFILER_REGISTER_ENABLED", true)) return ROCP_REG_NO_TOOLS;
    if (inside_hand_over(__builtin_frame_address(0))) return ROCP_REG_DEADLOCK;
    stand_in_register();
    handing_over = __builtin_frame_address(0);
    set_api_table_fn take = tool_entry();
    rocprofiler_register_error_code_t result = take != NULL ? ROCP_REG_SUCCESS : ROCP_REG_NO_TOOLS;
    for (uint32_t position = 0; take != NULL && position < RECORD_LIMIT; position++) {
        struct record* record = record_at(position);
        if (record == NULL || !claim(record, also_delivered)) continue;
        if (hand_over(record, take, record->tables) != ROCP_REG_SUCCESS) result = ROCP_REG_ROCPROFILER_ERROR;
    }
    handing_over = NULL;
    return result;
}

// Whether this thread may hand the record over now: its tables are kept and no other thread is handing it over.
static bool claim(struct record* record, bool also_delivered) {
    if (record->table_count > TABLE_LIMIT) return false;
    enum delivery pending = DELIVERY_PENDING;
    enum delivery later = DELIVERY_LATER;
    enum delivery done = DELIVERY_DONE;
    return atomic_compare_exchange_strong(&record->delivery, &pending, DELIVERY_BUSY)
        || atomic_compare_exchange_strong(&record->delivery, &later, DELIVERY_BUSY)
        || (also_delivered && atomic_compare_exchange_strong(&record->delivery, &done, DELIVERY_BUSY));
}

// Gives a BUSY record's tables, or copies of them, to the SDK. A refused record stays pending, so that it can be
// replayed. One whose tables are not kept is never left for later.
static rocprofiler_register_error_code_t hand_over(struct record* record, set_api_table_fn take, void** tables) {
    int refused = take(record->library->common_name, record->version, record->instance, tables, record->table_count);
    stand_in_taken(tables[0]);
    bool later = refused == RPJ_REGISTER_LATER && record->table_count <= TABLE_LIMIT;
    enum delivery state = later ? DELIVERY_LATER : refused ? DELIVERY_PENDING : DELIVERY_DONE;
    atomic_store_explicit(&record->delivery, state, memory_order_release);
    if (later) return ROCP_REG_DEADLOCK;
    return refused ? ROCP_REG_ROCPROFILER_ERROR : ROCP_REG_SUCCESS;
}

bool inside_hand_over(const char* here) { return handing_over != NULL && here < handing_over; }

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
