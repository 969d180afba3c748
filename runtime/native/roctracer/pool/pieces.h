// The records of a pool: batches, and the pieces of them that threads write into while they contend for the pool.
//
// ```
// buffer | records    | piece   | piece   | piece   | ...   | names | names |
//          of all       of one thread each  grow up ->      <- grow down
// ```
// A thread writes into its piece under a lock of its own, and takes the next one with one step of a word that all
// share. A buffer that is handed over takes its pieces back, and what they leave free is closed before the client sees
// it: the records of a thread are in order, those of different threads in the order of their pieces.
//
// A thread that takes a piece holds the lock of its part from before it reads which buffer that is. Pieces are taken
// back under the locks of all parts, so no buffer is emptied, or its memory freed, under a thread that takes a piece.
#ifndef RT_PIECES_H
#define RT_PIECES_H

#include <roctracer/roctracer_ext.h>
#include <string.h>

#include "base/rt.h"

enum {
    RT_RECORD = sizeof(activity_record_t),
    RT_MOST_PIECES = 320,
    RT_KNOWN_NAMES = 8,
    RT_LEAST_PIECED = 64 << 10, // smaller buffers have no pieces
};

// Larger buffers have none, either: their records cannot be counted in 27 bits.
static const size_t RT_MOST_PIECED = (size_t)RT_RECORD << 27;

// The word `claims`: whether the batch is closed, and how many pieces, records, and units for names have been taken.
enum { RT_CLOSED = 1, RT_PIECES_AT = 1, RT_RECORDS_AT = 10, RT_NAMES_AT = 37 };

static inline uint64_t rt_pieces_in(uint64_t claims) {
    return claims >> RT_PIECES_AT & ((1 << (RT_RECORDS_AT - RT_PIECES_AT)) - 1);
}

// In records of the batch.
struct rt_piece {
    uint32_t begin, used;
};

// Records that are delivered together, and the names they refer to. Written under the pool's lock, or by pieces: then
// `end` and `names` stay where the pieces begin.
struct batch {
    _Alignas(64) _Atomic uint64_t claims; // what pieces have taken; closed while there are none
    _Atomic uint32_t writers;             // that have had one of the pieces
    _Alignas(64) char* begin, *end, *names;
    struct batch* next; // in a list
    // Of a buffer; all are 0 in a batch with memory of its own.
    struct rt_piece* piece;
    uint64_t number; // of the pool
    uint32_t share;  // the records of a piece; 0: it has none
};

// A thread's part in a pool. All but `taken` and the list is guarded by `lock`, whose holders are the thread, and under
// the pool's lock all others.
struct rt_part {
    _Alignas(128) _Atomic uint32_t lock;
    uint32_t index;          // of its piece
    struct batch* batch;     // that has the piece; NULL without one
    char *end, *limit;       // the free rest of the piece
    char *names_end, *names; // the free rest of its memory for names
    struct {
        const char* copy;
        size_t bytes;
    } known[RT_KNOWN_NAMES]; // names that it has written into the batch
    _Atomic bool taken;      // by a thread
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

static inline bool rt_has_room(const struct batch* batch, const struct rt_entry* entry) {
    return (size_t)(batch->names - batch->end) >= rt_entry_bytes(entry) + entry->name_bytes;
}

static inline bool rt_has_records(const struct batch* batch) {
    return batch->end != batch->begin || rt_pieces_in(atomic_load_explicit(&batch->claims, memory_order_relaxed)) != 0;
}

// Whether threads may take pieces of it now.
static inline bool rt_has_pieces(const struct batch* batch) {
    return (atomic_load_explicit(&batch->claims, memory_order_relaxed) & RT_CLOSED) == 0;
}

static inline void rt_write_at(char** end, char** names, const struct rt_entry* entry) {
    if (entry->companion != NULL) {
        memcpy(*end, entry->companion, RT_RECORD);
        *end += RT_RECORD;
    }
    activity_record_t* record = (activity_record_t*)*end;
    memcpy(record, entry->record, RT_RECORD);
    *end += RT_RECORD;
    if (entry->name_bytes == 0) return;
    *names -= entry->name_bytes;
    memcpy(*names, entry->name, entry->name_bytes);
    record->kernel_name = *names;
}

// Writes at the end of a batch with room and without pieces; a name into the batch, if it has bytes.
static inline void rt_append(struct batch* batch, const struct rt_entry* entry) {
    rt_write_at(&batch->end, &batch->names, entry);
}

// A batch of only this, in memory of its own, which free() frees; NULL without memory.
struct batch* rt_batch_of(const struct rt_entry* entry);

// Without records and pieces. `bytes` are those from `begin` on.
void rt_empty(struct batch* batch, size_t bytes);

// Prepares an empty buffer of a pool for pieces. `piece`: RT_MOST_PIECES of them.
void rt_make_pieces(struct batch* batch, struct rt_piece* piece, uint64_t number, size_t bytes);

// From now on, threads may take pieces of the buffer, if its size allows. Under the pool's lock.
void rt_begin_pieces(struct batch* batch);

// The calling thread's part in the pool, NULL where it has none yet.
struct rt_part* rt_own_part(const void* pool);

// The same, made where needed; NULL when the thread has parts in other pools, or has ended, or without memory. `list`:
// the pool's parts. Under the pool's lock.
struct rt_part* rt_take_part(const void* pool, struct rt_part** list);

// Writes into the part's piece, or takes one of the buffer that `current` refers to at that time, of the pool's number.
// False where that has no room, or no pieces. By the part's thread; any thread under the pool's lock.
bool rt_write_piece(struct rt_part* part, _Atomic(struct batch*)* current, uint64_t number,
                    const struct rt_entry* entry);

// Takes back all pieces of a buffer: no record is written into it any more. Under the pool's lock.
void rt_end_pieces(struct rt_part* list, struct batch* batch);

// Closes the gaps behind pieces. By the only user of the batch.
void rt_close_gaps(struct batch* batch);

// In a forked child: all parts are empty, and belong to the calling thread or to nobody.
void rt_parts_forked(struct rt_part* list);

#endif
