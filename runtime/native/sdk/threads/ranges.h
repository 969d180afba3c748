// The ranges opened by ROC-TX's pushes and starts (markers.c).
//
// A thread's open ranges form a stack, which only it uses, except that another thread may stop a started range;
// those are also in tables by the id that the program has for them. Both use memory from the kernel: a signal
// handler may call us while the program is in malloc. During this code a thread counts as inside the engine, so
// that none of its handlers waits for a lock that it holds. No operation walks over open ranges: a thread may have a
// hundred thousand, as those of virtual threads are their carriers'.
#ifndef RPJ_RANGES_H
#define RPJ_RANGES_H

#include <string.h>

#include "../../pause.h"
#include "base/engine.h"
#include "base/thread_blocks.h"

typedef struct {
    uint64_t id, since, ancestor, start_ns, active, argument;
    uint64_t key; // the opening call's result: a level, or an id; unknown until it returns
    const native_plan_t* plan;
    uint64_t own_words[2], *words; // external id and user data: of the only entry, or of each, where it has several
    uint64_t has_externals;
    uint32_t place, outer, inner, outer_pushed; // places of its stack; 0 is none
    uint8_t words_size;
    bool known, pushed, retired;
} rpj_range;

// A range stays at its place, from 1, until it ends, so that it is found by that; then the place is free, its id is 0,
// and `outer` is the next free one. The open ones are linked in their order, and the pushed ones again: only the
// innermost of those ends, while any started one may.
typedef struct {
    uint32_t lock, count, top, top_pushed, free, used;
    uint64_t bytes;
    rpj_range ranges[];
} rpj_range_stack;

// --- locks ---------------------------------------------------------------------------------------------------------

