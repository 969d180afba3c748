// See ranges.h.
#include "ranges.h"

#include <sys/mman.h>

#include "../ids.h"
#include "inside.h"

enum { FIRST_BYTES = 4096, TABLES = 256, BUCKETS = 64, NODE_BYTES = 1 << 14 };

// A block of ids has its tables, so that its thread's are in its cache, and several, as other runtimes have no blocks.
enum { TABLES_OF_BLOCK = 4 };

typedef rpj_started_range node;

// Threads that start ranges at the same time are at different tables: runtimes give ids in sequence, ours in blocks
// while threads contend (ids.h).
typedef struct {
    uint32_t lock, count;
    node *started[BUCKETS], *spare;
} __attribute__((aligned(128))) table;

static table tables[TABLES];

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

static table* table_of(uint64_t key) {
    uint64_t block = key / RPJ_ID_FIRST_SIZE * TABLES_OF_BLOCK;
    return &tables[(key < RPJ_ID_SINGLES ? key : block + key % TABLES_OF_BLOCK) % TABLES];
}

static node** bucket(table* in, uint64_t key) { return &in->started[key * 0x9e3779b97f4a7c15u >> 58]; }

static void count(table* in, uint32_t more) { __atomic_store_n(&in->count, in->count + more, __ATOMIC_RELAXED); }

bool rpj_range_may_be_started(uint64_t key) { return __atomic_load_n(&table_of(key)->count, __ATOMIC_RELAXED) != 0; }

// With the lock. NULL without memory.
static node* take_node(table* in) {
    if (in->spare == NULL) {
        node* fresh = memory(NODE_BYTES);
        for (uint64_t i = 0; fresh != NULL && i < NODE_BYTES / sizeof *fresh; i++) {
            fresh[i].next = in->spare;
            in->spare = &fresh[i];
        }
    }
    node* taken = in->spare;
    if (taken != NULL) in->spare = taken->next;
    return taken;
}

void rpj_range_list(native_thread_t* thread, const rpj_range* range) {
    table* in = table_of(range->key);
    rpj_range_lock(&in->lock);
    node* one = take_node(in);
    if (one != NULL) {
        node** first = bucket(in, range->key);
        *one = (node){*first, thread, thread->tid, *range};
        *first = one;
        count(in, 1);
    }
    rpj_range_unlock(&in->lock);
}

bool rpj_range_take(uint64_t key, rpj_started_range* found) {
    table* in = table_of(key);
    rpj_range_lock(&in->lock);
    node** link = bucket(in, key);
    while (*link != NULL && (*link)->range.key != key) link = &(*link)->next;
    node* one = *link;
    if (one != NULL) {
        count(in, -1u);
        *found = *one;
        *link = one->next;
        one->next = in->spare;
        in->spare = one;
    }
    rpj_range_unlock(&in->lock);
    return one != NULL;
}

// --- ends ----------------------------------------------------------------------------------------------------------

void rpj_ranges_forked(void) {
    for (native_thread_t* thread = rpj_threads; thread != NULL; thread = thread->next) {
        rpj_range_stack* stack = thread->ranges;
        thread->range_top_id = thread->range_top_since = 0;
        if (stack != NULL) stack->lock = stack->count = 0;
    }
    for (int i = 0; i < TABLES; i++)
        if (tables[i].lock || tables[i].count) tables[i] = (table){0};
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
