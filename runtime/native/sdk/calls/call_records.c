// See call_records.h.
#include "calls/call_records.h"

enum { MOST_BYTES = RPJ_PLAIN_CALL + sizeof((native_frame_t*)0)->payload };

void rpj_append_call(const native_plan_t* plan, unsigned i, native_thread_t* thread, const native_frame_t* frame,
                     uint64_t tid, uint64_t end_ns) {
    const native_entry_t* entry = (const native_entry_t*)plan->entries + i;
    uint64_t apart[MOST_BYTES / sizeof(uint64_t)] = {0};
    rpj_fill_call((segment_call_t*)apart, plan, i, thread, frame, tid, end_ns);
    rpj_record_append(thread, entry, apart, entry->record_bytes);
}
