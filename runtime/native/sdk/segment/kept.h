// Records in kept buffers (ChunkBuffer, spec/segment.json), for the paths of a traced call that run in C. All
// functions are for a thread that counts as inside the engine, with its own block.
#ifndef RPJ_KEPT_H
#define RPJ_KEPT_H

#include "base/thread_blocks.h"
#include "java/java_side.h"
#include "rpj_segment.h"
#include "segment/kept_lock.h"

enum { RPJ_KEPT_ROOM = RPJ_DEFAULT_STRETCH_SIZE - RPJ_SEGMENT_STRETCH_SIZEOF };

// Repairs the stretches of a thread cancelled asynchronously during a write: unpublished claims become free again,
// so that records that the next thread writes there can be read. The block's own thread, at its end.
void rpj_kept_repair(const native_thread_t* thread);

// The remaining memory of each kept buffer, by its index; NULL without such a buffer.
extern native_kept_t* rpj_kept[RPJ_STRETCHES] __attribute__((visibility("hidden")));

// The engine has ended, or this is a forked child, whose mapped memory all belongs to its parent: from now on
// recording threads extend the segment themselves; drops the remaining memory.
void rpj_kept_without_java(void);
void rpj_kept_forked(void);

// Takes a new stretch for the thread, which has finished with its previous one; NULL without memory.
segment_stretch_t* rpj_kept_take(native_thread_t* thread, uint32_t index);

// --- names ---------------------------------------------------------------------------------------------------------

// Records a name, or its first part beside the length of all of it. `of`: a RPJ_NAME_*, whose number `id` is.
void rpj_kept_write_name(native_thread_t* thread, uint32_t index, uint64_t of, uint64_t id, const char* name);

// --- names of threads, as the kernel has them ----------------------------------------------------------------------

enum { RPJ_KEPT_NAME_BYTES = 16 }; // with its terminator (prctl, PR_GET_NAME)

// Notes the calling thread's name in its stretch, unless it is there already. Whether the buffer has the name: not
// without a stretch. Its own block.
bool rpj_kept_note_own_name(native_thread_t* thread, uint32_t index);

// The same in all buffers, and its name in Java: for a thread that begins with the stretches of one that has ended.
void rpj_kept_note_names(native_thread_t* thread);

// The same for a name of RPJ_KEPT_NAME_BYTES of another thread: its block, and its id. False if no memory for it is
// ready; waits for none. `thread`: the calling thread's block.
bool rpj_kept_note_name(native_thread_t* thread, uint32_t index, native_thread_t* of, uint64_t tid, const char* name);

// --- records -------------------------------------------------------------------------------------------------------

// Claims memory in a new stretch; NULL when the record is dropped, which is counted.
void* rpj_kept_claim_fresh(native_thread_t* thread, uint32_t index, uint64_t bytes);

// Counts for a thread without a stretch, when there is no memory: an offset of segment_totals_t.
void rpj_kept_count(uint32_t index, uint64_t counter);

// Sets a word of its stretch that only its own thread changes, while a sealing thread may read it.
static inline void rpj_kept_set(uint64_t* word, uint64_t value) { __atomic_store_n(word, value, __ATOMIC_RELAXED); }

// Counts calls, marks, ranges or dispatches that the thread begins and that belong in a buffer.
static inline void rpj_kept_submitted_many(native_thread_t* thread, uint32_t index, uint64_t count) {
    segment_stretch_t* stretch = (segment_stretch_t*)thread->stretch[index];
    if (RPJ_UNLIKELY(stretch == NULL)) stretch = rpj_kept_take(thread, index);
    if (RPJ_LIKELY(stretch)) rpj_kept_set(&stretch->submitted, stretch->submitted + count);
    else
        while (count--) rpj_kept_count(index, RPJ_SEGMENT_TOTALS_SUBMITTED);
}

static inline void rpj_kept_submitted(native_thread_t* thread, uint32_t index) {
    rpj_kept_submitted_many(thread, index, 1);
}

// Claims zeroed memory for a record; NULL when it is dropped, which is counted. `bytes`: a multiple of eight.
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

// Publishes the record by storing its size last.
static inline void rpj_kept_commit(void* record, uint64_t bytes) {
    __atomic_store_n((uint64_t*)record, bytes, __ATOMIC_RELEASE);
}

#endif
