// What a traced call does, whatever the mixture of its plan's steps (docs/traced-calls.md).
#include "base/clock.h"
#include "calls/call_paths.h"
#include "calls/call_records.h"
#include "calls/hip_streams.h"
#include "calls/marker_steps.h"
#include "calls/retirement.h"
#include "engine/admission.h"
#include "engine/without_java.h"
#include "segment/segment.h"
#include "segment/untold_calls.h"
#include "signals/signal_handlers.h"

// `traced`: the entries that get the call.
static BODY int begin(native_frame_t* frame, native_thread_t* thread, uint64_t traced, int what) {
    const native_plan_t* plan = frame->plan;
    rpj_handler handler = what & VISITS ? rpj_handler_of(thread, (uint64_t)(frame + 1)) : RPJ_NO_HANDLER;
    steps s = {.plan = plan, .frame = frame, .thread = thread, .tid = thread->tid, .handler = handler};
    int* error = thread->errno_address;
    int saved = what & (VISITS | CALLBACKS) ? *error : 0;
    if (!go_inside(&s, what) && what & VISITS) {
        go_outside(&s, what);
        return rpj_pass_through(thread) != NULL;
    }
    if (plan->stream_argument) {
        if (thread->depth) rpj_close_abandoned(thread, (uint64_t)frame); // which may have been in this place
        rpj_enter_stream(thread, frame, plan->stream_argument);
    }
    if (what & VISITS && plan->steps & RPJ_HAS_OUTER_HOOK) {
        if (frame->active && thread->depth) rpj_close_abandoned(thread, (uint64_t)frame); // for the hook's event
        visit_java(&s, what, RPJ_STEP_ENTER_OUTER, 0);
    }
    bool ranges = what & RANGES && plan->role && rpj_range_call_begins(&s, what);
    bool begun = traced && rpj_begin(thread, frame, traced);
    if (!begun) frame->active = frame->externals = frame->state = frame->start_ns = 0;
    if (RPJ_UNLIKELY(handler == RPJ_HANDLER)) frame->state |= RPJ_FRAME_BEGUN_IN_HANDLER;
    if (RPJ_UNLIKELY(!rpj_in_full())) rpj_begin_without_java(frame);
    if (begun) prepare(&s, what, traced);
    if (!(what & VISITS)) go_outside(&s, what);
    if (begun) tell(&s, what, traced);
    bool hooked = what & VISITS && plan->steps & RPJ_HAS_INNER_HOOK; // which the call's time includes
    if (hooked && begun) frame->start_ns = rpj_boottime_now();
    if (hooked) visit_java(&s, what, RPJ_STEP_ENTER_INNER, 0);
    go_outside(&s, what);
    if (what & (VISITS | CALLBACKS)) *error = saved;
    if (what & RECORDS && !hooked && begun && traced & plan->buffers) frame->start_ns = rpj_boottime_now();
    return begun || what & VISITS || plan->stream_argument || ranges;
}

static COMPILED int begin_records(native_frame_t* frame, native_thread_t* thread, uint64_t traced) {
    return begin(frame, thread, traced, RECORDS | RANGES);
}

// The active word of a slot that no entry of its own keeps awake.
#define AWAKE (UINT64_C(1) << RPJ_AWAKE_BIT)

// What C can do without Java; the rest is counted where the trace would have it.
static COMPILED int begin_without_java(native_frame_t* frame, native_thread_t* thread, uint64_t active) {
    const native_plan_t* plan = frame->plan;
    uint64_t traced = active & plan->kept;
    // The call by which a child has been noticed, for which no handler has run; the next ones do not come here.
    if (rpj_forked && !rpj_segment_known() && active & (plan->callbacks | plan->buffers)) rpj_count_untold();
    if (!(active & RPJ_ENTRIES)) {
        rpj_not_traced(thread, active);
        if (!(active >> RPJ_AWAKE_BIT && plan->role)) return 0;
    }
    if (traced || plan->stream_argument || plan->role) return begin_records(frame, thread, traced);
    if (rpj_plan_has_hooks(plan)) {
        rpj_cancellation cancel = rpj_inside_begin(thread);
        rpj_segment_late();
        rpj_inside_end(thread, cancel);
    }
    return 0;
}

static BODY int enter(native_slot_t* slot, native_frame_t* frame, int what) {
    const native_plan_t* plan = frame->plan;
    uint64_t active = rpj_active_of(slot, plan);
    if (what & RANGES && active == AWAKE && rpj_closes_nothing(plan->role, frame)) return 0;
    native_thread_t* thread = rpj_admit(frame);
    if (RPJ_UNLIKELY(thread == NULL)) return 0;
    if (RPJ_UNLIKELY(!rpj_in_full())) return begin_without_java(frame, thread, active);
    if (RPJ_UNLIKELY(!(active & RPJ_ENTRIES))) {
        rpj_not_traced(thread, active);
        if (!(active >> RPJ_AWAKE_BIT)) return 0;
    }
    uint64_t traced = 0;
    if (what & CALLBACKS) traced |= active & plan->callbacks;
    if (what & RECORDS) traced |= active & plan->buffers;
    if (!(what & VISITS) || !visits_java(plan, traced)) return begin(frame, thread, traced, what & ~VISITS);
    if (RPJ_UNLIKELY(!rpj_java_admits(thread, (uint64_t)frame))) return rpj_pass_through(thread) != NULL;
    frame->active = active & RPJ_ENTRIES; // until it begins
    return begin(frame, thread, traced, what);
}

