// Ranges: the steps of a range's plan, when a call has opened it and when another one closes it. A range has a frame
// only meanwhile: what lasts is in a few words of the thread's open ranges (ranges.h).
#include <string.h>

#include "base/clock.h"
#include "base/slots.h"
#include "calls/call_paths.h"
#include "calls/call_records.h"
#include "calls/marker_steps.h"
#include "calls/retirement.h"
#include "calls/texts.h"
#include "engine/admission.h"
#include "threads/ranges.h"

enum { RETIRED_AT_ONCE = 64 };

// --- opening -------------------------------------------------------------------------------------------------------

static bool closes(const native_slot_t* one, const native_slot_t* opening, uint32_t closing_role) {
    const native_plan_t* plan = __atomic_load_n((native_plan_t* const*)&one->plan, __ATOMIC_ACQUIRE);
    return one->instance == opening->instance && plan->role == closing_role;
}

// Keeps the slot whose calls close these ranges awake from now on, in any context: ranges that are open when a
// context stops still end in the trace. Both slots are of one instance of ROC-TX, the only library with such roles.
static void wake(native_slot_t* slot, native_plan_t* plan, uint32_t closing_role) {
    native_slot_t* closing = __atomic_load_n((native_slot_t**)&plan->closing, __ATOMIC_RELAXED);
    if (RPJ_UNLIKELY(closing == NULL || closing->instance != slot->instance)) { // instances may share a plan
        closing = rpj_slots;
        while (closing < rpj_slots + RPJ_SLOT_COUNT && closing->target != NULL && !closes(closing, slot, closing_role))
            closing++;
        if (closing == rpj_slots + RPJ_SLOT_COUNT || closing->target == NULL) return;
        __atomic_store_n((native_slot_t**)&plan->closing, closing, __ATOMIC_RELAXED);
    }
    if (RPJ_UNLIKELY(!(__atomic_load_n(&closing->active, __ATOMIC_RELAXED) >> RPJ_AWAKE_BIT)))
        __atomic_fetch_or(&closing->active, 1ull << RPJ_AWAKE_BIT, __ATOMIC_SEQ_CST);
}

// The entries that take part in this situation.
static uint64_t entries_of(const native_plan_t* plan, uint64_t active, int what) {
    if (!(what & CALLBACKS)) return active & (plan->kept | plan->naming);
    return active & (plan->buffers | plan->callbacks | plan->naming) & ~(what & VISITS ? 0 : plan->handlers);
}

// Where an entry's external id and user data are kept while the range is open.
static uint64_t* words_of(rpj_range* range, unsigned i) {
    return range->words != NULL ? range->words + 2 * i : range->own_words;
}

static void save(rpj_range* range, const native_frame_t* frame) {
    const uint64_t callbacks = range->plan->callbacks;
    range->has_externals = frame->externals;
    range->start_ns = frame->start_ns;
    range->active = frame->active;
    for (uint64_t rest = frame->active; rest; rest &= rest - 1) {
        unsigned i = (unsigned)__builtin_ctzll(rest);
        uint64_t* words = words_of(range, i);
        words[0] = frame->externals || range->plan->naming >> i & 1 ? frame->external[i] : 0;
        words[1] = callbacks >> i & 1 ? frame->user_data[i] : 0;
    }
}

static void restore(rpj_range* range, native_frame_t* frame) {
    frame->externals = range->has_externals;
    frame->start_ns = range->start_ns;
    frame->active = range->active;
    for (uint64_t rest = frame->active; rest; rest &= rest - 1) {
        unsigned i = (unsigned)__builtin_ctzll(rest);
        const uint64_t* words = words_of(range, i);
        frame->external[i] = words[0];
        frame->user_data[i] = words[1];
    }
}

// The fields that are the same from the opening to the end.
static void fill_frame(native_frame_t* frame, native_thread_t* thread, const rpj_range* range) {
    frame->thread = thread;
    frame->int_regs[0] = range->argument;
    frame->internal_id = range->id;
    frame->ancestor_id = range->ancestor;
    frame->state = 0;
}

