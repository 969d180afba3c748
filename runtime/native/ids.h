// Correlation ids: from one counter, or from blocks that threads take of it while they contend for it. Why:
// docs/adr/0021-ids-and-sharing.md, which has figures, too.
//
// The first ID_SINGLES ids of a process are given one at a time. After them a thread for which the counter comes from
// other processors too often takes blocks, whose size follows how soon it needs the next one. What is left of a block
// goes back to the counter when the thread ends or idles, or when somebody says that tracing has stopped: where ids
// after it have been given, it becomes a rest, for threads that have only had lower ids. Thus the ids of a thread
// always grow.
//
// ```
// native_ids_t.block    63                          13 12          0     0: the thread takes one id at a time
//                      +-----------------------------+-------------+
//                      | the next id                 | ids left    |
//                      +-----------------------------+-------------+
// ```
// A block belongs to one thread; any other may take all that is left of it, so both exchange the word.
#ifndef RPJ_IDS_H
#define RPJ_IDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "pause.h"
#include "rpj_native.h"

enum {
    RPJ_ID_FIRST_SIZE = 64,
    RPJ_ID_LAST_SIZE = 1024,
    RPJ_ID_RESTS = sizeof((native_id_source_t*)0)->rests / (2 * sizeof(uint64_t)),
    RPJ_ID_LOOK_EVERY = 128, // ids of the process
    RPJ_ID_LOOKS = 8,
    RPJ_ID_FEW_OTHERS = 2,         // of so many looks, as many find another thread's id before this one's: contention,
    RPJ_ID_CONTENDED_NS = 256000,  // if they come within this time
    RPJ_ID_QUICK_NS = 64000,       // a block within this time: the next one is twice as large
    RPJ_ID_SLOW_NS = 1000000,      // a block lasts longer than this: the next one is half as large
    RPJ_ID_ALONE = 8,              // so many blocks in a row without another thread's ids: likewise
    RPJ_ID_COLLECT_NS = 100000000, // a block that has not moved for this long is idle
};

#define RPJ_ID_LEFT ((UINT64_C(1) << RPJ_ID_LEFT_BITS) - 1)
#define RPJ_ID_STEP RPJ_ID_LEFT // added to a block: one id later, one id less left

_Static_assert((uint64_t)RPJ_ID_LAST_SIZE <= RPJ_ID_LEFT, "the word has room for the largest block");

// --- rests ---------------------------------------------------------------------------------------------------------

static inline bool rpj_ids_try_lock(native_id_source_t* source) {
    return !__atomic_load_n(&source->lock, __ATOMIC_RELAXED)
        && !__atomic_exchange_n(&source->lock, 1, __ATOMIC_ACQUIRE);
}

// The lock is held for a few instructions. False after a while: this thread may be in a handler that has interrupted
// the holder.
static inline bool rpj_ids_lock(native_id_source_t* source) {
    for (uint32_t tries = 0; !rpj_ids_try_lock(source); tries++) {
        if (tries == 1000) return false;
        rpj_pause(tries);
    }
    return true;
}

static inline void rpj_ids_unlock(native_id_source_t* source) { __atomic_store_n(&source->lock, 0, __ATOMIC_RELEASE); }

// With the lock: sets the highest first id of all rests, by which a thread sees that there is none for it.
static inline void rpj_ids_set_top(native_id_source_t* source) {
    uint64_t top = 0;
    for (uint64_t i = 0; i < source->rest_count; i++)
        if (source->rests[2 * i] > top) top = source->rests[2 * i];
    __atomic_store_n(&source->rest_top, top, __ATOMIC_RELAXED);
}

// With the lock. Removes a rest.
static inline void rpj_ids_remove(native_id_source_t* source, uint64_t at) {
    uint64_t last = --source->rest_count;
    source->rests[2 * at] = source->rests[2 * last];
    source->rests[2 * at + 1] = source->rests[2 * last + 1];
}

