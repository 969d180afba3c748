// ROC-TX's marks and ranges where their only service is one record of each in a kept buffer (the trace of
// rocprofv3): their messages, a note of each open range, and their records, without Java. The engine's RangePath
// does the same for all other services; docs/traced-calls.md defines a range. During this code a thread counts as
// inside the engine.
#include <string.h>

#include "base/clock.h"
#include "base/slots.h"
#include "calls/call_paths.h"
#include "calls/open_calls.h"
#include "calls/texts.h"
#include "engine/admission.h"
#include "engine/without_java.h"
#include "segment/kept.h"
#include "threads/ranges.h"

// --- records -------------------------------------------------------------------------------------------------------

static void fill_open(const native_thread_t* thread, const rpj_range* range, segment_range_open_t* open) {
    open->kind = RPJ_KIND_RANGE_OPEN;
    open->operation = (int32_t)(range->kind_operation >> 32);
    open->correlation_id[0] = range->id;
    open->correlation_id[1] = range->external;
    open->correlation_id[2] = range->ancestor;
    open->start_ns = range->start_ns;
    open->tid = thread->tid;
    rpj_kept_commit(open, sizeof *open);
}

enum { RECORD_BYTES = RPJ_SEGMENT_CALL_RESULT }; // a record without arguments also has no result

// `tid`: the thread that opened the range.
static void fill_record(const rpj_range* range, uint64_t tid, uint64_t end_ns, segment_call_t* record) {
    memcpy(&record->kind, &range->kind_operation, sizeof range->kind_operation);
    record->correlation_id[0] = range->id;
    record->correlation_id[1] = range->external;
    record->correlation_id[2] = range->ancestor;
    record->start_ns = range->start_ns;
    record->end_ns = end_ns;
    record->tid = tid;
    rpj_kept_commit(record, RECORD_BYTES);
}

// Writes the record of an ended range. If its start was dropped, the whole range is. `thread`: the one that
// ends it.
static void write_end(native_thread_t* thread, const rpj_range* range, uint64_t tid, uint64_t end_ns) {
    if (RPJ_UNLIKELY(range->dropped)) return;
    segment_call_t* record = rpj_kept_claim(thread, range->stretch, RECORD_BYTES);
    if (record != NULL) fill_record(range, tid, end_ns, record);
}

// Begins a mark or a range: ids and time.
static rpj_range begin(native_slot_t* slot, native_frame_t* frame, uint64_t active) {
    native_thread_t* thread = frame->thread;
    const native_plan_t* plan = slot->plan;
    const native_entry_t* entry = plan->entries;
    if (RPJ_UNLIKELY(thread->depth)) rpj_close_abandoned(thread, (uint64_t)frame);
    rpj_range range = {.id = rpj_next_id(thread), .ancestor = rpj_innermost(thread), .start_ns = rpj_boottime_now()};
    range.kind_operation = entry->kind_operation;
    range.stretch = entry->stretch;
    frame->active = active & plan->buffers;
    frame->internal_id = range.id;
    frame->start_ns = range.start_ns;
    frame->externals = __atomic_load_n(&rpj_link.external_use, __ATOMIC_RELAXED);
    if (RPJ_UNLIKELY(frame->externals)) {
        rpj_ask_externals(plan, frame, 0);
        range.external = frame->external[0];
    }
    rpj_kept_submitted(thread, range.stretch);
    return range;
}

// Returns the calling thread if its calls of this slot are recorded now.
static native_thread_t* admit(native_slot_t* slot, native_frame_t* frame, uint64_t* active) {
    *active = __atomic_load_n(&slot->active, __ATOMIC_ACQUIRE);
    return *active ? rpj_admit(frame) : NULL;
}

// --- marks ---------------------------------------------------------------------------------------------------------

// A mark is a point in time: all work is done before the call, which then continues as if untraced.
int rpj_enter_mark(native_slot_t* slot, native_frame_t* frame) {
    uint64_t active;
    native_thread_t* thread = admit(slot, frame, &active);
    if (RPJ_UNLIKELY(thread == NULL)) return 0;
    rpj_cancellation cancel = rpj_inside_begin(thread);
    rpj_range mark = begin(slot, frame, active);
    segment_call_t* record =
        rpj_write_text(thread, mark.stretch, mark.id, (const char*)frame->int_regs[0], RECORD_BYTES);
    if (record != NULL) fill_record(&mark, thread->tid, mark.start_ns, record);
    rpj_inside_end(thread, cancel);
    return 0;
}

// --- opening -------------------------------------------------------------------------------------------------------

// The common part of calls that open a range. Without memory for the stack, the range stays open in the trace.
static int open_one(native_slot_t* slot, native_frame_t* frame, bool pushed) {
    uint64_t active;
    native_thread_t* thread = admit(slot, frame, &active);
    if (RPJ_UNLIKELY(thread == NULL)) return 0;
    rpj_cancellation cancel = rpj_inside_begin(thread);
    rpj_range range = begin(slot, frame, active);
    range.pushed = pushed;
    segment_range_open_t* note =
        rpj_write_text(thread, range.stretch, range.id, (const char*)frame->int_regs[0], sizeof *note);
    range.dropped = note == NULL;
    bool open = rpj_range_push(thread, &range);
    if (note != NULL) fill_open(thread, &range, note);
    rpj_inside_end(thread, cancel);
    return open;
}