// Notes in kept buffers that the range is open, after its message. If that is dropped, the whole range is.
static void write_notes(const native_plan_t* plan, native_thread_t* thread, native_frame_t* frame) {
    for (uint64_t rest = frame->active & plan->kept; rest; rest &= rest - 1) {
        unsigned i = (unsigned)__builtin_ctzll(rest);
        const native_entry_t* entry = (const native_entry_t*)plan->entries + i;
        segment_range_open_t* open = rpj_write_text(thread, entry->stretch, RPJ_KIND_TEXT, frame->internal_id,
                                                    (const char*)frame->int_regs[0], sizeof *open);
        if (RPJ_UNLIKELY(open == NULL)) {
            frame->active &= ~(1ull << i);
            continue;
        }
        open->kind = RPJ_KIND_RANGE_OPEN;
        open->operation = (int32_t)(entry->kind_operation >> 32);
        open->correlation_id[0] = frame->internal_id;
        open->correlation_id[1] = frame->externals ? frame->external[i] : 0;
        open->correlation_id[2] = frame->ancestor_id;
        open->start_ns = frame->start_ns;
        open->tid = thread->tid;
        rpj_kept_commit(open, sizeof *open);
    }
}

// Has the range, if it has a message, name the work that its thread submits from now on. What named it before is kept
// in place of the entry's external id.
static void name_work(const native_plan_t* plan, native_thread_t* thread, native_frame_t* frame) {
    const unsigned i = (unsigned)__builtin_ctzll(plan->naming);
    const native_entry_t* entry = (const native_entry_t*)plan->entries + i;
    const char* message = (const char*)frame->int_regs[0];
    frame->external[i] = thread->kernel_id;
    if (message == NULL) return;
    rpj_write_text(thread, entry->stretch, RPJ_KIND_RENAME, frame->internal_id, message, 0);
    thread->kernel_id = frame->internal_id >> RPJ_EXTERNAL_STREAM_SHIFT ? 0 : frame->internal_id;
}

static bool names_work(const native_plan_t* plan, const native_frame_t* frame) {
    return RPJ_UNLIKELY(frame->active & plan->naming);
}

// Locks the thread's open ranges and returns the one with this id at this place; NULL, without the lock, where it is
// not open.
static rpj_range* lock_range(native_thread_t* thread, uint64_t place, uint64_t id) {
    rpj_range_stack* stack = rpj_ranges_lock(thread);
    if (stack == NULL) return NULL;
    rpj_range* range = rpj_range_at(stack, (uint32_t)place, id);
    if (range == NULL) rpj_ranges_unlock(stack);
    return range;
}

static void unlock_range(native_thread_t* thread) { rpj_ranges_unlock(thread->ranges); }

// Puts the range among the thread's open ones. False without memory.
static bool push(native_thread_t* thread, rpj_range* range, uint64_t active, const native_plan_t* plan) {
    bool fits = !(active & (active - 1)) && !(active & plan->callbacks);
    if (!fits && !rpj_range_give_words(range, active)) return false;
    if (rpj_range_push(thread, range)) return true;
    rpj_range_free_words(range);
    return false;
}

static bool open_range(steps* s, uint64_t active, int what) {
    const native_plan_t *of_call = s->plan, *plan = of_call->range;
    native_frame_t *call = s->frame, frame;
    native_thread_t* thread = s->thread;
    if (RPJ_UNLIKELY(thread->depth)) rpj_close_abandoned(thread, (uint64_t)call);
    rpj_range range = {.id = rpj_next_id(thread), .ancestor = rpj_innermost(thread), .plan = plan};
    range.argument = call->int_regs[0];
    range.pushed = of_call->role == RPJ_ROLE_PUSH;
    if (RPJ_UNLIKELY(!push(thread, &range, active, plan))) {
        rpj_count_passed_through(thread);
        return false;
    }
    fill_frame(&frame, thread, &range);
    frame.active = active;
    frame.externals = __atomic_load_n(&rpj_link.external_use, __ATOMIC_RELAXED);
    call->range_id = range.id;
    call->range_place = range.place;
    s->plan = plan;
    s->frame = &frame;
    prepare(s, what, active);
    if (!(what & VISITS)) go_outside(s, what);
    tell(s, what, active);
    go_inside(s, what);
    frame.start_ns = rpj_boottime_now();
    write_notes(plan, thread, &frame);
    if (names_work(plan, &frame)) name_work(plan, thread, &frame);
    s->plan = of_call;
    s->frame = call;
    rpj_range* open = lock_range(thread, range.place, range.id);
    if (open == NULL) return true;
    save(open, &frame);
    unlock_range(thread);
    return true;
}

