// The steps of a call's plan, and of a range's (docs/traced-calls.md), from which calls.c and markers.c make beginnings
// and ends.
//
// C's work counts as inside the engine: a runtime call from a signal handler meanwhile passes through untraced, and is
// counted. Tools' C code runs outside, tools' Java code and hooks in visits to Java.
#ifndef RPJ_STEPS_H
#define RPJ_STEPS_H

#include <string.h>

#include <rocprofiler-sdk/callback_tracing.h>

#include "base/slots.h"
#include "calls/addressed_record.h"
#include "calls/moves.h"
#include "calls/open_calls.h"
#include "java/java_side.h"
#include "java/stacks.h"
#include "segment/kept.h"
#include "tools/invoke.h"

typedef rocprofiler_callback_tracing_record_t rpj_callback_record;

_Static_assert(sizeof(rpj_callback_record) == sizeof((native_frame_t*)0)->record, "the frame's room for it");

// --- inside and outside --------------------------------------------------------------------------------------------

// One beginning or end of a call. Where a visit cannot be resumed after a tool's C code has run, as the thread is
// ending, the rest of Java's steps is left out.
typedef struct {
    const native_plan_t* plan;
    native_frame_t* frame;
    native_thread_t* thread;
    uint64_t tid; // whose call or range it is
    rpj_handler handler;
    bool inside, in_java;
    rpj_visit visit;
    rpj_cancellation cancel;
} steps;

// What a call may consist of. The body of the beginning and of the end is one function each, compiled for plans of
// records only, of these and ranges, of callbacks of C tools only, and for all others: the compiler then knows which
// steps there are and where a call is inside. `what` is a parameter for that, not in a struct.
enum { VISITS = 1, CALLBACKS = 2, RECORDS = 4, RANGES = 8 };

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
    uint64_t visit = s->plan->index | step << RPJ_STEP_SHIFT | entry << RPJ_ENTRY_SHIFT;
    if (go_inside(s, what)) rpj_java(s->thread, rpj_link.step, visit, (uint64_t)s->frame);
}

static BODY bool visits_java(const native_plan_t* plan, uint64_t entries) {
    const uint64_t visits = RPJ_HAS_OUTER_HOOK | RPJ_HAS_INNER_HOOK | RPJ_ASKS_JAVA | RPJ_RANGE_VISITS;
    return plan->steps & visits || entries & plan->handlers;
}

// --- callbacks -----------------------------------------------------------------------------------------------------

// Neighbouring handlers of Java tools are run in one visit.
static BODY void call_all(steps* s, int what, uint64_t callbacks, rocprofiler_callback_phase_t phase) {
    const native_plan_t* plan = s->plan;
    const native_entry_t* entries = plan->entries;
    native_frame_t* frame = s->frame;
    rpj_callback_record* record = (rpj_callback_record*)frame->record;
    record->thread_id = s->tid;
    record->correlation_id.internal = frame->internal_id;
    record->correlation_id.ancestor = frame->ancestor_id;
    frame->record[offsetof(rpj_callback_record, phase) / sizeof *frame->record] =
        phase; // also sets the padding after it
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
    rpj_ask_externals(s->plan, s->frame, 0);
    if (asks_java) visit_java(s, what, RPJ_STEP_ASK, 0);
}

// What needs no tool, once the call has its ids.
static BODY void prepare(steps* s, int what, uint64_t traced) {
    const native_plan_t* plan = s->plan;
    const native_entry_t* entries = plan->entries;
    for (uint64_t rest = what & RECORDS ? traced & plan->kept : 0; rest; rest &= rest - 1)
        rpj_kept_submitted(s->thread, entries[__builtin_ctzll(rest)].stretch);
    if (what & CALLBACKS && traced & plan->callbacks) rpj_decode_arguments(plan, s->frame);
}

static BODY void tell(steps* s, int what, uint64_t traced) {
    const native_plan_t* plan = s->plan;
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

#endif