// With the lock. Takes back ids, of which `to` is the last, if none has been given after them.
static inline bool rpj_ids_take_back(native_id_source_t* source, uint64_t from, uint64_t to) {
    return __atomic_compare_exchange_n(&source->latest, &to, from - 1, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

// Keeps ids that a thread has not used. Where there is no room for more rests, or no lock, they are never used.
static inline void rpj_ids_keep(native_id_source_t* source, uint64_t from, uint64_t to) {
    if (!rpj_ids_lock(source)) return;
    bool back = rpj_ids_take_back(source, from, to);
    for (uint64_t i = 0; back && i < source->rest_count; i++) {
        if (!rpj_ids_take_back(source, source->rests[2 * i], source->rests[2 * i + 1])) continue;
        rpj_ids_remove(source, i);
        i = UINT64_MAX; // again from the first
    }
    if (!back && source->rest_count < RPJ_ID_RESTS) {
        source->rests[2 * source->rest_count] = from;
        source->rests[2 * source->rest_count++ + 1] = to;
    }
    rpj_ids_set_top(source);
    rpj_ids_unlock(source);
}

// Makes a rest whose ids are higher than the thread's last one its block. False without one, or while another thread
// looks for one.
static inline bool rpj_ids_take_rest(native_ids_t* ids, native_id_source_t* source) {
    bool taken = false;
    if (ids->last >= __atomic_load_n(&source->rest_top, __ATOMIC_RELAXED) || !rpj_ids_try_lock(source)) return false;
    for (uint64_t i = 0; !taken && i < source->rest_count; i++) {
        uint64_t from = source->rests[2 * i], count = source->rests[2 * i + 1] - from + 1;
        if (from <= ids->last) continue;
        __atomic_store_n(&ids->block, from << RPJ_ID_LEFT_BITS | count, __ATOMIC_RELAXED);
        rpj_ids_remove(source, i);
        rpj_ids_set_top(source);
        taken = true;
    }
    rpj_ids_unlock(source);
    return taken;
}

// --- blocks --------------------------------------------------------------------------------------------------------

// Gives back what is left of a thread's block. Any thread.
static inline void rpj_ids_give_back(native_ids_t* ids, native_id_source_t* source) {
    uint64_t block = __atomic_load_n(&ids->block, __ATOMIC_RELAXED);
    while (block & RPJ_ID_LEFT) {
        if (!__atomic_compare_exchange_n(&ids->block, &block, 0, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) continue;
        uint64_t from = block >> RPJ_ID_LEFT_BITS;
        rpj_ids_keep(source, from, from + (block & RPJ_ID_LEFT) - 1);
        return;
    }
}

// The same for a thread whose block has not moved since this was last asked.
static inline void rpj_ids_give_back_idle(native_ids_t* ids, native_id_source_t* source) {
    uint64_t block = __atomic_load_n(&ids->block, __ATOMIC_RELAXED);
    if (block == __atomic_exchange_n(&ids->seen, block, __ATOMIC_RELAXED)) rpj_ids_give_back(ids, source);
}

// The thread ends: the next thread with this memory begins without ids.
static inline void rpj_ids_forget(native_ids_t* ids, native_id_source_t* source) {
    rpj_ids_give_back(ids, source);
    __atomic_store_n(&ids->block, 0, __ATOMIC_RELAXED);
    ids->last = ids->look_at = ids->looked_ns = ids->size = ids->looks = ids->others = 0;
}

static inline uint64_t rpj_ids_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

// Now and then the thread that takes a block collects the idle ones.
static inline void rpj_ids_collect_sometimes(native_id_source_t* source, uint64_t now_ns) {
    uint64_t before = __atomic_load_n(&source->collected_ns, __ATOMIC_RELAXED);
    if (now_ns - before < RPJ_ID_COLLECT_NS || source->collect == NULL) return;
    if (__atomic_compare_exchange_n(&source->collected_ns, &before, now_ns, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        ((void (*)(uint64_t))source->collect)(true);
}

// The size of the next block. Where a block lasts long, or nobody else has taken ids during some of them, it is
// smaller than the last one. `end`: the first id after the last block.
static inline uint64_t rpj_ids_next_size(native_ids_t* ids, native_id_source_t* source, uint64_t end) {
    uint64_t now_ns = rpj_ids_now(), lasted_ns = now_ns - ids->looked_ns;
    bool alone = __atomic_load_n(&source->latest, __ATOMIC_RELAXED) + 1 == end;
    ids->looked_ns = now_ns;
    ids->looks = alone ? ids->looks + 1 : 0;
    if (lasted_ns > RPJ_ID_SLOW_NS || ids->looks == RPJ_ID_ALONE) {
        ids->size /= 2;
        ids->looks = 0;
    } else if (lasted_ns < RPJ_ID_QUICK_NS && ids->size < RPJ_ID_LAST_SIZE) {
        ids->size *= 2;
    }
    rpj_ids_collect_sometimes(source, now_ns);
    return ids->size;
}

// Takes a block, and its first id; below the smallest size the thread again takes one id at a time.
static inline uint64_t rpj_ids_refill(native_ids_t* ids, native_id_source_t* source, uint64_t end) {
    uint64_t size = rpj_ids_next_size(ids, source, end);
    bool single = size < RPJ_ID_FIRST_SIZE;
    uint64_t first = __atomic_fetch_add(&source->latest, single ? 1 : size, __ATOMIC_RELAXED) + 1;
    if (single) ids->looks = ids->others = 0;
    ids->last = first;
    __atomic_store_n(&ids->block, single ? 0 : (first << RPJ_ID_LEFT_BITS | size) + RPJ_ID_STEP, __ATOMIC_RELAXED);
    return first;
}

// Begins blocks, with an empty one, if looks have found other threads' ids, and come quickly. The ids of a thread
// that contends come in rows, each as long as its processor keeps the counter. `id`: the last.
static inline void rpj_ids_decide(native_ids_t* ids, uint64_t id) {
    uint64_t now_ns = rpj_ids_now(), lasted_ns = now_ns - ids->looked_ns;
    bool contended = ids->others >= RPJ_ID_FEW_OTHERS && lasted_ns < RPJ_ID_CONTENDED_NS;
    ids->looked_ns = now_ns;
    ids->looks = ids->others = 0;
    if (!contended) return;
    ids->size = RPJ_ID_FIRST_SIZE;
    __atomic_store_n(&ids->block, (id + 1) << RPJ_ID_LEFT_BITS, __ATOMIC_RELAXED);
}

// --- the next id ---------------------------------------------------------------------------------------------------

// Takes the next id of the counter, and looks whether the one before it was this thread's.
static inline uint64_t rpj_ids_next_with_look(native_ids_t* ids, native_id_source_t* source) {
    uint64_t id = __atomic_add_fetch(&source->latest, 1, __ATOMIC_RELAXED), last = ids->last;
    ids->last = id;
    ids->look_at = id < RPJ_ID_SINGLES ? RPJ_ID_SINGLES : id + RPJ_ID_LOOK_EVERY;
    if (id < RPJ_ID_SINGLES) return id;
    ids->others += id != last + 1;
    if (++ids->looks >= RPJ_ID_LOOKS) rpj_ids_decide(ids, id);
    return id;
}

// Blocks, rests and looks.
static __attribute__((noinline, unused)) uint64_t rpj_ids_next_slowly(native_ids_t* ids, native_id_source_t* source) {
    for (;;) {
        uint64_t block = __atomic_load_n(&ids->block, __ATOMIC_RELAXED);
        while (block & RPJ_ID_LEFT) {
            uint64_t next = block + RPJ_ID_STEP;
            if (!__atomic_compare_exchange_n(&ids->block, &block, next, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
                continue;
            return ids->last = block >> RPJ_ID_LEFT_BITS;
        }
        if (rpj_ids_take_rest(ids, source)) continue;
        if (block && !ids->size) __atomic_store_n(&ids->block, block = 0, __ATOMIC_RELAXED); // it was a rest
        return block ? rpj_ids_refill(ids, source, block >> RPJ_ID_LEFT_BITS) : rpj_ids_next_with_look(ids, source);
    }
}

// Returns the next id of the calling thread, whose ids these are: higher than all that it has had, and no other's.
// Async-signal-safe. Ids of a block are lost if a handler calls it that has interrupted it.
static inline uint64_t rpj_ids_next(native_ids_t* ids, native_id_source_t* source) {
    bool plain = !__atomic_load_n(&ids->block, __ATOMIC_RELAXED) && ids->last < ids->look_at;
    if (__builtin_expect(!plain, 0)) return rpj_ids_next_slowly(ids, source);
    return ids->last = __atomic_add_fetch(&source->latest, 1, __ATOMIC_RELAXED);
}

#endif