// Keeps the slot whose calls close these ranges awake from now on, in any context: ranges that are open when a
// context stops still end in the trace. Both slots belong to one table, whose slots are adjacent.
static void wake(native_slot_t* slot, const void* closing_enter) {
    native_plan_t* plan = slot->plan;
    native_slot_t* closing = __atomic_load_n((native_slot_t**)&plan->closing, __ATOMIC_RELAXED);
    if (RPJ_UNLIKELY(closing == NULL)) {
        closing = slot;
        while (closing > rpj_slots && closing[-1].instance == slot->instance) closing--;
        while (closing < rpj_slots + RPJ_SLOT_COUNT && closing->target != NULL && closing->enter != closing_enter)
            closing++;
        if (closing == rpj_slots + RPJ_SLOT_COUNT || closing->target == NULL) return;
        __atomic_store_n((native_slot_t**)&plan->closing, closing, __ATOMIC_RELAXED);
    }
    if (RPJ_UNLIKELY(!(__atomic_load_n(&closing->active, __ATOMIC_RELAXED) >> RPJ_AWAKE_BIT)))
        __atomic_fetch_or(&closing->active, 1ull << RPJ_AWAKE_BIT, __ATOMIC_SEQ_CST);
}

// Runs after the call that opened a range has returned, with the stack's lock.
static void with_opened(native_frame_t* frame, void (*then)(native_frame_t* frame, rpj_range* range)) {
    if (RPJ_UNLIKELY(!rpj_has_java()) && rpj_is_of_parent(frame)) return;
    native_thread_t* thread = frame->thread;
    rpj_cancellation cancel = rpj_inside_begin(thread);
    rpj_range_stack* stack = rpj_ranges_lock(thread);
    rpj_range* range = rpj_range_find(stack, frame->internal_id);
    if (range != NULL) then(frame, range);
    rpj_ranges_unlock(stack);
    rpj_inside_end(thread, cancel);
}

// --- push and pop --------------------------------------------------------------------------------------------------

static void know_level(native_frame_t* frame, rpj_range* range) {
    range->key = (uint32_t)frame->ret_rax;
    range->known = true;
}

int rpj_enter_push(native_slot_t* slot, native_frame_t* frame) {
    int open = open_one(slot, frame, true);
    if (open) wake(slot, (const void*)rpj_enter_pop);
    return open;
}

void rpj_exit_push(native_slot_t* slot, native_frame_t* frame) {
    (void)slot;
    with_opened(frame, know_level);
}

// A pop without a matching push in our records is no loss in the trace, so it is not counted.
int rpj_enter_pop(native_slot_t* slot, native_frame_t* frame) {
    (void)slot;
    const native_thread_t* thread = rpj_current;
    if (thread == NULL || !rpj_has_ranges(thread)) return 0;
    thread = rpj_admit(frame);
    if (RPJ_UNLIKELY(thread == NULL)) return 0;
    if (RPJ_UNLIKELY(!rpj_has_java())) rpj_begin_without_java(frame);
    return thread->ranges != NULL; // a child's thread begins without ranges
}

// Ends the innermost pushed range if it matches the pop; otherwise the push happened while no context was active.
void rpj_exit_pop(native_slot_t* slot, native_frame_t* frame) {
    (void)slot;
    if (RPJ_UNLIKELY(!rpj_has_java()) && rpj_is_of_parent(frame)) return;
    if (RPJ_UNLIKELY((int32_t)frame->ret_rax < 0)) return;
    uint64_t end_ns = rpj_boottime_now();
    native_thread_t* thread = frame->thread;
    rpj_cancellation cancel = rpj_inside_begin(thread);
    rpj_range_stack* stack = rpj_ranges_lock(thread);
    rpj_range* top = rpj_range_top_pushed(stack);
    rpj_range range;
    bool ends = top != NULL && top->known && top->key == (uint32_t)frame->ret_rax;
    if (ends) {
        range = *top;
        rpj_range_remove(thread, stack, top);
    }
    rpj_ranges_unlock(stack);
    if (ends) write_end(thread, &range, thread->tid, end_ns);
    rpj_inside_end(thread, cancel);
}

// --- start and stop ------------------------------------------------------------------------------------------------

int rpj_enter_start(native_slot_t* slot, native_frame_t* frame) {
    int open = open_one(slot, frame, false);
    if (open) wake(slot, (const void*)rpj_enter_stop);
    return open;
}

static void list_started(native_frame_t* frame, rpj_range* range) {
    range->key = frame->ret_rax;
    rpj_range_list(frame->thread, range);
}

// Not cancellable: others wait for the lock.
void rpj_exit_start(native_slot_t* slot, native_frame_t* frame) {
    (void)slot;
    rpj_cancellation cancel = rpj_cancel_off_quickly();
    with_opened(frame, list_started);
    rpj_cancel_again_quickly(cancel);
}

int rpj_enter_stop(native_slot_t* slot, native_frame_t* frame) {
    (void)slot;
    rpj_started_range found;
    if (!rpj_range_may_be_started(frame->int_regs[0])) return 0;
    native_thread_t* thread = rpj_admit(frame);
    if (RPJ_UNLIKELY(thread == NULL)) return 0;
    rpj_cancellation cancel = rpj_cancel_off_quickly(); // other threads wait for the locks
    rpj_set_inside(thread, 1);
    if (rpj_range_take(frame->int_regs[0], &found)) {
        rpj_range_stack* stack = rpj_ranges_lock(found.thread);
        rpj_range* range = rpj_range_at(stack, found.range.place, found.range.id);
        if (range != NULL) rpj_range_remove(found.thread, stack, range);
        rpj_ranges_unlock(stack);
        write_end(thread, &found.range, found.tid, rpj_boottime_now());
    }
    rpj_set_inside(thread, 0);
    rpj_cancel_again_quickly(cancel);
    return 0;
}
