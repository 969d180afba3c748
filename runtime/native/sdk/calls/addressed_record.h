// The record of a callback, as one entry of a plan gets it.
#ifndef RPJ_ADDRESSED_RECORD_H
#define RPJ_ADDRESSED_RECORD_H

#include <string.h>

#include <rocprofiler-sdk/callback_tracing.h>

#include "base/rpj.h"

_Static_assert(offsetof(rocprofiler_callback_tracing_record_t, operation)
                   == offsetof(rocprofiler_callback_tracing_record_t, kind) + sizeof(int32_t),
               "kind_operation has both");

// Fills in what differs between the entries that one event goes to.
static inline void rpj_address_record(rocprofiler_callback_tracing_record_t* record, const native_entry_t* entry,
                                      uint64_t external) {
    record->context_id.handle = entry->context;
    memcpy(&record->kind, &entry->kind_operation, sizeof entry->kind_operation);
    record->correlation_id.external.value = external;
}

#endif
