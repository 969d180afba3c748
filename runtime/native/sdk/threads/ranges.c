// See ranges.h.
#include "threads/ranges.h"

#include <string.h>
#include <sys/mman.h>

#include "../../ids.h"
#include "threads/inside.h"

enum { FIRST_BYTES = 4096, TABLES = 256, FIRST_BUCKETS = 64, MOST_DOUBLINGS = 24, NODE_BYTES = 1 << 14 };

// A block of ids has its tables, so that its thread's are in its cache, and several, as other runtimes have no blocks.
enum { TABLES_OF_BLOCK = 4 };

typedef rpj_started_range node;

// Threads that start ranges at the same time are at different tables: runtimes give ids in sequence, ours in blocks
// while threads contend (ids.h). A table of more ranges than buckets gets one bucket more with each range, so that no
// thread holds the lock for longer than that takes: bucket n has what bucket n - 2^k had for it, where 2^k is the
// highest bit of n. The buckets from FIRST_BUCKETS * 2^k on are in `more[k]`.
typedef struct {
    uint32_t lock, count, added; // buckets beyond the first
    node *first[FIRST_BUCKETS], *spare;
    node** more[MOST_DOUBLINGS];
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
    if (old != NULL) memcpy(stack, old, sizeof *old + (old->used + 1) * sizeof *old->ranges);
    stack->bytes = bytes;
    stack->lock = (uint32_t)rpj_current->tid;
    return stack;
}

// --- started ranges ------------------------------------------------------------------------------------------------

static table* table_of(uint64_t key) {
    uint64_t block = key / RPJ_ID_FIRST_SIZE * TABLES_OF_BLOCK;
    return &tables[(key < RPJ_ID_SINGLES ? key : block + key % TABLES_OF_BLOCK) % TABLES];
}

static uint64_t hash(uint64_t key) { return key * 0x9e3779b97f4a7c15u >> 32; }

static uint64_t highest_bit(uint64_t number) { return UINT64_C(1) << (63 - __builtin_clzll(number)); }

static node** bucket_at(table* in, uint64_t at) {
    if (at < FIRST_BUCKETS) return &in->first[at];
    return &in->more[__builtin_ctzll(highest_bit(at) / FIRST_BUCKETS)][at - highest_bit(at)];
}

static node** bucket(table* in, uint64_t key) {
    uint64_t buckets = FIRST_BUCKETS + in->added, half = highest_bit(buckets), at = hash(key) & (2 * half - 1);
    return bucket_at(in, at < buckets ? at : at - half);
}

// With the lock. Without memory, or with too many, there are no more buckets.
static void add_bucket(table* in) {
    uint64_t at = FIRST_BUCKETS + in->added, half = highest_bit(at);
    unsigned doubling = (unsigned)__builtin_ctzll(half / FIRST_BUCKETS);
    if (doubling == MOST_DOUBLINGS) return;
    if (in->more[doubling] == NULL && (in->more[doubling] = memory(half * sizeof(node*))) == NULL) return;
    node **from = bucket_at(in, at - half), **to = bucket_at(in, at);
    *to = NULL;
    in->added++;
    while (*from != NULL) {
        node* one = *from;
        if ((hash(one->range.key) & (2 * half - 1)) != at) {
            from = &one->next;
            continue;
        }
        *from = one->next;
        one->next = *to;
        *to = one;
    }
}

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
        if (RPJ_UNLIKELY(in->count >= FIRST_BUCKETS + in->added)) add_bucket(in);
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

// --- words ---------------------------------------------------------------------------------------------------------

// Blocks for up to so many entries: 1, 2, 4, .. 64. The first word of a free one is the next.
enum { SIZES = 7, SLAB_BYTES = 1 << 14 };

static uint64_t* free_words[SIZES];
static uint32_t words_lock;

static unsigned size_for(uint64_t entries) {
    unsigned last = 63 - (unsigned)__builtin_clzll(entries);
    return last ? 32 - (unsigned)__builtin_clz(last) : 0;
}

bool rpj_range_give_words(rpj_range* range, uint64_t entries) {
    const unsigned size = size_for(entries);
    const uint64_t bytes = (2 * sizeof(uint64_t)) << size;
    rpj_range_lock(&words_lock);
    if (free_words[size] == NULL) {
        char* slab = memory(SLAB_BYTES);
        for (uint64_t at = 0; slab != NULL && at < SLAB_BYTES; at += bytes) {
            *(uint64_t**)(slab + at) = free_words[size];
            free_words[size] = (uint64_t*)(slab + at);
        }
    }
    range->words = free_words[size];
    range->words_size = (uint8_t)size;
    if (range->words != NULL) free_words[size] = *(uint64_t**)range->words;
    rpj_range_unlock(&words_lock);
    return range->words != NULL;
}

void rpj_range_free_words(rpj_range* range) {
    if (RPJ_LIKELY(range->words == NULL)) return;
    const unsigned size = range->words_size;
    rpj_range_lock(&words_lock);
    *(uint64_t**)range->words = free_words[size];
    free_words[size] = range->words;
    rpj_range_unlock(&words_lock);
    range->words = NULL;
}

// --- ends ----------------------------------------------------------------------------------------------------------

void rpj_ranges_forked(void) {
    for (native_thread_t* thread = rpj_threads; thread != NULL; thread = thread->next) {
        rpj_range_stack* stack = thread->ranges;
        thread->range_top_id = thread->range_top_since = thread->scope_top_id = thread->scope_top_since = 0;
        if (stack == NULL) continue;
        rpj_ranges_clear(stack);
        stack->lock = 0;
    }
    for (int i = 0; i < TABLES; i++)
        if (tables[i].lock || tables[i].count) tables[i] = (table){0};
    words_lock = 0;
    memset(free_words, 0, sizeof free_words);
}

void rpj_ranges_forget(native_thread_t* thread) {
    rpj_cancellation cancel = rpj_inside_begin(thread);
    rpj_range_stack* stack = rpj_ranges_lock(thread);
    if (stack != NULL) {
        for (uint32_t at = stack->top_pushed; at; at = stack->ranges[at].outer_pushed)
            rpj_range_free_words(&stack->ranges[at]);
        rpj_ranges_clear(stack);
        rpj_ranges_unlock(stack);
    }
    rpj_inside_end(thread, cancel);
}
