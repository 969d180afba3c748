// What a traced call does, whatever the mixture of its plan's steps (docs/traced-calls.md).
//
// C's work counts as inside the engine: a runtime call from a signal handler meanwhile passes through untraced, and is
// counted. Tools' C code runs outside, tools' Java code and hooks in visits to Java.
#include <string.h>

#include <rocprofiler-sdk/callback_tracing.h>

#include "base/clock.h"
#include "calls/addressed_record.h"
#include "calls/call_paths.h"
#include "calls/call_records.h"
#include "calls/hip_streams.h"
#include "calls/moves.h"
#include "calls/open_calls.h"
#include "calls/retirement.h"
#include "engine/admission.h"
#include "engine/without_java.h"
#include "java/java_side.h"
#include "segment/kept.h"
#include "segment/segment.h"
#include "signals/signal_handlers.h"
#include "tools/invoke.h"

typedef rocprofiler_callback_tracing_record_t record_t;

_Static_assert(sizeof(record_t) == sizeof((native_frame_t*)0)->record, "the frame's room for it");

// --- inside and outside --------------------------------------------------------------------------------------------

// One beginning or end of a call. Where a visit cannot be resumed after a tool's C code has run, as the thread is
// ending, the rest of Java's steps is left out.
typedef struct {
    const native_slot_t* slot;
    native_frame_t* frame;
    native_thread_t* thread;
    rpj_handler handler;
    bool inside, in_java;
    rpj_visit visit;
    rpj_cancellation cancel;
} steps;

// What a call may consist of. The body of the beginning and of the end is one function each, compiled for plans of
// records only, of callbacks of C tools only, and for all others: the compiler then knows which steps there are and
// where a call is inside. `what` is a parameter for that, not in a struct.
enum { VISITS = 1, CALLBACKS = 2, RECORDS = 4 };

#define BODY inline __attribute__((always_inline))
#define COMPILED __attribute__((noinline))

static BODY bool go_inside(steps* s, int what) {
    if (s->inside) return s->in_java;
    s->inside = true;
    if (what & VISITS && rpj_visit_begin(s->thread, &s->visit, s->handler)) return s->in_java = true;
    s->in_java = false;
    s->cancel = rpj_inside_begin(s->thread);
    return false;
}

static BODY void go_outside(steps* s, int what) {
    if (!s->inside) return;
    s->inside = false;
    if (what & VISITS && s->in_java) rpj_visit_end(s->thread, &s->visit);
    else rpj_inside_end(s->thread, s->cancel);
}

// Has Java do a step, of an entry if it is one's.
static BODY void visit_java(steps* s, int what, uint64_t step, uint64_t entry) {
    if (!(what & VISITS)) return;
    uint64_t visit = s->slot->index | step << RPJ_STEP_SHIFT | entry << RPJ_ENTRY_SHIFT;
    if (go_inside(s, what)) rpj_java(s->thread, rpj_link.step, visit, (uint64_t)s->frame);
}

static BODY bool visits_java(const native_plan_t* plan, uint64_t entries) {
    return rpj_plan_has_hooks(plan) || plan->steps & RPJ_ASKS_JAVA || entries & plan->handlers;
}

// --- callbacks -----------------------------------------------------------------------------------------------------

// Neighbouring handlers of Java tools are run in one visit.
static BODY void call_all(steps* s, int what, uint64_t callbacks, rocprofiler_callback_phase_t phase) {
    const native_plan_t* plan = s->slot->plan;
    const native_entry_t* entries = plan->entries;
    native_frame_t* frame = s->frame;
    record_t* record = (record_t*)frame->record;
    record->thread_id = s->thread->tid;
    record->correlation_id.internal = frame->internal_id;
    record->correlation_id.ancestor = frame->ancestor_id;
    frame->record[offsetof(record_t, phase) / sizeof *frame->record] = phase; // also sets the padding after it
    record->payload = frame->payload;
    if (phase == ROCPROFILER_CALLBACK_PHASE_ENTER)
        for (uint64_t rest = callbacks; rest; rest &= rest - 1) frame->user_data[__builtin_ctzll(rest)] = 0;
    bool handled = false;
    for (uint64_t rest = callbacks; rest; rest &= rest - 1) {
        unsigned i = (unsigned)__builtin_ctzll(rest);
        if (what & VISITS) {
            bool before = handled;
            handled = plan->handlers >> i & 1;
            if (handled && !before) visit_java(s, what, RPJ_STEP_HANDLE, i);
            if (handled) continue;
            go_outside(s, what);
        }
        rpj_address_record(record, &entries[i], frame->externals ? frame->external[i] : 0);
        rpj_call_tool(entries[i].function, record, &frame->user_data[i], entries[i].argument);
    }
}

// --- beginning -----------------------------------------------------------------------------------------------------