bool rpj_range_call_begins(steps* s, int what) {
    const native_plan_t* plan = s->plan;
    native_frame_t* call = s->frame;
    call->range_id = 0;
    if (plan->role == RPJ_ROLE_POP) return rpj_has_ranges(s->thread);
    if (plan->role == RPJ_ROLE_STOP) return rpj_range_may_be_started(call->int_regs[0]);
    uint64_t listening = __atomic_load_n((uint64_t*)plan->range_active, __ATOMIC_ACQUIRE);
    uint64_t active = entries_of(plan->range, listening, what);
    if (!active || !open_range(s, active, what)) return false;
    if (plan->role == RPJ_ROLE_PUSH) wake(call->slot, call->plan, RPJ_ROLE_POP);
    if (plan->role == RPJ_ROLE_START) wake(call->slot, call->plan, RPJ_ROLE_STOP);
    return true;
}

// --- ending --------------------------------------------------------------------------------------------------------

// Tells of the end, on the thread that ends it. `tid`: of the thread that opened it. Calls that tools make meanwhile
// are inside of the range.
static void end_range(steps* s, rpj_range* range, uint64_t tid, uint64_t end_ns, int what) {
    const native_plan_t *of_call = s->plan, *plan = range->plan;
    native_frame_t *call = s->frame, frame;
    native_thread_t* thread = s->thread;
    const uint64_t own_tid = s->tid;
    fill_frame(&frame, thread, range);
    restore(range, &frame);
    frame.ret_rax = range->key;
    frame.active = entries_of(plan, frame.active, what);
    s->plan = plan;
    s->frame = &frame;
    s->tid = tid;
    if (names_work(plan, &frame)) thread->kernel_id = frame.external[__builtin_ctzll(plan->naming)];
    if (frame.active & plan->callbacks) {
        rpj_decode_arguments(plan, &frame);
        rpj_store_result(plan, &frame, (char*)frame.payload + plan->return_offset, UINT32_MAX);
        if (!(what & VISITS)) go_outside(s, what);
        call_all(s, what, frame.active & plan->callbacks, ROCPROFILER_CALLBACK_PHASE_EXIT);
        go_inside(s, what);
    }
    if (frame.active & plan->buffers) rpj_write_call(plan, frame.active & plan->buffers, thread, &frame, tid, end_ns);
    if (RPJ_UNLIKELY(plan->steps & RPJ_RETIRES) && !range->retired) rpj_retire(thread, range->id, end_ns);
    s->plan = of_call;
    s->frame = call;
    s->tid = own_tid;
    rpj_range_free_words(range);
}

// Whether its id has retired, as the engine is ending.
static bool is_retired(native_thread_t* thread, const rpj_range* range) {
    if (RPJ_LIKELY(!(range->plan->steps & RPJ_RETIRES))) return false;
    const rpj_range* open = lock_range(thread, range->place, range->id);
    if (open == NULL) return false;
    bool retired = open->retired;
    unlock_range(thread);
    return retired;
}

static void remove_from(native_thread_t* thread, const rpj_range* range) {
    rpj_range* open = lock_range(thread, range->place, range->id);
    if (open == NULL) return;
    rpj_range_remove(thread, thread->ranges, open);
    unlock_range(thread);
}

// Ends the innermost pushed range if it matches the pop; otherwise the push happened while no context was active, which
// is no loss.
static void pop(steps* s, int what) {
    const native_frame_t* call = s->frame;
    native_thread_t* thread = s->thread;
    if (RPJ_UNLIKELY((int32_t)call->ret_rax < 0)) return;
    uint64_t end_ns = rpj_boottime_now();
    rpj_range range;
    rpj_range_stack* stack = rpj_ranges_lock(thread);
    if (stack == NULL) return;
    rpj_range* top = rpj_range_top_pushed(stack);
    bool ends = top != NULL && top->known && top->key == (uint32_t)call->ret_rax;
    if (ends) {
        rpj_range_take_pushed(stack, top);
        range = *top;
    }
    rpj_ranges_unlock(stack);
    if (!ends) return;
    end_range(s, &range, thread->tid, end_ns, what);
    remove_from(thread, &range);
}

// Other threads wait for the locks: not cancellable.
static void stop(steps* s, int what) {
    rpj_started_range found;
    rpj_cancellation cancel = rpj_cancel_off_quickly();
    if (rpj_range_take(s->frame->int_regs[0], &found)) {
        found.range.retired = is_retired(found.thread, &found.range);
        end_range(s, &found.range, found.tid, rpj_boottime_now(), what);
        remove_from(found.thread, &found.range);
    }
    rpj_cancel_again_quickly(cancel);
}