int rpj_enter(native_slot_t* slot, native_frame_t* frame) {
    return enter(slot, frame, VISITS | CALLBACKS | RECORDS | RANGES);
}

int rpj_enter_records(native_slot_t* slot, native_frame_t* frame) { return enter(slot, frame, RECORDS); }

int rpj_enter_ranges(native_slot_t* slot, native_frame_t* frame) { return enter(slot, frame, RECORDS | RANGES); }

int rpj_enter_callbacks(native_slot_t* slot, native_frame_t* frame) { return enter(slot, frame, CALLBACKS); }

// --- end -----------------------------------------------------------------------------------------------------------

static BODY void end(native_frame_t* frame, native_thread_t* thread, uint64_t traced, int what) {
    const native_plan_t* plan = frame->plan;
    rpj_handler handler = RPJ_UNLIKELY(frame->state & RPJ_FRAME_BEGUN_IN_HANDLER) ? RPJ_HANDLER : RPJ_NO_HANDLER;
    steps s = {.plan = plan, .frame = frame, .thread = thread, .tid = thread->tid, .handler = handler};
    int* error = thread->errno_address;
    int saved = what & (VISITS | CALLBACKS) ? *error : 0;
    uint64_t callbacks = what & CALLBACKS ? traced & plan->callbacks : 0;
    uint64_t records = what & RECORDS ? traced & plan->buffers : 0;
    if (what & VISITS && plan->steps & RPJ_HAS_INNER_HOOK) visit_java(&s, what, RPJ_STEP_EXIT_INNER, 0);
    uint64_t end_ns = records ? rpj_boottime_now() : 0;
    if (callbacks) {
        rpj_store_result(plan, frame, (char*)frame->payload + plan->return_offset, UINT32_MAX);
        call_all(&s, what, callbacks, ROCPROFILER_CALLBACK_PHASE_EXIT);
    }
    go_inside(&s, what);
    if (records) rpj_write_call(plan, records, thread, frame, thread->tid, end_ns);
    if (plan->stream_argument) rpj_leave_stream(thread, frame);
    if (frame->active) rpj_end(thread, (uint64_t)frame);
    if (RPJ_UNLIKELY(plan->steps & RPJ_RETIRES) && frame->active) rpj_retire(thread, frame->internal_id, end_ns);
    if (what & RANGES && plan->role) rpj_range_call_ends(&s, what);
    if (what & VISITS && plan->steps & RPJ_HAS_OUTER_HOOK) visit_java(&s, what, RPJ_STEP_EXIT_OUTER, 0);
    go_outside(&s, what);
    if (what & (VISITS | CALLBACKS)) *error = saved;
}

// What C can do without Java.
static COMPILED void end_records(native_frame_t* frame, native_thread_t* thread, uint64_t traced) {
    end(frame, thread, traced, RECORDS | RANGES);
}

// Java's stack may have changed since the call was admitted: a coroutine may have made other calls.
static COMPILED void end_in_java(native_frame_t* frame, native_thread_t* thread, uint64_t traced) {
    const native_plan_t* plan = frame->plan;
    if (RPJ_UNLIKELY(!rpj_engine_ready())) {
        end_records(frame, thread, traced & plan->kept);
    } else if (RPJ_LIKELY(rpj_java_admits(thread, (uint64_t)frame))) {
        end(frame, thread, traced, VISITS | CALLBACKS | RECORDS | RANGES);
    } else {
        rpj_pass_through(thread);
        end(frame, thread, traced & ~plan->handlers, CALLBACKS | RECORDS | RANGES);
    }
}

static BODY void leave(native_frame_t* frame, int what) {
    const native_plan_t* plan = frame->plan;
    bool in_full = rpj_in_full();
    if (RPJ_UNLIKELY(!in_full) && rpj_is_of_parent(frame)) return;
    native_thread_t* thread = rpj_thread_at_exit(frame);
    if (RPJ_UNLIKELY(thread == NULL)) return;
    uint64_t traced = frame->active;
    bool alone = frame->state & RPJ_FRAME_BEGUN_WITHOUT_JAVA || (!in_full && !rpj_engine_ready());
    if (RPJ_UNLIKELY(alone)) end_records(frame, thread, traced & plan->kept);
    else if (what & VISITS && visits_java(plan, traced)) end_in_java(frame, thread, traced);
    else end(frame, thread, traced, what & ~VISITS);
}

void rpj_exit(native_slot_t* slot, native_frame_t* frame) {
    (void)slot;
    leave(frame, VISITS | CALLBACKS | RECORDS | RANGES);
}

void rpj_exit_records(native_slot_t* slot, native_frame_t* frame) {
    (void)slot;
    leave(frame, RECORDS);
}

void rpj_exit_ranges(native_slot_t* slot, native_frame_t* frame) {
    (void)slot;
    leave(frame, RECORDS | RANGES);
}

void rpj_exit_callbacks(native_slot_t* slot, native_frame_t* frame) {
    (void)slot;
    leave(frame, CALLBACKS);
}