static BODY void ask_externals(steps* s, int what, bool asks_java) {
    go_outside(s, what);
    s->frame->externals = 1;
    rpj_ask_externals(s->slot->plan, s->frame, 0);
    if (asks_java) visit_java(s, what, RPJ_STEP_ASK, 0);
}

// What needs no tool, once the call has its ids.
static BODY void prepare(steps* s, int what, uint64_t traced) {
    const native_plan_t* plan = s->slot->plan;
    const native_entry_t* entries = plan->entries;
    for (uint64_t rest = what & RECORDS ? traced & plan->kept : 0; rest; rest &= rest - 1)
        rpj_kept_submitted(s->thread, entries[__builtin_ctzll(rest)].stretch);
    if (what & CALLBACKS && traced & plan->callbacks) rpj_decode_arguments(plan, s->frame);
}

static BODY void tell(steps* s, int what, uint64_t traced) {
    const native_plan_t* plan = s->slot->plan;
    native_frame_t* frame = s->frame;
    bool asks_java = what & VISITS && plan->steps & RPJ_ASKS_JAVA;
    if (RPJ_UNLIKELY(asks_java || frame->externals)) ask_externals(s, what, asks_java);
    uint64_t callbacks = what & CALLBACKS ? traced & plan->callbacks : 0;
    if (!callbacks) return;
    call_all(s, what, callbacks, ROCPROFILER_CALLBACK_PHASE_ENTER);
    // An id that a tool pushes for the first time in its ENTER callback is visible at EXIT.
    if (RPJ_LIKELY(!__atomic_load_n(&rpj_link.external_use, __ATOMIC_RELAXED))) return;
    go_outside(s, what);
    rpj_ask_externals(plan, frame, 1);
}

// `traced`: the entries that get the call.
static BODY int begin(native_slot_t* slot, native_frame_t* frame, native_thread_t* thread, uint64_t traced, int what) {
    const native_plan_t* plan = slot->plan;
    rpj_handler handler = what & VISITS ? rpj_handler_of(thread, (uint64_t)(frame + 1)) : RPJ_NO_HANDLER;
    steps s = {.slot = slot, .frame = frame, .thread = thread, .handler = handler};
    int* error = thread->errno_address;
    int saved = what & (VISITS | CALLBACKS) ? *error : 0;
    if (!go_inside(&s, what) && what & VISITS) {
        go_outside(&s, what);
        return rpj_pass_through(thread) != NULL;
    }
    if (plan->stream_argument) rpj_enter_stream(thread, frame, plan->stream_argument);
    if (what & VISITS && plan->steps & RPJ_HAS_OUTER_HOOK) {
        if (frame->active && thread->depth) rpj_close_abandoned(thread, (uint64_t)frame); // for the hook's event
        visit_java(&s, what, RPJ_STEP_ENTER_OUTER, 0);
    }
    bool begun = traced && rpj_begin(thread, frame, traced);
    if (!begun) frame->active = frame->externals = frame->state = frame->start_ns = 0;
    if (RPJ_UNLIKELY(handler == RPJ_HANDLER)) frame->state |= RPJ_FRAME_BEGUN_IN_HANDLER;
    if (RPJ_UNLIKELY(!rpj_has_java())) rpj_begin_without_java(frame);
    if (begun) prepare(&s, what, traced);
    if (!(what & VISITS)) go_outside(&s, what);
    if (begun) tell(&s, what, traced);
    bool hooked = what & VISITS && plan->steps & RPJ_HAS_INNER_HOOK; // which the call's time includes
    if (hooked && begun) frame->start_ns = rpj_boottime_now();
    if (hooked) visit_java(&s, what, RPJ_STEP_ENTER_INNER, 0);
    go_outside(&s, what);
    if (what & (VISITS | CALLBACKS)) *error = saved;
    if (what & RECORDS && !hooked && begun && traced & plan->buffers) frame->start_ns = rpj_boottime_now();
    return begun || what & VISITS || plan->stream_argument;
}

static COMPILED int begin_records(native_slot_t* slot, native_frame_t* frame, native_thread_t* thread,
                                  uint64_t traced) {
    return begin(slot, frame, thread, traced, RECORDS);
}

// What C can do without Java; the rest is counted where the trace would have it.
static COMPILED int begin_without_java(native_slot_t* slot, native_frame_t* frame, native_thread_t* thread,
                                       uint64_t active) {
    const native_plan_t* plan = slot->plan;
    uint64_t traced = active & plan->kept;
    if (!(active & RPJ_ENTRIES)) return rpj_not_traced(thread, active);
    if (traced || plan->stream_argument) return begin_records(slot, frame, thread, traced);
    if (rpj_plan_has_hooks(plan)) {
        rpj_cancellation cancel = rpj_inside_begin(thread);
        rpj_segment_late();
        rpj_inside_end(thread, cancel);
    }
    return 0;
}