// The call that a range encloses has returned.
static void end_enclosing(steps* s, int what) {
    const native_frame_t* call = s->frame;
    const rpj_range* open = lock_range(s->thread, call->range_place, call->range_id);
    if (open == NULL) return;
    rpj_range range = *open;
    unlock_range(s->thread);
    range.key = s->plan->return_bytes ? (uint32_t)call->ret_rax : 0;
    end_range(s, &range, s->tid, rpj_boottime_now(), what);
    remove_from(s->thread, &range);
}

// The call that has opened a range has returned that by which another closes it.
static void know_key(const native_frame_t* call, native_thread_t* thread, bool pushed) {
    rpj_cancellation cancel = rpj_cancel_off_quickly(); // others wait for the lock
    rpj_range* range = lock_range(thread, call->range_place, call->range_id);
    if (range != NULL) {
        range->key = pushed ? (uint32_t)call->ret_rax : call->ret_rax;
        range->known = true;
        if (!pushed) rpj_range_list(thread, range);
        unlock_range(thread);
    }
    rpj_cancel_again_quickly(cancel);
}

void rpj_range_call_ends(steps* s, int what) {
    const uint32_t role = s->plan->role;
    if (role == RPJ_ROLE_POP) pop(s, what);
    else if (role == RPJ_ROLE_STOP) stop(s, what);
    else if (!s->frame->range_id) return;
    else if (role == RPJ_ROLE_ENCLOSE) end_enclosing(s, what);
    else know_key(s->frame, s->thread, role == RPJ_ROLE_PUSH);
}

// --- marks ---------------------------------------------------------------------------------------------------------

// A mark is a point in time: all work is done before the call, which then continues as if untraced. It takes no place
// among the open calls.
int rpj_enter_mark(native_slot_t* slot, native_frame_t* frame) {
    const native_plan_t* plan = frame->plan;
    uint64_t active = __atomic_load_n(&slot->active, __ATOMIC_ACQUIRE) & plan->kept;
    native_thread_t* thread = active ? rpj_admit(frame) : NULL;
    if (RPJ_UNLIKELY(thread == NULL)) return 0;
    rpj_cancellation cancel = rpj_inside_begin(thread);
    if (RPJ_UNLIKELY(thread->depth)) rpj_close_abandoned(thread, (uint64_t)frame);
    frame->internal_id = rpj_next_id(thread);
    frame->ancestor_id = rpj_innermost(thread);
    frame->active = active;
    frame->start_ns = rpj_boottime_now();
    frame->externals = __atomic_load_n(&rpj_link.external_use, __ATOMIC_RELAXED);
    if (RPJ_UNLIKELY(frame->externals)) rpj_ask_externals(plan, frame, 0);
    for (uint64_t rest = active; rest; rest &= rest - 1)
        rpj_kept_submitted(thread, ((const native_entry_t*)plan->entries)[__builtin_ctzll(rest)].stretch);
    rpj_write_call(plan, active, thread, frame, thread->tid, frame->start_ns);
    rpj_inside_end(thread, cancel);
    return 0;
}

// --- the engine's end ----------------------------------------------------------------------------------------------

// Returns how many ids of the thread's open ranges are to retire, a few at a time.
static unsigned take_ids(native_thread_t* thread, uint64_t* ids) {
    unsigned count = 0;
    rpj_range_stack* stack = rpj_ranges_lock(thread);
    for (uint32_t at = stack != NULL ? stack->top : 0; at && count < RETIRED_AT_ONCE; at = stack->ranges[at].outer) {
        rpj_range* range = &stack->ranges[at];
        if (range->retired || !(range->plan->steps & RPJ_RETIRES)) continue;
        range->retired = true;
        ids[count++] = range->id;
    }
    if (stack != NULL) rpj_ranges_unlock(stack);
    return count;
}

void rpj_retire_ranges(void) {
    native_thread_t* own = rpj_thread();
    uint64_t ids[RETIRED_AT_ONCE];
    if (own == NULL) return;
    rpj_cancellation cancel = rpj_inside_begin(own);
    for (native_thread_t* thread = rpj_threads; thread != NULL; thread = thread->next)
        for (unsigned count = RETIRED_AT_ONCE; count == RETIRED_AT_ONCE;) {
            count = take_ids(thread, ids);
            for (unsigned i = 0; i < count; i++) rpj_retire(own, ids[i], 0);
        }
    rpj_inside_end(own, cancel);
}
