// See objects.h.
#include "work/objects.h"

#include "base/clock.h"

void rpj_object_gone(native_thread_t* thread, uint64_t of, uint64_t id) {
    segment_gone_t* record = rpj_kept_claim(thread, 0, sizeof *record);
    if (record == NULL) return;
    record->kind = RPJ_KIND_GONE;
    record->of = of;
    record->id = id;
    record->time_ns = rpj_boottime_now();
    rpj_kept_commit(record, sizeof *record);
}
