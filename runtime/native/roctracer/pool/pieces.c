// See pieces.h.
#include "pool/pieces.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

enum { POOLS = 4 }; // in which a thread has parts

enum {
    PIECE_SHARE = 256, // a piece is this part of a buffer
    REST_SHARE = 16,   // and at most this part of what is still free, so that the last ones leave small gaps
    LEAST_PIECE = 16,  // records
    UNIT = RT_RECORD,  // memory for names is taken in units of this
    SPINS = 100,
};

static _Thread_local struct rt_part* own[POOLS] __attribute__((tls_model("initial-exec")));
static _Thread_local bool ended __attribute__((tls_model("initial-exec")));

static pthread_key_t key;
static pthread_once_t key_made = PTHREAD_ONCE_INIT;
static bool has_key;

// --- parts ---------------------------------------------------------------------------------------------------------

// What a thread has written stays; the next thread without a part continues.
static void give_back(void* parts) {
    struct rt_part** all = parts;
    ended = true;
    for (int i = 0; i < POOLS; i++) {
        if (all[i] != NULL) atomic_store_explicit(&all[i]->taken, false, memory_order_release);
        all[i] = NULL;
    }
}

static void make_key(void) { has_key = pthread_key_create(&key, give_back) == 0; }

struct rt_part* rt_own_part(const void* pool) {
    for (int i = 0; i < POOLS; i++)
        if (own[i] != NULL && own[i]->pool == pool) return own[i];
    return NULL;
}

static struct rt_part* make(const void* pool, struct rt_part** list) {
    struct rt_part* part = aligned_alloc(_Alignof(struct rt_part), sizeof *part);
    if (part == NULL) return NULL;
    memset(part, 0, sizeof *part);
    part->pool = pool;
    part->next = *list;
    return *list = part;
}

struct rt_part* rt_take_part(const void* pool, struct rt_part** list) {
    struct rt_part* part = rt_own_part(pool);
    int place = 0;
    if (part != NULL) return part;
    while (place < POOLS && own[place] != NULL) place++;
    pthread_once(&key_made, make_key);
    if (ended || place == POOLS || !has_key || pthread_setspecific(key, own) != 0) return NULL;
    for (part = *list; part != NULL; part = part->next)
        if (!atomic_load_explicit(&part->taken, memory_order_acquire)) break;
    if (part == NULL) part = make(pool, list);
    if (part != NULL) atomic_store_explicit(&part->taken, true, memory_order_relaxed);
    return own[place] = part;
}

static void lock(struct rt_part* part) { // held for one record
    for (int i = 1; atomic_exchange_explicit(&part->lock, 1, memory_order_acquire) != 0; i++)
        if (i % SPINS == 0) sched_yield();
        else __builtin_ia32_pause();
}

static void unlock(struct rt_part* part) { atomic_store_explicit(&part->lock, 0, memory_order_release); }

// --- batches -------------------------------------------------------------------------------------------------------

static uint64_t claims_of(uint64_t pieces, uint64_t records, uint64_t names) {
    return pieces << RT_PIECES_AT | records << RT_RECORDS_AT | names << RT_NAMES_AT;
}

static uint64_t records_in(uint64_t claims) {
    return claims >> RT_RECORDS_AT & ((1 << (RT_NAMES_AT - RT_RECORDS_AT)) - 1);
}
static uint64_t names_in(uint64_t claims) { return claims >> RT_NAMES_AT; }

void rt_empty(struct batch* batch, size_t bytes) {
    batch->end = batch->begin;
    batch->names = batch->begin + bytes;
    batch->next = NULL;
    atomic_store_explicit(&batch->writers, 0, memory_order_relaxed);
    atomic_store_explicit(&batch->claims, RT_CLOSED, memory_order_relaxed);
}

