// Stretches of kept buffers: recording threads take them here, or in the engine's half (ChunkBuffer) under the same
// lock. The engine supplies more memory while it runs, and segment.c without it.
#include "segment/kept.h"

#include <errno.h>
#include <string.h>
#include <sys/prctl.h>

#include "base/clock.h"
#include "base/engine.h"
#include "java/ask_engine.h"
#include "java/stacks.h"
#include "segment/makers.h"
#include "segment/seal.h"
#include "segment/segment.h"
#include "system/quiet.h"

native_kept_t* rpj_kept[RPJ_STRETCHES];

void rpj_kept_without_java(void) {
    for (size_t i = 0; i < RPJ_STRETCHES; i++)
        if (rpj_kept[i] != NULL) __atomic_store_n(&rpj_kept[i]->without_java, 1, __ATOMIC_SEQ_CST);
}

void rpj_kept_forked(void) {
    for (size_t i = 0; i < RPJ_STRETCHES; i++)
        if (rpj_kept[i] != NULL) rpj_kept[i]->next = rpj_kept[i]->end = rpj_kept[i]->lock = 0;
    rpj_link.full_stretches = 0;
}

static uint64_t next_stretch(native_kept_t* kept) {
    rpj_kept_lock(kept);
    uint64_t stretch = kept->next;
    if (stretch == kept->end) stretch = 0;
    else kept->next = stretch + RPJ_DEFAULT_STRETCH_SIZE;
    rpj_kept_unlock(kept);
    return stretch;
}

// The engine may be ending at this moment: if it refuses, C takes over.
static bool refill(native_thread_t* thread, native_kept_t* kept, uint32_t index) {
    if (!__atomic_load_n(&kept->without_java, __ATOMIC_ACQUIRE)) {
        if (rpj_ask_engine(thread, RPJ_CALL_KEPT_REFILL, index, 0, 0)) return true;
        if (!__atomic_load_n(&kept->without_java, __ATOMIC_ACQUIRE)) return false;
    }
    return rpj_segment_refill(kept);
}

void rpj_kept_count(uint32_t index, uint64_t counter) {
    native_kept_t* kept = __atomic_load_n(&rpj_kept[index], __ATOMIC_ACQUIRE);
    if (kept != NULL) rpj_segment_total(kept, counter);
}

static bool is_alone(uint32_t index) {
    const native_kept_t* kept = rpj_kept[index];
    return kept != NULL && __atomic_load_n(&kept->without_java, __ATOMIC_ACQUIRE);
}

// Switches the thread to its new stretch. Without the engine, no other thread seals the full one.
static void begin_stretch(native_thread_t* thread, uint32_t index, segment_stretch_t* stretch) {
    segment_stretch_t* full = (segment_stretch_t*)thread->stretch[index];
    stretch->started_ns = rpj_clock_now(CLOCK_MONOTONIC); // as the header's anchor
    __atomic_store_n(&stretch->tid, thread->tid, __ATOMIC_RELEASE);
    // Readers report a counted stretch that they do not find. So it is counted before anything is in it, but after
    // it can be found, because the process may end in between.
    rpj_kept_count(index, RPJ_SEGMENT_TOTALS_STRETCHES);
    __atomic_store_n(&thread->stretch[index], (uint64_t)stretch, __ATOMIC_RELEASE);
    if (full != NULL) rpj_stretch_full(full);
    if (full != NULL && is_alone(index) && !rpj_makers_run()) rpj_seal_handed_over();
}

// --- names ---------------------------------------------------------------------------------------------------------

void rpj_kept_write_name(native_thread_t* thread, uint32_t index, uint64_t of, uint64_t id, const char* name) {
    uint64_t whole = strnlen(name, INT32_MAX), length = whole < RPJ_LONGEST_TEXT ? whole : RPJ_LONGEST_TEXT;
    uint64_t bytes = (sizeof(segment_name_t) + length + 7) & ~7ull;
    segment_name_t* note = rpj_kept_claim(thread, index, bytes);
    if (note == NULL) return;
    note->kind = RPJ_KIND_NAME;
    note->length = (int32_t)whole;
    note->of = of;
    note->id = id;
    note->time_ns = rpj_boottime_now();
    memcpy(note + 1, name, length);
    rpj_kept_commit(note, bytes);
}

static segment_stretch_t* take_ready(native_thread_t* thread, uint32_t index) {
    native_kept_t* kept = __atomic_load_n(&rpj_kept[index], __ATOMIC_ACQUIRE);
    segment_stretch_t* stretch = kept != NULL ? (segment_stretch_t*)next_stretch(kept) : NULL;
    if (stretch != NULL) begin_stretch(thread, index, stretch);
    return stretch;
}

// Whether the thread has room for a name, if need be in a new stretch from memory that is ready.
static bool has_room(native_thread_t* thread, uint32_t index) {
    const segment_stretch_t* stretch = (const segment_stretch_t*)thread->stretch[index];
    if (stretch != NULL && stretch->used + sizeof(segment_name_t) + RPJ_KEPT_NAME_BYTES <= RPJ_KEPT_ROOM) return true;
    return take_ready(thread, index) != NULL;
}

