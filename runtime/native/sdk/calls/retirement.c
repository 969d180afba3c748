// See retirement.h. The engine knows the ids of work that outlives its call. It marks the thread that submits some with
// the highest one (native_thread_t.held_id): a call with a higher id has none.
#include "calls/retirement.h"

#include <string.h>

#include <rocprofiler-sdk/buffer_tracing.h>

#include "base/clock.h"
#include "base/engine.h"
#include "calls/entry_records.h"
#include "java/ask_engine.h"

typedef rocprofiler_buffer_tracing_correlation_id_retirement_record_t record_t;

static void fill(record_t* record, const native_entry_t* entry, uint64_t id, uint64_t now_ns) {
    memcpy(&record->kind, &entry->kind_operation, sizeof record->kind);
    record->timestamp = now_ns;
    record->internal_correlation_id = id;
}

static void write_record(native_thread_t* thread, const native_entry_t* entry, uint64_t id, uint64_t now_ns) {
    if (entry->record == RPJ_RECORD_KEPT) rpj_kept_submitted(thread, entry->stretch);
    record_t* record = rpj_record_claim(thread, entry, sizeof *record);
    if (RPJ_LIKELY(record)) {
        fill(record, entry, id, now_ns);
        rpj_kept_commit(record, sizeof *record);
    } else if (!rpj_record_is_kept(entry)) {
        record_t apart = {0};
        fill(&apart, entry, id, now_ns);
        rpj_record_append(thread, entry, &apart, sizeof apart);
    }
}

void rpj_retire(native_thread_t* thread, uint64_t id, uint64_t end_ns) {
    if (RPJ_UNLIKELY(!rpj_in_full())) return;
    if (RPJ_UNLIKELY(thread->held_id >= id)) {
        rpj_ask_engine(thread, RPJ_CALL_RETIRE, id, end_ns, 0);
        return;
    }
    const native_plan_t* plan = rpj_link.retirement;
    if (plan == NULL) return;
    uint64_t active = __atomic_load_n((uint64_t*)rpj_link.retirement_active, __ATOMIC_ACQUIRE),
             now = rpj_boottime_now();
    if (now <= end_ns) now = end_ns + 1;
    for (uint64_t rest = active & plan->buffers; rest; rest &= rest - 1)
        write_record(thread, (const native_entry_t*)plan->entries + __builtin_ctzll(rest), id, now);
}
