// Records about what explains work: code objects, kernels, host functions.
#ifndef RPJ_OBJECTS_H
#define RPJ_OBJECTS_H

#include <string.h>

#include "segment/kept.h"
#include "threads/inside.h"

// Begins to record objects: returns the calling thread, which counts as inside the engine from now on, or NULL if it
// may not. It ends by rpj_inside_end, with `cancel`. Any thread.
native_thread_t* rpj_object_begin(rpj_cancellation* cancel);

// A record with `head_bytes` of structs after segment_object_t, and a text of `length` bytes, of which it has the
// beginning if it is too long. For a thread that counts as inside the engine, with its own block.
static inline void rpj_object_write(native_thread_t* thread, int32_t kind, const void* head, size_t head_bytes,
                                    const void* more, size_t more_bytes, const char* text, uint64_t length) {
    const uint64_t kept = length < RPJ_LONGEST_TEXT ? length : RPJ_LONGEST_TEXT;
    const uint64_t bytes = (sizeof(segment_object_t) + head_bytes + more_bytes + kept + 7) & ~7ull;
    segment_object_t* record = rpj_kept_claim(thread, 0, bytes);
    if (record == NULL) return;
    record->kind = kind;
    record->length = (int32_t)length;
    char* to = (char*)(record + 1);
    memcpy(to, head, head_bytes);
    memcpy(to + head_bytes, more, more_bytes);
    memcpy(to + head_bytes + more_bytes, text, kept);
    rpj_kept_commit(record, bytes);
}

// What is not there any more: `of` is a RPJ_GONE_*. The same threads.
void rpj_object_gone(native_thread_t* thread, uint64_t of, uint64_t id);

#endif