bool rpj_kept_note_name(native_thread_t* thread, uint32_t index, native_thread_t* of, uint64_t tid, const char* name) {
    uint64_t words[2], bit = 1ull << index;
    memcpy(words, name, sizeof words);
    bool same = __atomic_load_n(&of->name[0], __ATOMIC_RELAXED) == words[0]
             && __atomic_load_n(&of->name[1], __ATOMIC_RELAXED) == words[1];
    if (same && __atomic_load_n(&of->named_in, __ATOMIC_RELAXED) & bit) return true;
    if (!has_room(thread, index)) return false;
    __atomic_store_n(&of->name[0], words[0], __ATOMIC_RELAXED);
    __atomic_store_n(&of->name[1], words[1], __ATOMIC_RELAXED);
    if (same) __atomic_fetch_or(&of->named_in, bit, __ATOMIC_RELAXED);
    else __atomic_store_n(&of->named_in, bit, __ATOMIC_RELAXED);
    rpj_kept_write_name(thread, index, RPJ_NAME_OS_THREAD, tid, name);
    // The block may have another thread by now, which is to note its own name.
    if (__atomic_load_n(&of->tid, __ATOMIC_ACQUIRE) != tid) __atomic_store_n(&of->named_in, 0, __ATOMIC_RELAXED);
    return true;
}

bool rpj_kept_note_own_name(native_thread_t* thread, uint32_t index) {
    char name[RPJ_KEPT_NAME_BYTES] = {0};
    if (__atomic_load_n(&rpj_kept[index], __ATOMIC_ACQUIRE) == NULL || !thread->stretch[index]) return false;
    int error = errno;
    if (!rpj_is_quiet() && prctl(PR_GET_NAME, name, 0, 0, 0) == 0)
        rpj_kept_note_name(thread, index, thread, thread->tid, name);
    errno = error;
    return __atomic_load_n(&thread->named_in, __ATOMIC_RELAXED) >> index & 1;
}

// A thread of Java's has another, longer name there.
static void note_names(native_thread_t* thread, uint32_t index) {
    bool known = rpj_kept_note_own_name(thread, index);
    if (known && !is_alone(index) && rpj_side_is_javas() && rpj_java_admits(thread, (uint64_t)&known))
        rpj_ask_engine(thread, RPJ_CALL_THREAD_NAME, index, 0, 0);
}

void rpj_kept_note_names(native_thread_t* thread) {
    for (uint32_t i = 0; i < RPJ_STRETCHES; i++)
        if (thread->stretch[i]) note_names(thread, i);
}

// --- stretches -----------------------------------------------------------------------------------------------------

segment_stretch_t* rpj_kept_take(native_thread_t* thread, uint32_t index) {
    native_kept_t* kept = __atomic_load_n(&rpj_kept[index], __ATOMIC_ACQUIRE);
    segment_stretch_t* stretch = NULL;
    bool more = kept != NULL;
    rpj_cancellation cancel = rpj_cancel_off_quickly();
    while (more && (stretch = (segment_stretch_t*)next_stretch(kept)) == NULL) more = refill(thread, kept, index);
    if (stretch != NULL) {
        begin_stretch(thread, index, stretch);
        note_names(thread, index);
    }
    rpj_cancel_again_quickly(cancel);
    return stretch;
}

static void* drop(native_thread_t* thread, uint32_t index) {
    segment_stretch_t* stretch = (segment_stretch_t*)thread->stretch[index];
    if (stretch != NULL) rpj_kept_set(&stretch->dropped, stretch->dropped + 1);
    else rpj_kept_count(index, RPJ_SEGMENT_TOTALS_DROPPED);
    if (!is_alone(index)) rpj_ask_engine(thread, RPJ_CALL_KEPT_DROPPED, index, 0, 0);
    return NULL;
}

void* rpj_kept_claim_fresh(native_thread_t* thread, uint32_t index, uint64_t bytes) {
    segment_stretch_t* stretch = bytes > RPJ_KEPT_ROOM ? NULL : rpj_kept_take(thread, index);
    // The thread's name may take too much of its first stretch.
    if (stretch != NULL && stretch->used + bytes > RPJ_KEPT_ROOM) stretch = rpj_kept_take(thread, index);
    if (stretch == NULL || stretch->used + bytes > RPJ_KEPT_ROOM) return drop(thread, index);
    uint64_t used = stretch->used;
    rpj_side.claimed = (char*)(stretch + 1) + used;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    rpj_kept_set(&stretch->used, used + bytes);
    return rpj_side.claimed;
}

void rpj_kept_repair(const native_thread_t* thread) {
    char* claimed = rpj_side.claimed;
    if (claimed == NULL) return;
    for (int i = 0; i < RPJ_STRETCHES; i++) {
        segment_stretch_t* stretch = (segment_stretch_t*)thread->stretch[i];
        char* records = (char*)(stretch + 1);
        if (stretch == NULL || claimed < records || claimed >= records + RPJ_KEPT_ROOM) continue;
        uint64_t good = (uint64_t)(claimed - records);
        for (uint64_t size; good < stretch->used && (size = *(uint64_t*)(records + good)); good += (size + 7) & ~7ull)
            continue;
        if (stretch->used > good) memset(records + good, 0, stretch->used - good);
        stretch->used = good;
        return;
    }
}