static BODY int enter(native_slot_t* slot, native_frame_t* frame, int what) {
    native_thread_t* thread = rpj_admit(frame);
    if (RPJ_UNLIKELY(thread == NULL)) return 0;
    const native_plan_t* plan = slot->plan;
    uint64_t active = __atomic_load_n(&slot->active, __ATOMIC_ACQUIRE);
    if (RPJ_UNLIKELY(!rpj_has_java())) return begin_without_java(slot, frame, thread, active);
    if (RPJ_UNLIKELY(!(active & RPJ_ENTRIES))) {
        rpj_not_traced(thread, active);
        if (!(active >> RPJ_AWAKE_BIT)) return 0;
    }
    uint64_t traced = 0;
    if (what & CALLBACKS) traced |= active & plan->callbacks;
    if (what & RECORDS) traced |= active & plan->buffers;
    if (!(what & VISITS) || !visits_java(plan, traced)) return begin(slot, frame, thread, traced, what & ~VISITS);
    if (RPJ_UNLIKELY(!rpj_java_admits(thread, (uint64_t)frame))) return rpj_pass_through(thread) != NULL;
    frame->active = active & RPJ_ENTRIES; // until it begins
    return begin(slot, frame, thread, traced, what);
}

int rpj_enter(native_slot_t* slot, native_frame_t* frame) { return enter(slot, frame, VISITS | CALLBACKS | RECORDS); }

int rpj_enter_records(native_slot_t* slot, native_frame_t* frame) { return enter(slot, frame, RECORDS); }

int rpj_enter_callbacks(native_slot_t* slot, native_frame_t* frame) { return enter(slot, frame, CALLBACKS); }

// --- end -----------------------------------------------------------------------------------------------------------

static BODY void end(native_slot_t* slot, native_frame_t* frame, native_thread_t* thread, uint64_t traced, int what) {
    const native_plan_t* plan = slot->plan;
    rpj_handler handler = RPJ_UNLIKELY(frame->state & RPJ_FRAME_BEGUN_IN_HANDLER) ? RPJ_HANDLER : RPJ_NO_HANDLER;
    steps s = {.slot = slot, .frame = frame, .thread = thread, .handler = handler};
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
    if (records) rpj_write_call(plan, records, thread, frame, end_ns);
    if (plan->stream_argument) rpj_leave_stream(thread, frame);
    if (frame->active) rpj_end(thread, (uint64_t)frame);
    if (RPJ_UNLIKELY(plan->steps & RPJ_RETIRES) && frame->active) rpj_retire(thread, frame->internal_id, end_ns);
    if (what & VISITS && plan->steps & RPJ_HAS_OUTER_HOOK) visit_java(&s, what, RPJ_STEP_EXIT_OUTER, 0);
    go_outside(&s, what);
    if (what & (VISITS | CALLBACKS)) *error = saved;
}

// What C can do without Java.
static COMPILED void end_records(native_slot_t* slot, native_frame_t* frame, native_thread_t* thread, uint64_t traced) {
    end(slot, frame, thread, traced, RECORDS);
}

// Java's stack may have changed since the call was admitted: a coroutine may have made other calls.
static COMPILED void end_in_java(native_slot_t* slot, native_frame_t* frame, native_thread_t* thread, uint64_t traced) {
    const native_plan_t* plan = slot->plan;
    if (RPJ_UNLIKELY(!rpj_engine_ready())) {
        end_records(slot, frame, thread, traced & plan->kept);
    } else if (RPJ_LIKELY(rpj_java_admits(thread, (uint64_t)frame))) {
        end(slot, frame, thread, traced, VISITS | CALLBACKS | RECORDS);
    } else {
        rpj_pass_through(thread);
        end(slot, frame, thread, traced & ~plan->handlers, CALLBACKS | RECORDS);
    }
}

static BODY void leave(native_slot_t* slot, native_frame_t* frame, int what) {
    const native_plan_t* plan = slot->plan;
    bool has_java = rpj_has_java();
    if (RPJ_UNLIKELY(!has_java) && rpj_is_of_parent(frame)) return;
    native_thread_t* thread = rpj_thread_at_exit(frame);
    if (RPJ_UNLIKELY(thread == NULL)) return;
    uint64_t traced = frame->active;
    bool alone = frame->state & RPJ_FRAME_BEGUN_WITHOUT_JAVA || (!has_java && !rpj_engine_ready());
    if (RPJ_UNLIKELY(alone)) end_records(slot, frame, thread, traced & plan->kept);
    else if (what & VISITS && visits_java(plan, traced)) end_in_java(slot, frame, thread, traced);
    else end(slot, frame, thread, traced, what & ~VISITS);
}

void rpj_exit(native_slot_t* slot, native_frame_t* frame) { leave(slot, frame, VISITS | CALLBACKS | RECORDS); }

void rpj_exit_records(native_slot_t* slot, native_frame_t* frame) { leave(slot, frame, RECORDS); }

void rpj_exit_callbacks(native_slot_t* slot, native_frame_t* frame) { leave(slot, frame, CALLBACKS); }
