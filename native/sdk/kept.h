// Records in kept buffers (ChunkBuffer, facts/segment.json), for those paths of a traced call that are carried out in C. Not
// installed. All of this is for a thread that counts as inside the engine, with its own block.
#ifndef RPJ_KEPT_H
#define RPJ_KEPT_H

#include "java_side.h"
#include "open_calls.h"
#include "rpj_segment.h"

enum { RPJ_KEPT_ROOM = RPJ_DEFAULT_STRETCH_SIZE - RPJ_SEGMENT_STRETCH_SIZEOF };

// Asks the engine, whose answer depends on `function` (RPJ_CALL_*); 0 where it fails. The program's errno stays as it is.
uint64_t rpj_ask_engine(native_thread_t* thread, uint32_t function, uint64_t a0, uint64_t a1, uint64_t a2);

// The thread was cut while it wrote (asynchronous cancellation): what it had claimed and not published is free again, so that
// what the next thread writes into its stretches can be read. The block's own thread, at its end.
void rpj_kept_repair(const native_thread_t* thread);

// Counts a call, a mark or a range that the thread begins and a buffer is to have.
static inline void rpj_kept_submitted(native_thread_t* thread, uint32_t index) {
    segment_stretch_t* stretch = (segment_stretch_t*)thread->stretch[index];
    if (RPJ_UNLIKELY(!stretch))
        rpj_ask_engine(thread, RPJ_CALL_KEPT_SUBMITTED, index, (uint64_t)thread, 0);
    else
        stretch->submitted++;
}

// Room for a record, all zeros, or NULL when it is dropped, which is then counted. `bytes`: a multiple of eight.
static inline void* rpj_kept_claim(native_thread_t* thread, uint32_t index, uint64_t bytes) {
    segment_stretch_t* stretch = (segment_stretch_t*)thread->stretch[index];
    if (RPJ_UNLIKELY(!stretch || stretch->used + bytes > RPJ_KEPT_ROOM))
        return (void*)rpj_ask_engine(thread, RPJ_CALL_KEPT_CLAIM, index, (uint64_t)thread, bytes);
    uint64_t used = stretch->used;
    rpj_side.claimed = (char*)(stretch + 1) + used;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    stretch->used = used + bytes;
    return rpj_side.claimed;
}

// Publishes it: the size comes last.
static inline void rpj_kept_commit(void* record, uint64_t bytes) {
    __atomic_store_n((uint64_t*)record, bytes, __ATOMIC_RELEASE);
}

#endif
