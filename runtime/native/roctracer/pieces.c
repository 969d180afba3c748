// See pieces.h.
#include "pieces.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

enum { POOLS = 4 }; // in which a thread has parts

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

static bool try_lock(struct rt_part* part) {
    return atomic_exchange_explicit(&part->lock, 1, memory_order_acquire) == 0;
}

static void lock(struct rt_part* part) {
    while (!try_lock(part)) sched_yield(); // held for one record
}

static void unlock(struct rt_part* part) { atomic_store_explicit(&part->lock, 0, memory_order_release); }

// --- writing -------------------------------------------------------------------------------------------------------

static void write(char** end, char** names, const struct rt_entry* entry) {
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

void rt_append(struct batch* batch, const struct rt_entry* entry) { write(&batch->end, &batch->names, entry); }

struct batch* rt_batch_of(const struct rt_entry* entry) {
    const size_t bytes = rt_entry_bytes(entry) + entry->name_bytes;
    struct batch* batch = malloc(sizeof *batch + bytes);
    if (batch == NULL) return NULL;
    char* begin = (char*)(batch + 1);
    *batch = (struct batch){.begin = begin, .end = begin, .names = begin + bytes};
    rt_append(batch, entry);
    return batch;
}

static bool has_room(const struct rt_part* part, const struct rt_entry* entry) {
    return (size_t)(part->limit - part->end) >= rt_entry_bytes(entry)
        && (size_t)(part->names - part->names_end) >= entry->name_bytes;
}

static void write_here(struct rt_part* part, const struct rt_entry* entry) {
    write(&part->end, &part->names, entry);
    part->records += rt_entry_bytes(entry) / RT_RECORD;
}

// Another holder of the lock is about to end the piece.
bool rt_write_piece(struct rt_part* part, uint64_t number, const struct rt_entry* entry) {
    if (!try_lock(part)) return false;
    const bool fits = part->number == number && has_room(part, entry);
    if (fits) write_here(part, entry);
    unlock(part);
    return fits;
}

// --- pieces --------------------------------------------------------------------------------------------------------

static void end_piece(struct rt_part* part, struct batch* batch) {
    if (part->limit == NULL) return;
    struct rt_piece* piece = &batch->piece[part->index];
    piece->used = (size_t)(part->end - piece->begin);
    part->end = part->limit = NULL;
}

static size_t less_of(size_t a, size_t b) { return a < b ? a : b; }

// The part is locked. Takes memory for names, which may have some left over.
static void begin_names(struct rt_part* part, struct batch* batch, size_t bytes) {
    batch->names -= bytes;
    part->names_end = batch->names;
    part->names = batch->names + bytes;
}

static void begin_records(struct rt_part* part, struct batch* batch, size_t bytes) {
    end_piece(part, batch);
    part->index = batch->pieces++;
    batch->piece[part->index] = (struct rt_piece){.begin = batch->end};
    part->end = batch->end;
    part->limit = batch->end += bytes;
}

bool rt_begin_piece(struct rt_part* part, uint64_t number, struct batch* batch, size_t bytes,
                    const struct rt_entry* entry) {
    const size_t records = rt_entry_bytes(entry), name = entry->name_bytes;
    lock(part);
    if (part->number != number) part->end = part->limit = part->names = part->names_end = NULL;
    part->number = number;
    const bool wants_records = (size_t)(part->limit - part->end) < records;
    const bool wants_names = (size_t)(part->names - part->names_end) < name;
    const size_t free = (size_t)(batch->names - batch->end), least = wants_records ? records : 0;
    const bool fits = free >= least + (wants_names ? name : 0) && (!wants_records || batch->pieces < RT_MOST_PIECES);
    if (fits) {
        const size_t more = name > bytes / 2 ? name : bytes / 2;
        if (wants_names) begin_names(part, batch, less_of(more, free - least));
        const size_t rest = (size_t)(batch->names - batch->end);
        if (wants_records) begin_records(part, batch, less_of(bytes, rest) / RT_RECORD * RT_RECORD);
        batch->writers += part->last != batch;
        part->last = batch;
        write_here(part, entry);
    }
    unlock(part);
    return fits;
}

uint64_t rt_end_pieces(struct rt_part* list, struct batch* batch) {
    uint64_t records = 0;
    for (struct rt_part* part = list; part != NULL; part = part->next) {
        lock(part);
        end_piece(part, batch);
        part->names = part->names_end = NULL;
        records += part->records;
        part->records = 0;
        part->last = NULL;
        unlock(part);
    }
    return records;
}

void rt_close_gaps(struct batch* batch) {
    if (batch->pieces == 0) return;
    char* end = batch->piece[0].begin;
    for (uint32_t i = 0; i < batch->pieces; i++) {
        const struct rt_piece* piece = &batch->piece[i];
        if (end != piece->begin) memmove(end, piece->begin, piece->used);
        end += piece->used;
    }
    batch->end = end;
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
