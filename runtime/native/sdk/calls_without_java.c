// Calls whose plan needs Java, in a process without Java.
#include "admission.h"
#include "call_paths.h"
#include "kept.h"
#include "open_calls.h"
#include "segment.h"

// The entries whose records C can write; all others have size 0.
static uint64_t kept_entries(const native_plan_t* plan, uint64_t active) {
    const native_entry_t* entries = plan->entries;
    uint64_t kept = 0;
    for (uint64_t rest = active & plan->buffers; rest; rest &= rest - 1)
        if (entries[__builtin_ctzll(rest)].record_bytes) kept |= rest & -rest;
    return kept;
}

static void submit(native_thread_t* thread, const native_plan_t* plan, uint64_t kept) {
    const native_entry_t* entries = plan->entries;
    for (uint64_t rest = kept; rest; rest &= rest - 1)
        rpj_kept_submitted(thread, entries[__builtin_ctzll(rest)].stretch);
}

// Whether the trace would have a record of the call.
static bool is_missed(const native_slot_t* slot, uint64_t active) {
    const native_plan_t* plan = slot->plan;
    if (slot->counted_bit < RPJ_PLAN_ENTRIES && active >> slot->counted_bit & 1) return true;
    return plan->hooked && active & RPJ_ENTRIES;
}

int rpj_enter_without_java(native_slot_t* slot, native_frame_t* frame) {
    native_thread_t* thread = rpj_admit(frame);
    if (RPJ_UNLIKELY(thread == NULL)) return 0;
    uint64_t active = __atomic_load_n(&slot->active, __ATOMIC_ACQUIRE), kept = kept_entries(slot->plan, active);
    if (!(active & RPJ_ENTRIES)) return rpj_not_traced(thread, active);
    rpj_cancellation cancel = rpj_inside_begin(thread);
    bool begun = kept && rpj_begin(thread, frame, kept);
    if (begun) submit(thread, slot->plan, kept);
    else if (!kept && is_missed(slot, active)) rpj_segment_late();
    rpj_inside_end(thread, cancel);
    if (!begun) return 0;
    if (RPJ_UNLIKELY(frame->externals)) rpj_ask_externals(slot, frame, 0);
    rpj_begin_without_java(frame);
    return 1;
}

void rpj_exit_without_java(native_slot_t* slot, native_frame_t* frame) {
    frame->active = kept_entries(slot->plan, frame->active);
    rpj_exit_records(slot, frame);
}
