// Records in large buffers that are delivered (StretchedBuffer), for threads that have room in their stretch.
#ifndef RPJ_DELIVERED_H
#define RPJ_DELIVERED_H

#include "base/rpj.h"

// A stretch's first word (ClaimWord): the number of bytes claimed, to which a bit beyond any capacity is added while it
// is closed or a thread prepares it, and in the bits above the number of claims.
#define RPJ_ONE_CLAIM (UINT64_C(1) << RPJ_CLAIM_SHIFT)

// Claims zeroed memory for a record in the thread's stretch (StretchedHalf), or returns NULL where the engine must
// find some. Another thread may close the stretch meanwhile, or claim from it where this thread still holds it from
// an earlier use: then the word has changed.
static inline void* rpj_delivered_claim(const native_thread_t* thread, const native_entry_t* entry, uint64_t bytes) {
    uint64_t* stretch = (uint64_t*)thread->stretch[entry->stretch];
    if (RPJ_UNLIKELY(stretch == NULL)) return NULL;
    uint64_t word = __atomic_load_n(stretch, __ATOMIC_RELAXED), claimed = word & (RPJ_ONE_CLAIM - 1);
    if (RPJ_UNLIKELY(claimed + bytes > entry->delivered_room)) return NULL;
    uint64_t next = word + RPJ_ONE_CLAIM + bytes;
    if (!__atomic_compare_exchange_n(stretch, &word, next, false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED)) return NULL;
    return (char*)stretch + RPJ_STRETCH_HEADER + claimed;
}

#endif
