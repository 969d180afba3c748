// Gives the tables of registrations to the SDK, once each unless all are replayed.
#include "delivery.h"

#include "../cancel.h"

static rocprofiler_register_error_code_t deliver_now(const struct library* library, uint32_t version, void** tables,
                                                     uint64_t table_count, const struct copies* copies,
                                                     rocprofiler_register_library_indentifier_t* identifier);
static rocprofiler_register_error_code_t keep(struct record* record);
static bool claim(struct record* record, bool also_delivered);
static rocprofiler_register_error_code_t hand_over(struct record* record, set_api_table_fn take, void** tables,
                                                   const struct copies* copies);
static void hand_over_rest(set_api_table_fn take);

rocprofiler_register_error_code_t may_deliver(void) {
    if (!environment_flag("ROCPROFILER_REGISTER_ENABLED", true)) return ROCP_REG_NO_TOOLS;
    return inside_hand_over(__builtin_frame_address(0)) ? ROCP_REG_DEADLOCK : ROCP_REG_SUCCESS;
}

// A tool may take long, and every later call depends on the result.
rocprofiler_register_error_code_t deliver(const struct library* library, uint32_t version, void** tables,
                                          uint64_t table_count, const struct copies* copies,
                                          rocprofiler_register_library_indentifier_t* identifier) {
    rpj_cancellation cancel = rpj_cancel_off();
    rpj_registration_begins();
    tell_roctracer();
    rocprofiler_register_error_code_t result = deliver_now(library, version, tables, table_count, copies, identifier);
    rpj_registration_ends();
    rpj_cancel_again(cancel);
    return result;
}

static rocprofiler_register_error_code_t deliver_now(const struct library* library, uint32_t version, void** tables,
                                                     uint64_t table_count, const struct copies* copies,
                                                     rocprofiler_register_library_indentifier_t* identifier) {
    struct record* record = record_add(library, version, tables, table_count);
    if (record == NULL) return ROCP_REG_EXCESS_API_INSTANCES;
    if (identifier != NULL) identifier->handle = INSTANCE_LIMIT * library->index + record->instance;
    hand_over_begins(__builtin_frame_address(0));
    set_api_table_fn take = tool_entry();
    rocprofiler_register_error_code_t result = ROCP_REG_NO_TOOLS;
    if (take != NULL) {
        result = hand_over(record, take, tables, copies);
        if (result == ROCP_REG_SUCCESS) hand_over_rest(take);
    } else {
        result = keep(record);
    }
    hand_over_ends();
    return result;
}

// Hands over the records that were left for later.
static void hand_over_rest(set_api_table_fn take) {
    for (uint32_t position = 0; position < RECORD_LIMIT; position++) {
        struct record* record = record_at(position);
        enum delivery later = DELIVERY_LATER;
        if (record != NULL && atomic_compare_exchange_strong(&record->delivery, &later, DELIVERY_BUSY))
            (void)hand_over(record, take, record->tables, NULL);
    }
}

// Leaves a BUSY record for a later tool. A tool that arrives at this moment may have passed over it: either that
// tool finds the record pending, or the check below finds the tool.
static rocprofiler_register_error_code_t keep(struct record* record) {
    (void)atomic_exchange(&record->delivery, DELIVERY_PENDING); // ordered before the check below
    set_api_table_fn take = tool_entry();
    if (take == NULL || !claim(record, false)) return ROCP_REG_NO_TOOLS;
    return hand_over(record, take, record->tables, NULL);
}

rocprofiler_register_error_code_t replay(bool also_delivered) {
    rpj_registration_begins();
    hand_over_begins(__builtin_frame_address(0));
    set_api_table_fn take = tool_entry();
    rocprofiler_register_error_code_t result = take != NULL ? ROCP_REG_SUCCESS : ROCP_REG_NO_TOOLS;
    for (uint32_t position = 0; take != NULL && position < RECORD_LIMIT; position++) {
        struct record* record = record_at(position);
        if (record == NULL || !claim(record, also_delivered)) continue;
        if (hand_over(record, take, record->tables, NULL) != ROCP_REG_SUCCESS) result = ROCP_REG_ROCPROFILER_ERROR;
    }
    hand_over_ends();
    rpj_registration_ends();
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
static rocprofiler_register_error_code_t hand_over(struct record* record, set_api_table_fn take, void** tables,
                                                   const struct copies* copies) {
    void** handed = copies != NULL ? copies->tables : tables;
    int refused = take(record->library->common_name, record->version, record->instance, handed, record->table_count);
    if (copies != NULL) copies->taken();
    bool later = refused == RPJ_REGISTER_LATER && record->table_count <= TABLE_LIMIT;
    enum delivery state = later ? DELIVERY_LATER : refused ? DELIVERY_PENDING : DELIVERY_DONE;
    atomic_store_explicit(&record->delivery, state, memory_order_release);
    if (later) return ROCP_REG_DEADLOCK;
    return refused ? ROCP_REG_ROCPROFILER_ERROR : ROCP_REG_SUCCESS;
}