struct batch* rt_batch_of(const struct rt_entry* entry) {
    const size_t bytes = rt_entry_bytes(entry) + entry->name_bytes, alignment = _Alignof(struct batch);
    struct batch* batch = aligned_alloc(alignment, (sizeof *batch + bytes + alignment - 1) / alignment * alignment);
    if (batch == NULL) return NULL;
    *batch = (struct batch){.begin = (char*)(batch + 1)};
    rt_empty(batch, bytes);
    rt_append(batch, entry);
    return batch;
}

// --- taking pieces -------------------------------------------------------------------------------------------------

static uint32_t more_of(size_t a, size_t b) { return (uint32_t)(a > b ? a : b); }
static uint64_t less_of(uint64_t a, uint64_t b) { return a < b ? a : b; }

void rt_make_pieces(struct batch* batch, struct rt_piece* piece, uint64_t number, size_t bytes) {
    const bool pieced = bytes >= RT_LEAST_PIECED && bytes < RT_MOST_PIECED;
    batch->piece = piece;
    batch->number = number;
    batch->share = pieced ? more_of(bytes / PIECE_SHARE / RT_RECORD, LEAST_PIECE) : 0;
}

void rt_begin_pieces(struct batch* batch) {
    if (batch->share == 0 || atomic_load_explicit(&batch->claims, memory_order_relaxed) != RT_CLOSED) return;
    atomic_store_explicit(&batch->claims, 0, memory_order_release);
}

static void end_piece(struct rt_part* part) {
    if (part->batch == NULL) return;
    struct rt_piece* piece = &part->batch->piece[part->index];
    piece->used = (uint32_t)((part->end - part->batch->begin) / RT_RECORD) - piece->begin;
}

// The part is locked.
static void leave(struct rt_part* part) {
    end_piece(part);
    part->batch = NULL;
    part->end = part->limit = part->names = part->names_end = NULL;
    memset(part->known, 0, sizeof part->known);
}

// The part is locked. Takes what has been claimed; records begin behind those of `before`, names end below its names.
static void take(struct rt_part* part, struct batch* batch, uint64_t before, uint64_t records, uint64_t names) {
    if (part->batch != batch) {
        leave(part);
        atomic_fetch_add_explicit(&batch->writers, 1, memory_order_relaxed);
    }
    if (records != 0) {
        end_piece(part);
        part->index = (uint32_t)rt_pieces_in(before);
        part->end = batch->end + records_in(before) * RT_RECORD;
        part->limit = part->end + records * RT_RECORD;
        batch->piece[part->index].begin = (uint32_t)((part->end - batch->begin) / RT_RECORD);
    }
    if (names != 0) {
        part->names = batch->names - names_in(before) * UNIT;
        part->names_end = part->names - names * UNIT;
    }
    part->batch = batch;
}

// The part is locked. Takes a piece and memory for names, whichever the entry lacks.
static bool claim(struct rt_part* part, struct batch* batch, uint64_t number, const struct rt_entry* entry,
                  size_t name_bytes) {
    uint64_t before = atomic_load_explicit(&batch->claims, memory_order_acquire), more, more_names;
    // Only an open batch stays what it is while the part is locked.
    if ((before & RT_CLOSED) != 0 || batch->number != number) return false;
    const bool first = part->batch != batch;
    const uint64_t all = (uint64_t)(batch->names - batch->end) / RT_RECORD;
    const uint64_t records = first || (size_t)(part->limit - part->end) < rt_entry_bytes(entry) //
                               ? rt_entry_bytes(entry) / RT_RECORD
                               : 0;
    const uint64_t names = first || (size_t)(part->names - part->names_end) < name_bytes //
                             ? (name_bytes + UNIT - 1) / UNIT
                             : 0;
    do {
        const uint64_t free = all - records_in(before) - names_in(before);
        if ((before & RT_CLOSED) != 0 || free < records + names) return false;
        if (records != 0 && rt_pieces_in(before) == RT_MOST_PIECES) return false;
        const uint64_t size = less_of(batch->share, more_of(free / REST_SHARE, LEAST_PIECE));
        more_names = names == 0 ? 0 : less_of(more_of(size / 2, names), free - records);
        more = records == 0 ? 0 : less_of(more_of(size, records), free - more_names);
    } while (!atomic_compare_exchange_weak_explicit(&batch->claims, &before,
                                                    before + claims_of(records != 0, more, more_names),
                                                    memory_order_acq_rel, memory_order_acquire));
    take(part, batch, before, more, more_names);
    return true;
}

