// The buffers of a pool: the one that takes records, the full ones in the order of their records, and the free ones.
//
// ```
// free -> current -> queue -> the consumer -> free
// ```
// There are two, whose memory is one block from the client's allocator if it has one. A pool with memory of our own
// gets up to two more of the same size where several threads often find none free, so that they continue to write while
// a full one waits for the consumer.
//
// All but `current` is guarded by the pool's lock.
#ifndef RT_BUFFERS_H
#define RT_BUFFERS_H

#include "pool/pieces.h"

enum {
    RT_LEAST_MEMORY = 128, // bytes of a buffer, also if fewer are used
    RT_FEWEST_BUFFERS = 2,
    RT_MOST_BUFFERS = 4,
    RT_MOST_GROWN = 4 << 20, // larger buffers stay two
    RT_OFTEN_FULL = 8,       // times without a free buffer before there is one more
    RT_OFTEN_ALONE = 4,      // buffers in a row that have had one writer, before threads have no pieces any more
    RT_OFTEN_CONTENDED = 32, // times that a writer found the lock taken, in one buffer, before threads have pieces
};

struct rt_buffers {
    // Both are read without the lock.
    _Alignas(128) _Atomic(struct batch*) current; // NULL: none is free
    atomic_bool pieced;                           // threads have pieces of it, or of the next one
    _Alignas(128) const roctracer_properties_t* properties;
    size_t limit;                    // bytes of a buffer that are used
    struct rt_part common;           // of threads that have no part, and first in the list of parts
    uint32_t contended, full, alone; // how often, see above
    uint32_t count, free_count;
    struct batch *free, *queue, **queue_end;
    uint64_t number, queued; // of the pool; batches that have been in the queue
    struct batch batch[RT_MOST_BUFFERS];
    char* memory[RT_MOST_BUFFERS]; // of the first two, NULL, and of the others
    struct rt_piece piece[RT_MOST_BUFFERS][RT_MOST_PIECES];
};

// For a new pool, with the parts of earlier ones. @return false without memory
bool rt_buffers_open(struct rt_buffers* buffers, const roctracer_properties_t* properties, uint64_t number);
// Frees the memory, when no thread uses it.
void rt_buffers_close(struct rt_buffers* buffers);

static inline struct batch* rt_current(struct rt_buffers* buffers) {
    return atomic_load_explicit(&buffers->current, memory_order_relaxed);
}

// Whether the current buffer has records.
bool rt_buffers_written(struct rt_buffers* buffers);
// Whether an empty buffer has room for it.
static inline bool rt_buffers_can_hold(const struct rt_buffers* buffers, const struct rt_entry* entry) {
    // Pieces take memory for names in units of records.
    const bool pieced = atomic_load_explicit(&buffers->pieced, memory_order_relaxed);
    return entry->name_bytes == 0 || entry->name_bytes + (pieced ? 3 : 1) * RT_RECORD <= buffers->limit;
}
// Writes into a piece of the current buffer. @return false where it has no room
bool rt_buffers_write_piece(struct rt_buffers* buffers, const struct rt_entry* entry);
// Writes into the current buffer. @return false where it has no room
static inline bool rt_buffers_write(struct rt_buffers* buffers, const struct rt_entry* entry) {
    struct batch* batch = rt_current(buffers);
    if (RT_UNLIKELY(batch == NULL)) return false;
    if (rt_has_pieces(batch)) return rt_buffers_write_piece(buffers, entry);
    // Below 128 bytes a buffer takes one record, or one pair.
    if (buffers->limit < RT_LEAST_MEMORY ? rt_has_records(batch) : !rt_has_room(batch, entry)) return false;
    rt_append(batch, entry);
    return true;
}
// A writer has found the lock taken.
void rt_buffers_contended(struct rt_buffers* buffers);
// Puts the current buffer into the queue, if it has records. If one is wanted, a free one is the next, or none.
void rt_buffers_hand_over(struct rt_buffers* buffers, bool wants_next);
void rt_buffers_queue(struct rt_buffers* buffers, struct batch* batch);
// The first of the queue, NULL if that is empty.
struct batch* rt_buffers_take(struct rt_buffers* buffers);
// The consumer has delivered it. @return whether it found no current buffer, and there is one now
bool rt_buffers_give_back(struct rt_buffers* buffers, struct batch* batch, bool wants_next);
// In a forked child: empties all but the one that the calling thread delivers, which may be NULL.
void rt_buffers_forked(struct rt_buffers* buffers, const struct batch* delivered);

#endif
