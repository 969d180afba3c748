// See ranges.h.
#include "ranges.h"

#include <sys/mman.h>

#include "inside.h"

enum { FIRST_BYTES = 4096, BUCKETS = 1024, NODE_BYTES = 1 << 16 };

typedef rpj_started_range node;

uint32_t rpj_started_ranges;

static node* started[BUCKETS];
static node* spare;
static uint32_t started_lock;

static void* memory(uint64_t bytes) {
    void* fresh = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return fresh == MAP_FAILED ? NULL : fresh;
}

// The old memory is not freed, as another thread may be about to read it; its total size is less than that in use.
rpj_range_stack* rpj_ranges_grown(rpj_range_stack* old) {
    uint64_t bytes = old != NULL ? 2 * old->bytes : FIRST_BYTES;
    rpj_range_stack* stack = memory(bytes);
    if (stack == NULL) return NULL;
    if (old != NULL) memcpy(stack, old, sizeof *old + old->count * sizeof *old->ranges);
    stack->bytes = bytes;
    stack->lock = (uint32_t)rpj_current->tid;
    return stack;
}

// --- started ranges ------------------------------------------------------------------------------------------------

static node** bucket(uint64_t key) { return &started[key * 0x9e3779b97f4a7c15u >> 32 & (BUCKETS - 1)]; }

static void count(uint32_t more) { __atomic_store_n(&rpj_started_ranges, rpj_started_ranges + more, __ATOMIC_RELAXED); }

// With the lock. NULL without memory.
static node* take_node(void) {
    if (spare == NULL) {
        node* fresh = memory(NODE_BYTES);
        for (uint64_t i = 0; fresh != NULL && i < NODE_BYTES / sizeof *fresh; i++) {
            fresh[i].next = spare;
            spare = &fresh[i];
        }
    }
    node* taken = spare;
    if (taken != NULL) spare = taken->next;
    return taken;
}

void rpj_range_list(native_thread_t* thread, const rpj_range* range) {
    rpj_range_lock(&started_lock);
    node* one = take_node();
    if (one != NULL) {
        node** first = bucket(range->key);
        *one = (node){*first, thread, thread->tid, *range};
        *first = one;
        count(1);
    }
    rpj_range_unlock(&started_lock);
}

bool rpj_range_take(uint64_t key, rpj_started_range* found) {
    rpj_range_lock(&started_lock);
    node** link = bucket(key);
    while (*link != NULL && (*link)->range.key != key) link = &(*link)->next;
    node* one = *link;
    if (one != NULL) {
        count(-1u);
        *found = *one;
        *link = one->next;
        one->next = spare;
        spare = one;
    }
    rpj_range_unlock(&started_lock);
    return one != NULL;
}

// --- ends ----------------------------------------------------------------------------------------------------------

void rpj_ranges_forked(void) {
    for (native_thread_t* thread = rpj_threads; thread != NULL; thread = thread->next) {
        rpj_range_stack* stack = thread->ranges;
        thread->range_top_id = thread->range_top_since = 0;
        if (stack != NULL) stack->lock = stack->count = 0;
    }
    if (started_lock || rpj_started_ranges) memset(started, 0, sizeof started);
    if (started_lock) spare = NULL;
    started_lock = rpj_started_ranges = 0;
}

void rpj_ranges_forget(native_thread_t* thread) {
    rpj_cancellation cancel = rpj_inside_begin(thread);
    rpj_range_stack* stack = rpj_ranges_lock(thread);
    if (stack != NULL) {
        rpj_ranges_set_count(stack, 0);
        rpj_ranges_unlock(stack);
    }
    rpj_inside_end(thread, cancel);
}
