// Records in kept buffers (ChunkBuffer, spec/segment.json), for those paths of a traced call that are carried out in C.
// All of this is for a thread that counts as inside the engine, with its own block.
#ifndef RPJ_KEPT_H
#define RPJ_KEPT_H

#include "java_side.h"
#include "kept_lock.h"
#include "rpj_segment.h"
#include "thread_blocks.h"

enum { RPJ_KEPT_ROOM = RPJ_DEFAULT_STRETCH_SIZE - RPJ_SEGMENT_STRETCH_SIZEOF };

// The thread was cut while it wrote (asynchronous cancellation): what it had claimed and not published is free again,
// so that what the next thread writes into its stretches can be read. The block's own thread, at its end.
void rpj_kept_repair(const native_thread_t* thread);

// What is left of the memory of each kept buffer, by its index; NULL where there is no such buffer.
extern native_kept_t* rpj_kept[RPJ_STRETCHES] __attribute__((visibility("hidden")));

// The engine goes, or this is a child made by fork, whose mapped memory is all its parent's: who records makes the
// segment longer by himself from now on; forgets what is left.
void rpj_kept_without_java(void);
void rpj_kept_forked(void);

// A fresh stretch for the thread, which is done with the one that it had; NULL if there is no memory.
segment_stretch_t* rpj_kept_take(native_thread_t* thread, uint32_t index);

// Room in a fresh stretch, or NULL when the record is dropped, which is then counted.
void* rpj_kept_claim_fresh(native_thread_t* thread, uint32_t index, uint64_t bytes);

// Counts what a thread does that has no stretch, as there is no memory: an offset of segment_totals_t.
void rpj_kept_count(uint32_t index, uint64_t counter);

// A word of its stretch that only its thread changes; whoever seals it reads it meanwhile.
static inline void rpj_kept_set(uint64_t* word, uint64_t value) { __atomic_store_n(word, value, __ATOMIC_RELAXED); }

// Counts a call, a mark or a range that the thread begins and a buffer is to have.
static inline void rpj_kept_submitted(native_thread_t* thread, uint32_t index) {
    segment_stretch_t* stretch = (segment_stretch_t*)thread->stretch[index];
    if (RPJ_UNLIKELY(stretch == NULL)) stretch = rpj_kept_take(thread, index);
    if (RPJ_UNLIKELY(stretch == NULL)) rpj_kept_count(index, RPJ_SEGMENT_TOTALS_SUBMITTED);
    else rpj_kept_set(&stretch->submitted, stretch->submitted + 1);
}

// Room for a record, all zeros, or NULL when it is dropped, which is then counted. `bytes`: a multiple of eight.
static inline void* rpj_kept_claim(native_thread_t* thread, uint32_t index, uint64_t bytes) {
    segment_stretch_t* stretch = (segment_stretch_t*)thread->stretch[index];
    if (RPJ_UNLIKELY(stretch == NULL || stretch->used + bytes > RPJ_KEPT_ROOM))
        return rpj_kept_claim_fresh(thread, index, bytes);
    uint64_t used = stretch->used;
    rpj_side.claimed = (char*)(stretch + 1) + used;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    rpj_kept_set(&stretch->used, used + bytes);
    return rpj_side.claimed;
}

// Publishes it: the size comes last.
static inline void rpj_kept_commit(void* record, uint64_t bytes) {
    __atomic_store_n((uint64_t*)record, bytes, __ATOMIC_RELEASE);
}

#endif
