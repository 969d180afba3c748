// The buffers of a pool, and the pieces of them that threads write into while they contend for the pool.
//
// ```
// buffer | records    | piece   | piece   | piece   | ...   | names | names |
//          of all       of one thread each  grow up ->      <- grow down
// ```
// A thread writes into its piece under a lock of its own. A buffer that is handed over takes its pieces back, and what
// they leave free is closed before the client sees it: the records of a thread are in order, those of different
// threads in the order of their pieces.
#ifndef RT_PIECES_H
#define RT_PIECES_H

#include <roctracer/roctracer_ext.h>

#include "rt.h"

enum {
    RT_RECORD = sizeof(activity_record_t),
    RT_MOST_PIECES = 320,
    RT_PIECE_SHARE = 256,       // a piece is this part of a buffer
    RT_LEAST_PIECE = 1 << 10,   // and at least so large
    RT_LEAST_PIECED = 64 << 10, // smaller buffers have none
};

struct rt_piece {
    char* begin;
    size_t used;
};

// Records that are delivered together, and the names they refer to. `piece`: those of a buffer, NULL in a batch with
// memory of its own.
struct batch {
    char *begin, *end, *names;
    struct batch* next; // in the list of batches with separate memory, which they are part of
    struct rt_piece* piece;
    uint32_t pieces;
    uint32_t writers; // that have had one of the pieces
};

// A thread's part in a pool. All but `taken` and the list is guarded by `lock`, whose holders are the thread, and under
// the pool's lock all others.
struct rt_part {
    _Alignas(128) _Atomic uint32_t lock;
    uint32_t index;           // of its piece
    uint64_t number;          // of the pool, when it took the piece
    char *end, *limit;        // the free rest of the piece; both NULL without one
    char *names_end, *names;  // the free rest of its memory for names
    uint64_t records;         // written since they were last counted
    const struct batch* last; // the buffer of its last piece
    _Atomic bool taken;       // by a thread
    const void* pool;
    struct rt_part* next;
};

// What is written at once: `companion` and `name` may be NULL.
struct rt_entry {
    const activity_record_t *companion, *record;
    const char* name;
    size_t name_bytes;
};

static inline size_t rt_entry_bytes(const struct rt_entry* entry) {
    return entry->companion != NULL ? 2 * RT_RECORD : RT_RECORD;
}

static inline bool rt_has_records(const struct batch* batch) { return batch->end != batch->begin; }

static inline bool rt_has_room(const struct batch* batch, const struct rt_entry* entry) {
    return (size_t)(batch->names - batch->end) >= rt_entry_bytes(entry) + entry->name_bytes;
}

// A batch of only this, in memory of its own, which free() frees; NULL without memory.
struct batch* rt_batch_of(const struct rt_entry* entry);

// Writes at the end of a batch with room; a name into the batch, if it has bytes.
void rt_append(struct batch* batch, const struct rt_entry* entry);

// The calling thread's part in the pool, NULL where it has none yet.
struct rt_part* rt_own_part(const void* pool);

// The same, made where needed; NULL when the thread has parts in other pools, or has ended, or without memory. `list`:
// the pool's parts. Under the pool's lock.
struct rt_part* rt_take_part(const void* pool, struct rt_part** list);

// Writes into the calling thread's piece. False where it has none of this pool, or the piece has no room.
bool rt_write_piece(struct rt_part* part, uint64_t number, const struct rt_entry* entry);

// Takes a piece for the part, as large as this if there is so much, and writes into it. False where the buffer has no
// room. Under the pool's lock.
bool rt_begin_piece(struct rt_part* part, uint64_t number, struct batch* batch, size_t bytes,
                    const struct rt_entry* entry);

// Ends the pieces of all parts of a buffer. Returns the records that were written and not counted yet. Under the
// pool's lock.
uint64_t rt_end_pieces(struct rt_part* list, struct batch* batch);

// Closes the gaps behind pieces. By the only user of the batch.
void rt_close_gaps(struct batch* batch);

// In a forked child: all parts are empty, and belong to the calling thread or to nobody.
void rt_parts_forked(struct rt_part* list);

#endif
