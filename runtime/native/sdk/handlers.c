// Slots whose plan consists of callbacks of Java tools only.
//
// CallPath does the same (docs/traced-calls.md). Here C begins and ends the call and fills the record, so that Java
// only runs the tools' own code: one visit for each of the two events.
#include <rocprofiler-sdk/callback_tracing.h>

#include "admission.h"
#include "call_paths.h"
#include "java_side.h"
#include "moves.h"
#include "open_calls.h"

typedef rocprofiler_callback_tracing_record_t record_t;

static void fill_record(const native_thread_t* thread, native_frame_t* frame, rocprofiler_callback_phase_t phase) {
    record_t* record = (record_t*)frame->record;
    record->thread_id = thread->tid;
    record->correlation_id.internal = frame->internal_id;
    record->correlation_id.ancestor = frame->ancestor_id;
    record->payload = frame->payload;
    frame->record[offsetof(record_t, phase) / sizeof *frame->record] = phase; // also sets the padding after it
}

static bool begin(const native_slot_t* slot, native_thread_t* thread, native_frame_t* frame, uint64_t active) {
    if (RPJ_UNLIKELY(!rpj_begin(thread, frame, active))) return false;
    rpj_decode_arguments(slot->plan, frame);
    fill_record(thread, frame, ROCPROFILER_CALLBACK_PHASE_ENTER);
    for (uint64_t rest = active; rest; rest &= rest - 1) frame->user_data[__builtin_ctzll(rest)] = 0;
    return true;
}

static bool uses_external_ids(void) {
    return RPJ_UNLIKELY(__atomic_load_n(&rpj_link.external_use, __ATOMIC_RELAXED)) != 0;
}

// Where ids come from outside, tools are asked for them between the steps of a call's beginning: Java does all of it.
int rpj_enter_handlers(native_slot_t* slot, native_frame_t* frame) {
    if (RPJ_UNLIKELY(!rpj_has_java()) || uses_external_ids()) return rpj_enter(slot, frame);
    native_thread_t* thread = rpj_admit_to_java((uint64_t)__builtin_frame_address(0));
    if (RPJ_UNLIKELY(thread == NULL)) return 0;
    uint64_t active = __atomic_load_n(&slot->active, __ATOMIC_ACQUIRE);
    if (RPJ_UNLIKELY(!(active & RPJ_ENTRIES))) return rpj_not_traced(thread, active);
    active &= RPJ_ENTRIES;
    frame->thread = thread;
    rpj_visit visit;
    rpj_handler handler = rpj_handler_of(thread, (uint64_t)(frame + 1));
    int* error = thread->errno_address;
    int saved = *error;
    if (RPJ_UNLIKELY(!rpj_visit_begin(thread, &visit, handler))) return rpj_pass_through(thread) != NULL;
    bool begun = begin(slot, thread, frame, active);
    if (begun) {
        if (RPJ_UNLIKELY(handler == RPJ_HANDLER)) frame->state = RPJ_FRAME_BEGUN_IN_HANDLER;
        frame->externals = 0;
        rpj_java(thread, rpj_link.handle, (uint64_t)slot, (uint64_t)frame);
    }
    *error = saved;
    rpj_visit_end(thread, &visit);
    // An id that a tool pushes for the first time in its ENTER callback is visible at EXIT.
    if (begun && uses_external_ids()) rpj_ask_externals(slot, frame, 1);
    return begun;
}

// As for rpj_exit.
void rpj_exit_handlers(native_slot_t* slot, native_frame_t* frame) {
    if (RPJ_UNLIKELY(frame->state & RPJ_FRAME_BEGUN_WITHOUT_JAVA || !rpj_engine_ready())) {
        rpj_exit_without_java(slot, frame);
        return;
    }
    native_thread_t* thread = rpj_thread_at_exit(frame);
    rpj_visit visit;
    rpj_handler handler = RPJ_UNLIKELY(frame->state & RPJ_FRAME_BEGUN_IN_HANDLER) ? RPJ_HANDLER : RPJ_NO_HANDLER;
    bool admitted = thread != NULL && rpj_java_admits(thread, (uint64_t)__builtin_frame_address(0));
    if (RPJ_UNLIKELY(!admitted || !rpj_visit_begin(thread, &visit, handler))) {
        rpj_pass_through(thread);
        return;
    }
    int* error = thread->errno_address;
    int saved = *error;
    rpj_store_result(slot->plan, frame);
    fill_record(thread, frame, ROCPROFILER_CALLBACK_PHASE_EXIT);
    rpj_java(thread, rpj_link.handle, (uint64_t)slot, (uint64_t)frame);
    rpj_end(thread, (uint64_t)frame);
    *error = saved;
    rpj_visit_end(thread, &visit);
}
