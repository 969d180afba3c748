// The beginning of a call whose plan consists of records only.
//
// CallPath does the same for every other slot (docs/traced-calls.md). The work is duplicated here because entering
// and leaving Java is most of the cost of a traced call (lab/bench/README.md). A record in a kept buffer (the trace
// of rocprofv3) never enters Java; one in a large delivered buffer enters it when its thread's stretch is full; in
// any other buffer, each call enters it once instead of twice. During this code a thread counts as inside the
// engine: a runtime call from a signal handler passes through untraced, and is counted.
#include "admission.h"
#include "call_paths.h"
#include "clock.h"
#include "hip_streams.h"
#include "kept.h"
#include "open_calls.h"
#include "signal_handlers.h"
#include "without_java.h"

int rpj_enter_records(native_slot_t* slot, native_frame_t* frame) {
    native_thread_t* thread = rpj_admit(frame);
    if (RPJ_UNLIKELY(thread == NULL)) return 0;
    const native_plan_t* plan = slot->plan;
    uint64_t active = __atomic_load_n(&slot->active, __ATOMIC_ACQUIRE);
    uint64_t records = active & plan->buffers;
    if (RPJ_UNLIKELY(!records && !(active & RPJ_ENTRIES && plan->stream_argument)))
        return rpj_not_traced(thread, active);
    active &= RPJ_ENTRIES;
    // Java ends the call, which not every handler permits.
    rpj_handler handler =
        slot->exit == (void*)rpj_exit ? rpj_handler_of(thread, (uint64_t)(frame + 1)) : RPJ_NO_HANDLER;
    if (RPJ_UNLIKELY(handler == RPJ_CLOSED_HANDLER)) {
        rpj_count_passed_through(thread);
        return 0;
    }
    rpj_cancellation cancel = rpj_inside_begin(thread);
    bool begun = !records || rpj_begin(thread, frame, active);
    if (!records) frame->active = frame->externals = frame->state = frame->start_ns = 0;
    if (RPJ_UNLIKELY(handler == RPJ_HANDLER)) frame->state |= RPJ_FRAME_BEGUN_IN_HANDLER;
    if (RPJ_UNLIKELY(!rpj_has_java())) rpj_begin_without_java(frame);
    if (begun) {
        if (slot->counted_bit < RPJ_PLAN_ENTRIES && records >> slot->counted_bit & 1)
            rpj_kept_submitted(thread, slot->counted_stretch);
        if (plan->stream_argument) rpj_enter_stream(thread, frame, plan->stream_argument);
    }
    rpj_inside_end(thread, cancel);
    if (!begun) return 0;
    if (RPJ_UNLIKELY(frame->externals)) rpj_ask_externals(slot, frame, 0);
    if (records) frame->start_ns = rpj_boottime_now();
    return 1;
}
