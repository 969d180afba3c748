// See objects.h.
#include "gpu_work/objects.h"

#include "base/clock.h"
#include "engine/admission.h"

native_thread_t* rpj_object_begin(rpj_cancellation* cancel) {
    native_thread_t* thread = rpj_admit_without_java();
    if (thread != NULL) *cancel = rpj_inside_begin(thread);
    return thread;
}

void rpj_object_gone(native_thread_t* thread, uint64_t of, uint64_t id) {
    segment_gone_t* record = rpj_kept_claim(thread, 0, sizeof *record);
    if (record == NULL) return;
    record->kind = RPJ_KIND_GONE;
    record->of = of;
    record->id = id;
    record->time_ns = rpj_boottime_now();
    rpj_kept_commit(record, sizeof *record);
}