// The lock word is the id of the thread that holds it: a thread cancelled asynchronously while it holds the lock
// may take it again at its end.
static inline void rpj_range_lock(uint32_t* word) {
    uint32_t own = (uint32_t)rpj_current->tid, holder = 0, tries = 0;
    while (!__atomic_compare_exchange_n(word, &holder, own, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
        if (holder == own) return;
        holder = 0;
        rpj_pause(tries++);
    }
}

static inline void rpj_range_unlock(uint32_t* word) { __atomic_store_n(word, 0, __ATOMIC_RELEASE); }

// --- the open ranges of a thread -----------------------------------------------------------------------------------

// Locks the thread's stack, even while it is being replaced; NULL for a thread without one.
static inline rpj_range_stack* rpj_ranges_lock(native_thread_t* thread) {
    for (;;) {
        rpj_range_stack* stack = __atomic_load_n((rpj_range_stack**)&thread->ranges, __ATOMIC_ACQUIRE);
        if (stack == NULL) return NULL;
        rpj_range_lock(&stack->lock);
        if (stack == __atomic_load_n((rpj_range_stack**)&thread->ranges, __ATOMIC_RELAXED)) return stack;
        rpj_range_unlock(&stack->lock);
    }
}

static inline void rpj_ranges_unlock(rpj_range_stack* stack) { rpj_range_unlock(&stack->lock); }

// Whether the calling thread has open ranges, as far as known without the lock: no other thread opens any for it.
static inline bool rpj_has_ranges(const native_thread_t* thread) {
    const rpj_range_stack* stack = thread->ranges;
    return stack != NULL && __atomic_load_n(&stack->count, __ATOMIC_RELAXED);
}

// With the lock; the stack's own thread reads the count without it.
static inline void rpj_ranges_set_count(rpj_range_stack* stack, uint32_t count) {
    __atomic_store_n(&stack->count, count, __ATOMIC_RELAXED);
}

// With the lock. Sets the innermost range for calls from now on.
static inline void rpj_ranges_publish(native_thread_t* thread, const rpj_range_stack* stack) {
    const rpj_range* top = stack->top ? &stack->ranges[stack->top] : NULL;
    __atomic_store_n(&thread->range_top_id, top != NULL ? top->id : 0, __ATOMIC_RELAXED);
    __atomic_store_n(&thread->range_top_since, top != NULL ? top->since : 0, __ATOMIC_RELAXED);
}

// With the lock: the stack is empty.
static inline void rpj_ranges_clear(rpj_range_stack* stack) {
    rpj_ranges_set_count(stack, 0);
    stack->top = stack->top_pushed = stack->free = stack->used = 0;
}

// Returns a copy of the stack of twice the size, locked by the calling thread; for NULL a first stack. NULL
// without memory.
rpj_range_stack* rpj_ranges_grown(rpj_range_stack* old);

static inline bool rpj_ranges_full(const rpj_range_stack* stack) {
    return !stack->free && sizeof *stack + (stack->used + 2) * sizeof *stack->ranges > stack->bytes;
}

// With the lock, where the stack is not full. Makes a range the innermost one.
static inline void rpj_range_put(rpj_range_stack* stack, rpj_range* range) {
    range->place = stack->free ? stack->free : ++stack->used;
    if (stack->free) stack->free = stack->ranges[stack->free].outer;
    range->outer = stack->top;
    range->outer_pushed = stack->top_pushed;
    range->inner = 0;
    if (stack->top) stack->ranges[stack->top].inner = range->place;
    stack->ranges[range->place] = *range;
    stack->top = range->place;
    if (range->pushed) stack->top_pushed = range->place;
    rpj_ranges_set_count(stack, stack->count + 1);
}

// Pushes a range onto the calling thread's stack, and stores the thread's newest id, since which it is open. False
// without memory.
static inline bool rpj_range_push(native_thread_t* thread, rpj_range* range) {
    rpj_range_stack* stack = rpj_ranges_lock(thread);
    if (RPJ_UNLIKELY(stack == NULL || rpj_ranges_full(stack))) {
        rpj_range_stack* larger = rpj_ranges_grown(stack);
        if (larger != NULL) __atomic_store_n((rpj_range_stack**)&thread->ranges, larger, __ATOMIC_RELEASE);
        if (stack != NULL) rpj_ranges_unlock(stack);
        if (larger == NULL) return false;
        stack = larger;
    }
    range->since = ((const native_ids_t*)thread->ids)->last;
    rpj_range_put(stack, range);
    rpj_ranges_publish(thread, stack);
    rpj_ranges_unlock(stack);
    return true;
}

// With the lock. Returns the range with this id at this place, or NULL: its thread has ended.
static inline rpj_range* rpj_range_at(rpj_range_stack* stack, uint32_t place, uint64_t id) {
    return place <= stack->used && stack->ranges[place].id == id ? &stack->ranges[place] : NULL;
}

// With the lock. Returns the innermost pushed range, or NULL.
static inline rpj_range* rpj_range_top_pushed(rpj_range_stack* stack) {
    return stack->top_pushed ? &stack->ranges[stack->top_pushed] : NULL;
}

// With the lock. Takes the innermost pushed range from the pushed ones: it is ending, and stays open meanwhile.
static inline void rpj_range_take_pushed(rpj_range_stack* stack, rpj_range* range) {
    stack->top_pushed = range->outer_pushed;
    range->pushed = false;
}

// With the lock. Removes a range that is not among the pushed ones.
static inline void rpj_range_remove(native_thread_t* thread, rpj_range_stack* stack, rpj_range* range) {
    if (range->outer) stack->ranges[range->outer].inner = range->inner;
    if (range->inner) stack->ranges[range->inner].outer = range->outer;
    else stack->top = range->outer;
    range->id = 0;
    range->outer = stack->free;
    stack->free = range->place;
    rpj_ranges_set_count(stack, stack->count - 1);
    rpj_ranges_publish(thread, stack);
}

// Gives the range words for each of these entries; and takes them back, if it has any. False without memory.
bool rpj_range_give_words(rpj_range* range, uint64_t entries);
void rpj_range_free_words(rpj_range* range);

// Called by a thread at its end: the next thread of its block is not inside the ranges left open.
void rpj_ranges_forget(native_thread_t* thread);

// In a forked child: drops the open ranges, which belong to the parent. Once.
void rpj_ranges_forked(void);

// --- started ranges, by the program's ids --------------------------------------------------------------------------

typedef struct rpj_started_range {
    struct rpj_started_range* next;
    native_thread_t* thread;
    uint64_t tid;
    rpj_range range;
} rpj_started_range;

// Whether a range with this key may be listed: a hint without a lock.
bool rpj_range_may_be_started(uint64_t key);

// Lists a range that the thread has started, by its key; not listed without memory.
void rpj_range_list(native_thread_t* thread, const rpj_range* range);

// Removes the range with this key from the list. False if absent: it was started while no context was active.
bool rpj_range_take(uint64_t key, rpj_started_range* found);

#endif
