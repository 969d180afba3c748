// ROC-TX's marks and ranges, where all that is asked for is one record of each in a kept buffer (the trace of rocprofv3):
// their messages, a note of each range that is open, and their records, without Java. The engine's RangePath is the same for
// everybody else, and says what a range is.
//
// A thread's open ranges are a stack, which is its own except that a started range may be stopped by another thread; those
// are also in a table by the id that the program has of them. Both are of memory from the kernel: a signal handler may call
// us while the program is in malloc. While a thread is in here it counts as inside the engine, so that no handler of its own
// waits for a lock that it holds.
#include <sched.h>
#include <string.h>
#include <sys/mman.h>

#include "without_java.h"
#include "java_side.h"
#include "kept.h"

enum { FIRST_BYTES = 4096, BUCKETS = 1024, NODE_BYTES = 1 << 16, MOST_MESSAGE_BYTES = 32 << 10 };

typedef struct {
    uint64_t id, since, ancestor, external, start_ns;
    uint64_t key;  // what the opening call returned: a level, or an id; not known before it returns
    uint64_t kind_operation;
    uint32_t stretch;
    bool known, pushed, dropped;
} open_range;

typedef struct {
    uint32_t lock, count;
    uint64_t bytes;
    open_range ranges[];
} range_stack;

// A started range that is open, by what the program knows it by.
typedef struct node {
    struct node* next;
    native_thread_t* thread;
    uint64_t tid;
    open_range range;
} node;

static node* started[BUCKETS];
static node* spare;
static uint32_t started_lock, started_count;