// --- writing into pieces -------------------------------------------------------------------------------------------

// The place of a name: where the text is the same, the copy is used again. A program has few kernels.
static size_t place_of(const char* name) { return (uintptr_t)name / 16 % RT_KNOWN_NAMES; }

static const char* known(const struct rt_part* part, const struct rt_entry* entry) {
    const size_t place = place_of(entry->name);
    if (entry->name_bytes == 0 || part->known[place].bytes != entry->name_bytes) return NULL;
    return memcmp(part->known[place].copy, entry->name, entry->name_bytes) == 0 ? part->known[place].copy : NULL;
}

static bool has_room(const struct rt_part* part, const struct rt_entry* entry, size_t name_bytes) {
    return (size_t)(part->limit - part->end) >= rt_entry_bytes(entry)
        && (size_t)(part->names - part->names_end) >= name_bytes;
}

static void write_here(struct rt_part* part, const struct rt_entry* entry, const char* copy) {
    if (copy != NULL) {
        rt_write_at(&part->end, &part->names,
                    &(struct rt_entry){.companion = entry->companion, .record = entry->record});
        ((activity_record_t*)part->end)[-1].kernel_name = copy;
        return;
    }
    rt_write_at(&part->end, &part->names, entry);
    if (entry->name_bytes == 0) return;
    const size_t place = place_of(entry->name);
    part->known[place].copy = part->names;
    part->known[place].bytes = entry->name_bytes;
}

bool rt_write_piece(struct rt_part* part, _Atomic(struct batch*)* current, uint64_t number,
                    const struct rt_entry* entry) {
    lock(part);
    const char* copy = known(part, entry);
    bool fits = part->batch != NULL && part->batch->number == number
             && has_room(part, entry, copy != NULL ? 0 : entry->name_bytes);
    if (!fits) {
        struct batch* batch = atomic_load_explicit(current, memory_order_acquire);
        if (part->batch != batch) copy = NULL;
        fits = batch != NULL && claim(part, batch, number, entry, copy != NULL ? 0 : entry->name_bytes);
    }
    if (fits) write_here(part, entry, copy);
    unlock(part);
    return fits;
}

// --- handing over --------------------------------------------------------------------------------------------------

void rt_end_pieces(struct rt_part* list, struct batch* batch) {
    if (atomic_fetch_or_explicit(&batch->claims, RT_CLOSED, memory_order_acq_rel) & RT_CLOSED) return;
    for (struct rt_part* part = list; part != NULL; part = part->next) {
        lock(part);
        if (part->batch == batch) leave(part);
        unlock(part);
    }
}

void rt_close_gaps(struct batch* batch) {
    const uint64_t pieces = rt_pieces_in(atomic_load_explicit(&batch->claims, memory_order_relaxed));
    for (uint64_t i = 0; i < pieces; i++) {
        const char* begin = batch->begin + (size_t)batch->piece[i].begin * RT_RECORD;
        const size_t bytes = (size_t)batch->piece[i].used * RT_RECORD;
        if (batch->end != begin) memmove(batch->end, begin, bytes);
        batch->end += bytes;
    }
}

void rt_parts_forked(struct rt_part* list) {
    for (struct rt_part* part = list; part != NULL; part = part->next) {
        const void* pool = part->pool;
        struct rt_part* next = part->next;
        memset(part, 0, sizeof *part);
        part->pool = pool;
        part->next = next;
        atomic_store(&part->taken, rt_own_part(pool) == part);
    }
}
