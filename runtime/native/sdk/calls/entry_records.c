// See entry_records.h.
#include "calls/entry_records.h"

#include "java/ask_engine.h"
#include "segment/counts.h"

void rpj_record_append(native_thread_t* thread, const native_entry_t* entry, const void* record, uint64_t bytes) {
    bool taken = rpj_ask_engine(thread, RPJ_CALL_RECORD, entry->buffer, (uint64_t)record, bytes);
    if (RPJ_UNLIKELY(!taken)) rpj_count_passed_through(thread); // a handler that may not enter Java, or a thread's end
}
