// Slots whose plan consists of callbacks of C tools only.
//
// CallPath does the same for every other slot (docs/traced-calls.md). The work is duplicated here because entering
// and leaving Java is most of the cost of a traced call (lab/bench/README.md). During this code the thread counts
// as inside the engine, except around a tool's callback: a runtime call from a signal handler passes through
// untraced, and is counted.
#include "addressed_record.h"
#include "admission.h"
#include "call_paths.h"
#include "invoke.h"
#include "moves.h"
#include "open_calls.h"

typedef rocprofiler_callback_tracing_record_t record_t;

_Static_assert(sizeof(record_t) == sizeof((native_frame_t*)0)->record, "the frame's room for it");

static void call_all(const native_plan_t* plan, native_thread_t* thread, native_frame_t* frame,
                     rocprofiler_callback_phase_t phase) {
    record_t* record = (record_t*)frame->record;
    const native_entry_t* entries = plan->entries;
    record->thread_id = thread->tid;
    record->correlation_id.internal = frame->internal_id;
    record->correlation_id.ancestor = frame->ancestor_id;
    frame->record[offsetof(record_t, phase) / sizeof *frame->record] = phase; // also sets the padding after it
    record->payload = frame->payload;
    for (uint64_t rest = frame->active; rest; rest &= rest - 1) {
        unsigned i = (unsigned)__builtin_ctzll(rest);
        rpj_address_record(record, &entries[i], frame->externals ? frame->external[i] : 0);
        if (phase == ROCPROFILER_CALLBACK_PHASE_ENTER) frame->user_data[i] = 0;
        rpj_call_tool(entries[i].function, record, &frame->user_data[i], entries[i].argument);
    }
}

int rpj_enter_callbacks(native_slot_t* slot, native_frame_t* frame) {
    native_thread_t* thread = rpj_admit(frame);
    if (RPJ_UNLIKELY(thread == NULL || !rpj_has_java())) return 0;
    uint64_t active = __atomic_load_n(&slot->active, __ATOMIC_ACQUIRE);
    if (RPJ_UNLIKELY(!active)) return 0;
    int* error = thread->errno_address;
    int saved = *error;
    rpj_cancellation cancel = rpj_inside_begin(thread);
    bool begun = rpj_begin(thread, frame, active);
    if (begun) rpj_decode_arguments(slot->plan, frame);
    rpj_inside_end(thread, cancel);
    if (begun) {
        if (RPJ_UNLIKELY(frame->externals)) rpj_ask_externals(slot, frame, 0);
        call_all(slot->plan, thread, frame, ROCPROFILER_CALLBACK_PHASE_ENTER);
        // An id that a tool pushes for the first time in its ENTER callback is visible at EXIT.
        if (RPJ_UNLIKELY(__atomic_load_n(&rpj_link.external_use, __ATOMIC_RELAXED))) rpj_ask_externals(slot, frame, 1);
    }
    *error = saved;
    return begun;
}

void rpj_exit_callbacks(native_slot_t* slot, native_frame_t* frame) {
    if (RPJ_UNLIKELY(!rpj_engine_ready())) return; // forked, or the engine has ended
    native_thread_t* thread = rpj_thread_at_exit(frame);
    if (RPJ_UNLIKELY(thread == NULL)) return;
    int* error = thread->errno_address;
    int saved = *error;
    rpj_store_result(slot->plan, frame);
    call_all(slot->plan, thread, frame, ROCPROFILER_CALLBACK_PHASE_EXIT);
    rpj_cancellation cancel = rpj_inside_begin(thread);
    rpj_end(thread, (uint64_t)frame);
    rpj_inside_end(thread, cancel);
    *error = saved;
}