// By the number of the thread that holds it: one that was cancelled right there (asynchronously) comes back to it at its end.
static void lock(uint32_t* word) {
    uint32_t own = (uint32_t)rpj_current->tid, holder = 0;
    while (!__atomic_compare_exchange_n(word, &holder, own, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
        if (holder == own) return;
        holder = 0;
        sched_yield();
    }
}

static void unlock(uint32_t* word) { __atomic_store_n(word, 0, __ATOMIC_RELEASE); }

static void* memory(uint64_t bytes) {
    void* fresh = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return fresh == MAP_FAILED ? NULL : fresh;
}

// --- records -------------------------------------------------------------------------------------------------------

static uint64_t length_of(const char* message) { return message ? strnlen(message, MOST_MESSAGE_BYTES) : 0; }

// A message, and room for `more` bytes right behind it: it is of no use to anybody without the record that it belongs to.
// Returns that room, or NULL: both are dropped, which is counted once.
static void* write_text(native_thread_t* thread, const open_range* range, const char* message, uint64_t more) {
    uint64_t length = length_of(message), bytes = (sizeof(segment_text_t) + length + 7) & ~7ull;
    segment_text_t* text = rpj_kept_claim(thread, range->stretch, bytes + more);
    if (!text) return NULL;
    text->kind = RPJ_KIND_TEXT;
    text->length = (int32_t)length;
    text->correlation = range->id;
    if (length) memcpy(text + 1, message, length);
    rpj_kept_commit(text, bytes);
    return (char*)text + bytes;
}

static void fill_open(const native_thread_t* thread, const open_range* range, segment_range_open_t* open) {
    open->kind = RPJ_KIND_RANGE_OPEN;
    open->operation = (int32_t)(range->kind_operation >> 32);
    open->correlation_id[0] = range->id;
    open->correlation_id[1] = range->external;
    open->correlation_id[2] = range->ancestor;
    open->start_ns = range->start_ns;
    open->tid = thread->tid;
    rpj_kept_commit(open, sizeof *open);
}

enum { RECORD_BYTES = RPJ_SEGMENT_CALL_RESULT };  // a record without arguments has no result either

// `tid`: of the thread that opened it.
static void fill_record(const open_range* range, uint64_t tid, uint64_t end_ns, segment_call_t* record) {
    memcpy(&record->kind, &range->kind_operation, sizeof range->kind_operation);
    record->correlation_id[0] = range->id;
    record->correlation_id[1] = range->external;
    record->correlation_id[2] = range->ancestor;
    record->start_ns = range->start_ns;
    record->end_ns = end_ns;
    record->tid = tid;
    rpj_kept_commit(record, RECORD_BYTES);
}

// The record of a range that has ended. One whose beginning was dropped is dropped as a whole. `thread`: the one that ends it.
static void write_end(native_thread_t* thread, const open_range* range, uint64_t tid, uint64_t end_ns) {
    if (RPJ_UNLIKELY(range->dropped)) return;
    segment_call_t* record = rpj_kept_claim(thread, range->stretch, RECORD_BYTES);
    if (record) fill_record(range, tid, end_ns, record);
}

// What a mark or a range begins with: its ids and its time.
static open_range begin(native_slot_t* slot, native_frame_t* frame, uint64_t active) {
    native_thread_t* thread = frame->thread;
    const native_plan_t* plan = slot->plan;
    const native_entry_t* entry = plan->entries;
    if (RPJ_UNLIKELY(thread->depth)) rpj_close_abandoned(thread, (uint64_t)frame);
    open_range range = {.id = rpj_next_id(), .ancestor = rpj_innermost(thread), .start_ns = rpj_boottime_now()};
    range.kind_operation = entry->kind_operation;
    range.stretch = entry->stretch;
    frame->active = active & plan->buffers;
    frame->internal_id = range.id;
    frame->start_ns = range.start_ns;
    frame->externals = __atomic_load_n(&rpj_link.external_use, __ATOMIC_RELAXED);
    if (RPJ_UNLIKELY(frame->externals)) {
        rpj_ask_externals(slot, frame, 0);
        range.external = frame->external[0];
    }
    rpj_kept_submitted(thread, range.stretch);
    return range;
}

// The calling thread if somebody records its calls of this slot now.
static native_thread_t* admit(native_slot_t* slot, native_frame_t* frame, uint64_t* active) {
    *active = __atomic_load_n(&slot->active, __ATOMIC_ACQUIRE);
    return *active ? rpj_admit(frame) : NULL;
}

// --- marks ---------------------------------------------------------------------------------------------------------

// A mark is a point in time: all is done before the call, which then goes on as if untraced.
int rpj_enter_mark(native_slot_t* slot, native_frame_t* frame) {
    uint64_t active;
    native_thread_t* thread = admit(slot, frame, &active);
    if (RPJ_UNLIKELY(!thread)) return 0;
    rpj_cancellation cancel = rpj_inside_begin(thread);
    open_range mark = begin(slot, frame, active);
    segment_call_t* record = write_text(thread, &mark, (const char*)frame->int_regs[0], RECORD_BYTES);
    if (record) fill_record(&mark, thread->tid, mark.start_ns, record);
    rpj_inside_end(thread, cancel);
    return 0;
}

// --- the open ranges of a thread -----------------------------------------------------------------------------------

static void publish(native_thread_t* thread, const range_stack* stack) {
    const open_range* top = stack->count ? &stack->ranges[stack->count - 1] : NULL;
    __atomic_store_n(&thread->range_top_id, top ? top->id : 0, __ATOMIC_RELAXED);
    __atomic_store_n(&thread->range_top_since, top ? top->since : 0, __ATOMIC_RELAXED);
}

// Twice as large, or a first one. The old memory is lost to nobody: another thread may be about to look into it, so that it
// stays; all of it together is less than what is in use.
static range_stack* grown(range_stack* old) {
    uint64_t bytes = old ? 2 * old->bytes : FIRST_BYTES;
    range_stack* stack = memory(bytes);
    if (!stack) return NULL;
    if (old) memcpy(stack, old, sizeof *old + old->count * sizeof *old->ranges);
    stack->bytes = bytes;
    stack->lock = (uint32_t)rpj_current->tid;
    return stack;
}

// With the lock; the stack's own thread reads it without.
static void set_count(range_stack* stack, uint32_t count) { __atomic_store_n(&stack->count, count, __ATOMIC_RELAXED); }

// Locks the stack, also where it is being replaced meanwhile; NULL for a thread that has none.
static range_stack* locked(native_thread_t* thread) {
    for (;;) {
        range_stack* stack = __atomic_load_n((range_stack**)&thread->ranges, __ATOMIC_ACQUIRE);
        if (!stack) return NULL;
        lock(&stack->lock);
        if (stack == __atomic_load_n((range_stack**)&thread->ranges, __ATOMIC_RELAXED)) return stack;
        unlock(&stack->lock);
    }
}

// False when there is no memory.
static bool push(native_thread_t* thread, open_range* range) {
    range_stack* stack = locked(thread);
    if (RPJ_UNLIKELY(!stack || sizeof *stack + (stack->count + 1) * sizeof *range > stack->bytes)) {
        range_stack* larger = grown(stack);
        if (larger) __atomic_store_n((range_stack**)&thread->ranges, larger, __ATOMIC_RELEASE);
        if (stack) unlock(&stack->lock);
        if (!larger) return false;
        stack = larger;
    }
    range->since = __atomic_load_n((uint64_t*)rpj_link.correlation, __ATOMIC_RELAXED);
    stack->ranges[stack->count] = *range;
    set_count(stack, stack->count + 1);
    publish(thread, stack);
    unlock(&stack->lock);
    return true;
}

static void remove_at(native_thread_t* thread, range_stack* stack, uint32_t at) {
    set_count(stack, stack->count - 1);
    memmove(&stack->ranges[at], &stack->ranges[at + 1], (stack->count - at) * sizeof *stack->ranges);
    publish(thread, stack);
}

// What is open is the parent's, and is told by it.
void rpj_ranges_forked(void) {
    for (native_thread_t* thread = rpj_threads; thread; thread = thread->next) {
        range_stack* stack = thread->ranges;
        thread->range_top_id = thread->range_top_since = 0;
        if (stack) stack->lock = stack->count = 0;
    }
    if (started_lock || started_count) memset(started, 0, sizeof started);
    if (started_lock) spare = NULL;
    started_lock = started_count = 0;
}

void rpj_ranges_forget(native_thread_t* thread) {
    rpj_cancellation cancel = rpj_inside_begin(thread);
    range_stack* stack = locked(thread);
    if (stack) {
        set_count(stack, 0);
        unlock(&stack->lock);
    }
    rpj_inside_end(thread, cancel);
}

// What a call that opens a range has in common. One that finds no memory for the stack stays open in the trace.
static int open_one(native_slot_t* slot, native_frame_t* frame, bool pushed) {
    uint64_t active;
    native_thread_t* thread = admit(slot, frame, &active);
    if (RPJ_UNLIKELY(!thread)) return 0;
    rpj_cancellation cancel = rpj_inside_begin(thread);
    open_range range = begin(slot, frame, active);
    range.pushed = pushed;
    segment_range_open_t* note = write_text(thread, &range, (const char*)frame->int_regs[0], sizeof *note);
    range.dropped = !note;
    bool open = push(thread, &range);
    if (note) fill_open(thread, &range, note);
    rpj_inside_end(thread, cancel);
    return open;
}

// The slot whose calls end what this one's begin is awake from now on, whoever listens: ranges that are open when a context
// stops end in the trace all the same. They are slots of one table, which lie side by side.
static void wake(native_slot_t* slot, const void* closing_enter) {
    native_plan_t* plan = slot->plan;
    native_slot_t* closing = __atomic_load_n((native_slot_t**)&plan->closing, __ATOMIC_RELAXED);
    if (RPJ_UNLIKELY(!closing)) {
        closing = slot;
        while (closing > rpj_slots && closing[-1].instance == slot->instance) closing--;
        while (closing < rpj_slots + RPJ_SLOT_COUNT && closing->target && closing->enter != closing_enter) closing++;
        if (closing == rpj_slots + RPJ_SLOT_COUNT || !closing->target) return;
        __atomic_store_n((native_slot_t**)&plan->closing, closing, __ATOMIC_RELAXED);
    }
    if (RPJ_UNLIKELY(!(__atomic_load_n(&closing->active, __ATOMIC_RELAXED) >> RPJ_AWAKE_BIT)))
        __atomic_fetch_or(&closing->active, 1ull << RPJ_AWAKE_BIT, __ATOMIC_SEQ_CST);
}

// The range that this thread's call has opened, in its locked stack.
static open_range* opened(range_stack* stack, uint64_t id) {
    for (uint32_t i = stack->count; i-- > 0;)
        if (stack->ranges[i].id == id) return &stack->ranges[i];
    return NULL;
}

// Once the call that opened a range has returned, and with the stack's lock.
static void with_opened(native_frame_t* frame, void (*then)(native_frame_t* frame, open_range* range)) {
    if (RPJ_UNLIKELY(!rpj_has_java()) && rpj_is_of_parent(frame)) return;
    native_thread_t* thread = frame->thread;
    rpj_cancellation cancel = rpj_inside_begin(thread);
    range_stack* stack = locked(thread);
    open_range* range = opened(stack, frame->internal_id);
    if (range) then(frame, range);
    unlock(&stack->lock);
    rpj_inside_end(thread, cancel);
}

// --- push and pop --------------------------------------------------------------------------------------------------

static void know_level(native_frame_t* frame, open_range* range) {
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

// A pop that has nothing to end here is nothing that is missed.
int rpj_enter_pop(native_slot_t* slot, native_frame_t* frame) {
    (void)slot;
    const native_thread_t* thread = rpj_current;
    const range_stack* stack = thread ? thread->ranges : NULL;
    if (!stack || !__atomic_load_n(&stack->count, __ATOMIC_RELAXED)) return 0;
    thread = rpj_admit(frame);
    if (RPJ_UNLIKELY(!thread)) return 0;
    if (RPJ_UNLIKELY(!rpj_has_java())) rpj_begin_without_java(frame);
    return thread->ranges != NULL;  // a child's thread begins without
}

// Ends the innermost pushed range if it is the one that the pop has ended; else that was pushed while nobody listened.
void rpj_exit_pop(native_slot_t* slot, native_frame_t* frame) {
    (void)slot;
    if (RPJ_UNLIKELY(!rpj_has_java()) && rpj_is_of_parent(frame)) return;
    if (RPJ_UNLIKELY((int32_t)frame->ret_rax < 0)) return;
    uint64_t end_ns = rpj_boottime_now();
    native_thread_t* thread = frame->thread;
    rpj_cancellation cancel = rpj_inside_begin(thread);
    range_stack* stack = locked(thread);
    uint32_t at = stack->count;
    while (at && !stack->ranges[at - 1].pushed) at--;
    open_range* top = at ? &stack->ranges[at - 1] : NULL;
    open_range range;
    bool ends = top && top->known && top->key == (uint32_t)frame->ret_rax;
    if (ends) {
        range = *top;
        remove_at(thread, stack, at - 1);
    }
    unlock(&stack->lock);
    if (ends) write_end(thread, &range, thread->tid, end_ns);
    rpj_inside_end(thread, cancel);
}

// --- start and stop ------------------------------------------------------------------------------------------------

static node** bucket(uint64_t key) { return &started[key * 0x9e3779b97f4a7c15u >> 32 & (BUCKETS - 1)]; }

// With the lock. NULL when there is no memory.
static node* take_node(void) {
    if (!spare) {
        node* fresh = memory(NODE_BYTES);
        for (uint64_t i = 0; fresh && i < NODE_BYTES / sizeof *fresh; i++) {
            fresh[i].next = spare;
            spare = &fresh[i];
        }
    }
    node* taken = spare;
    if (taken) spare = taken->next;
    return taken;
}

int rpj_enter_start(native_slot_t* slot, native_frame_t* frame) {
    int open = open_one(slot, frame, false);
    if (open) wake(slot, (const void*)rpj_enter_stop);
    return open;
}

static void list_started(native_frame_t* frame, open_range* range) {
    native_thread_t* thread = frame->thread;
    range->key = frame->ret_rax;
    lock(&started_lock);
    node* one = take_node();
    if (one) {
        node** first = bucket(range->key);
        *one = (node){*first, thread, thread->tid, *range};
        *first = one;
        __atomic_store_n(&started_count, started_count + 1, __ATOMIC_RELAXED);
    }
    unlock(&started_lock);
}

// Not cut by a cancellation: others wait for the lock.
void rpj_exit_start(native_slot_t* slot, native_frame_t* frame) {
    (void)slot;
    rpj_cancellation cancel = rpj_cancel_off_quickly();
    with_opened(frame, list_started);
    rpj_cancel_again_quickly(cancel);
}

// Takes the range with this id out of the table. False if there is none: it was started while nobody listened.
static bool take_started(uint64_t key, node* found) {
    lock(&started_lock);
    node** link = bucket(key);
    while (*link && (*link)->range.key != key) link = &(*link)->next;
    node* one = *link;
    if (one) {
        __atomic_store_n(&started_count, started_count - 1, __ATOMIC_RELAXED);
        *found = *one;
        *link = one->next;
        one->next = spare;
        spare = one;
    }
    unlock(&started_lock);
    return one != NULL;
}

int rpj_enter_stop(native_slot_t* slot, native_frame_t* frame) {
    (void)slot;
    node found;
    if (!__atomic_load_n(&started_count, __ATOMIC_RELAXED)) return 0;
    native_thread_t* thread = rpj_admit(frame);
    if (RPJ_UNLIKELY(!thread)) return 0;
    rpj_cancellation cancel = rpj_cancel_off_quickly();  // other threads wait for the locks
    rpj_set_inside(thread, 1);
    if (take_started(frame->int_regs[0], &found)) {
        range_stack* stack = locked(found.thread);
        open_range* range = opened(stack, found.range.id);
        if (range) remove_at(found.thread, stack, (uint32_t)(range - stack->ranges));
        unlock(&stack->lock);
        write_end(thread, &found.range, found.tid, rpj_boottime_now());
    }
    rpj_set_inside(thread, 0);
    rpj_cancel_again_quickly(cancel);
    return 0;
}
