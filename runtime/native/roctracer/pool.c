// Memory pools: two buffers (pieces.h), and a thread that delivers the full one to the client.
//
// Writers wait while both are full; no record is dropped. A wait that could only end after itself (a client's
// function that writes to its own pool, or two that flush each other's) is not started: such records get separate
// memory, ordered after the contents of the buffers.
//
// Records are written under the pool's lock, in order of time, until threads often find that taken. From then on they
// have pieces, until a buffer has had only one writer.
//
// Lock order: a pool's lock, then `graph`, then a part's. No lock is held while a client's function runs.
#include "pool.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "direct.h"
#include "errors.h"
#include "pieces.h"
#include "pool_memory.h"

enum { LEAST_MEMORY = 128, OFTEN = 32 };

struct rt_pool {
    atomic_bool pieced; // read by all writers
    _Alignas(128) pthread_mutex_t lock;
    pthread_cond_t filled;    // for the consumer: there is something to do
    pthread_cond_t delivered; // for all others: the consumer has done it
    uint64_t number;          // counts the pools that have been at this address
    bool open, closing;
    bool has_consumer, consumer_ended;
    bool orphaned; // no thread waits for the consumer's end: it frees the memory
    roctracer_properties_t properties;
    size_t limit; // bytes of a buffer that are used
    char* memory;
    struct batch buffers[2];
    int writing;          // the buffer that takes records
    bool busy;            // the consumer has the other one, or an extra batch
    struct batch* handed; // what the consumer has or gets next
    struct batch *extra, **extra_end;
    uint64_t written_records, delivered_records; // those in pieces are counted later
    unsigned direct; // threads in the callback of a direct pool, which has no buffers and no consumer
    struct rt_piece piece[2][RT_MOST_PIECES];
    struct rt_part common;     // of threads that have no part, and first in the list of parts
    uint32_t contended;        // how often a writer found the lock taken, in this buffer
    struct rt_pool* waits_for; // the pool that this one's consumer waits for; guarded by `graph`
    struct rt_pool* next;      // all pools ever made; guarded by `graph`
};

static pthread_mutex_t graph = PTHREAD_MUTEX_INITIALIZER;
static struct rt_pool* pools;

// The pool whose consumer this thread is.
static _Thread_local struct rt_pool* consuming __attribute__((tls_model("initial-exec")));

bool rt_pool_consumes(void) { return consuming != NULL; }

// --- buffers -------------------------------------------------------------------------------------------------------

static void empty(struct rt_pool* pool, int index) {
    const size_t bytes = pool->limit < LEAST_MEMORY ? LEAST_MEMORY : pool->limit;
    char* begin = pool->memory + (size_t)index * bytes;
    pool->buffers[index] =
        (struct batch){.begin = begin, .end = begin, .names = begin + bytes, .piece = pool->piece[index]};
}

// With the lock. All records written so far are counted then, and no thread has a piece.
static void end_pieces(struct rt_pool* pool) {
    struct batch* batch = &pool->buffers[pool->writing];
    if (batch->pieces != 0) pool->written_records += rt_end_pieces(&pool->common, batch);
}

// With the lock. Whether the threads have pieces of the next buffer.
static void decide_on_pieces(struct rt_pool* pool) {
    const bool pieced = atomic_load_explicit(&pool->pieced, memory_order_relaxed);
    const bool wanted = pieced ? pool->buffers[pool->writing].writers > 1 : pool->contended >= OFTEN;
    if (wanted != pieced)
        atomic_store_explicit(&pool->pieced, wanted && pool->limit >= RT_LEAST_PIECED, memory_order_relaxed);
    pool->contended = 0;
}

// With the lock, when the consumer is idle.
static void hand_over(struct rt_pool* pool) {
    end_pieces(pool);
    decide_on_pieces(pool);
    pool->handed = &pool->buffers[pool->writing];
    pool->busy = true;
    pool->writing = !pool->writing;
    empty(pool, pool->writing);
    pthread_cond_signal(&pool->filled);
}

// --- the consumer --------------------------------------------------------------------------------------------------

// With the lock, which is released while the client's function runs.
static void deliver(struct rt_pool* pool, struct batch* batch) {
    pthread_mutex_unlock(&pool->lock);
    rt_close_gaps(batch);
    if (pool->properties.buffer_callback_fun != NULL)
        pool->properties.buffer_callback_fun(batch->begin, batch->end, pool->properties.buffer_callback_arg);
    pthread_mutex_lock(&pool->lock);
    pool->delivered_records += (uint64_t)(batch->end - batch->begin) / RT_RECORD;
    pool->busy = false;
    pthread_cond_broadcast(&pool->delivered);
}

// With the lock. The buffers' contents are older than separate batches.
static void deliver_extra(struct rt_pool* pool) {
    if (rt_has_records(&pool->buffers[pool->writing])) {
        hand_over(pool);
        return;
    }
    struct batch* batch = pool->extra;
    pool->extra = batch->next;
    if (pool->extra == NULL) pool->extra_end = &pool->extra;
    pool->busy = true;
    deliver(pool, batch);
    free(batch);
}

static void release(struct rt_pool* pool);

static void* consume(void* data) {
    struct rt_pool* pool = consuming = data;
    pthread_mutex_lock(&pool->lock);
    for (;;) {
        if (pool->handed != NULL) {
            struct batch* batch = pool->handed;
            pool->handed = NULL;
            deliver(pool, batch);
        } else if (pool->extra != NULL) {
            deliver_extra(pool);
        } else if (pool->closing && rt_has_records(&pool->buffers[pool->writing])) {
            hand_over(pool);
        } else if (pool->closing) {
            break;
        } else {
            pthread_cond_wait(&pool->filled, &pool->lock);
        }
    }
    pool->consumer_ended = true;
    const bool orphaned = pool->orphaned;
    pthread_cond_broadcast(&pool->delivered);
    pthread_mutex_unlock(&pool->lock);
    if (orphaned) release(pool);
    return NULL;
}

// With the lock. The thread blocks all signals, which belong to the program.
static bool start_consumer(struct rt_pool* pool) {
    if (pool->has_consumer) return true;
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_t thread;
    pool->has_consumer = pthread_create(&thread, NULL, consume, pool) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (pool->has_consumer) pthread_detach(thread);
    return pool->has_consumer;
}

// --- waiting -------------------------------------------------------------------------------------------------------

// Waits until the pool's consumer has delivered something, with the lock. @return false, at once, when that
// consumer is this thread or waits for it
static bool await(struct rt_pool* pool) {
    struct rt_pool* own = consuming;
    if (own != NULL) {
        pthread_mutex_lock(&graph);
        bool circular = false;
        for (const struct rt_pool* p = pool; p != NULL && !circular; p = p->waits_for) circular = p == own;
        if (!circular) own->waits_for = pool;
        pthread_mutex_unlock(&graph);
        if (circular) return false;
    }
    if (!start_consumer(pool)) return false; // in a forked child that cannot have one
    pthread_cond_wait(&pool->delivered, &pool->lock);
    if (own != NULL) {
        pthread_mutex_lock(&graph);
        own->waits_for = NULL;
        pthread_mutex_unlock(&graph);
    }
    return true;
}

// With the lock: waits until all records written so far have been delivered. @return false when waiting is
// not possible
static bool await_records(struct rt_pool* pool, uint64_t target) {
    const uint64_t number = pool->number;
    while (pool->number == number && pool->delivered_records < target) {
        if (!pool->busy && rt_has_records(&pool->buffers[pool->writing])) hand_over(pool);
        if (!await(pool)) return false;
    }
    return true;
}

// --- writing -------------------------------------------------------------------------------------------------------

// With the lock. A record that cannot wait; without memory it is lost, which is reported.
static void write_extra(struct rt_pool* pool, const struct rt_entry* entry) {
    struct batch* batch = rt_batch_of(entry);
    if (batch == NULL) {
        rt_complain("no memory for a record that a buffer callback caused: it is lost");
        return;
    }
    *pool->extra_end = batch;
    pool->extra_end = &batch->next;
    end_pieces(pool); // other records are ordered after this one
    pool->written_records += rt_entry_bytes(entry) / RT_RECORD;
    pthread_cond_signal(&pool->filled);
}

static bool is(const struct rt_pool* pool, uint64_t number) { return pool->open && pool->number == number; }

// With the lock. False where the buffer has no room.
static bool write_in_buffer(struct rt_pool* pool, const struct rt_entry* entry) {
    struct batch* batch = &pool->buffers[pool->writing];
    if (atomic_load_explicit(&pool->pieced, memory_order_relaxed)) {
        const size_t share = pool->limit / RT_PIECE_SHARE / RT_RECORD * RT_RECORD;
        const size_t bytes = share < RT_LEAST_PIECE ? RT_LEAST_PIECE : share;
        struct rt_part* part = rt_take_part(pool, &pool->common.next);
        return rt_begin_piece(part != NULL ? part : &pool->common, pool->number, batch, bytes, entry);
    }
    // Below 128 bytes a buffer takes one record, or one pair.
    if (pool->limit < LEAST_MEMORY ? rt_has_records(batch) : !rt_has_room(batch, entry)) return false;
    rt_append(batch, entry);
    pool->written_records += rt_entry_bytes(entry) / RT_RECORD;
    return true;
}

static bool is_direct(const struct rt_pool* pool) { return pool->properties.mode == RT_POOL_DIRECT; }

// With the lock, which is released while the client's function runs.
static void write_directly(struct rt_pool* pool, const struct rt_entry* entry) {
    activity_record_t records[2], record = *entry->record;
    struct batch batch = {.begin = (char*)records, .end = (char*)records, .names = (char*)(records + 2)};
    if (entry->name != NULL) record.kernel_name = entry->name;
    rt_append(&batch, &(struct rt_entry){.companion = entry->companion, .record = &record});
    pool->direct++;
    pthread_mutex_unlock(&pool->lock);
    pool->properties.buffer_callback_fun(batch.begin, batch.end, pool->properties.buffer_callback_arg);
    pthread_mutex_lock(&pool->lock);
    if (--pool->direct == 0) pthread_cond_broadcast(&pool->delivered);
}

// With the lock. A name that no buffer can hold stays in the caller's memory, and the caller waits for the delivery.
static bool write_here(struct rt_pool* pool, const struct rt_entry* entry, bool fits) {
    if (fits) return write_in_buffer(pool, entry);
    activity_record_t named = *entry->record;
    named.kernel_name = entry->name;
    if (!write_in_buffer(pool, &(struct rt_entry){.companion = entry->companion, .record = &named})) return false;
    end_pieces(pool);
    await_records(pool, pool->written_records);
    return true;
}

// A thread that often waits here gets pieces.
static void lock_to_write(struct rt_pool* pool) {
    if (pthread_mutex_trylock(&pool->lock) == 0) return;
    pthread_mutex_lock(&pool->lock);
    if (!is_direct(pool) && ++pool->contended == OFTEN) decide_on_pieces(pool);
}

static void write_with_lock(struct rt_sink sink, const struct rt_entry* entry) {
    struct rt_pool* pool = sink.pool;
    lock_to_write(pool);
    if (is(pool, sink.number) && is_direct(pool)) {
        write_directly(pool, entry);
        pthread_mutex_unlock(&pool->lock);
        return;
    }
    const bool fits = entry->name_bytes == 0 || entry->name_bytes + RT_RECORD <= pool->limit;
    while (is(pool, sink.number)) {
        const bool ordered = pool->extra == NULL;
        const bool waits = !fits && (consuming != NULL || !start_consumer(pool));
        if (ordered && !waits && write_here(pool, entry, fits)) break;
        if (ordered && !waits && !pool->busy && start_consumer(pool)) {
            hand_over(pool);
            continue;
        }
        if (waits || !await(pool)) {
            write_extra(pool, entry);
            break;
        }
    }
    pthread_mutex_unlock(&pool->lock);
}

void rt_pool_write(struct rt_sink sink, const activity_record_t* companion, const activity_record_t* record,
                   const char* name) {
    struct rt_pool* pool = sink.pool;
    if (pool == NULL) return;
    const struct rt_entry entry = {companion, record, name, name != NULL ? strlen(name) + 1 : 0};
    if (atomic_load_explicit(&pool->pieced, memory_order_relaxed)) {
        struct rt_part* part = rt_own_part(pool);
        if (part != NULL && rt_write_piece(part, sink.number, &entry)) return;
    }
    write_with_lock(sink, &entry);
}

// --- open, flush, close --------------------------------------------------------------------------------------------

// A lock that spins first: it is held for less time than falling asleep takes.
static void make_lock(struct rt_pool* pool) {
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ADAPTIVE_NP);
    pthread_mutex_init(&pool->lock, &attributes);
    pthread_mutexattr_destroy(&attributes);
    pthread_cond_init(&pool->filled, NULL);
    pthread_cond_init(&pool->delivered, NULL);
}

// Takes a closed pool from the list, or makes a new one that no other thread takes.
static struct rt_pool* take(void) {
    pthread_mutex_lock(&graph);
    struct rt_pool* pool = pools;
    while (pool != NULL && pool->memory != NULL) pool = pool->next;
    if (pool == NULL && (pool = aligned_alloc(_Alignof(struct rt_pool), sizeof *pool)) != NULL) {
        memset(pool, 0, sizeof *pool);
        pool->common.pool = pool;
        make_lock(pool);
        pool->next = pools;
        pools = pool;
    }
    static char taken;
    if (pool != NULL) pool->memory = &taken;
    pthread_mutex_unlock(&graph);
    return pool;
}

static void give_back(struct rt_pool* pool) {
    pthread_mutex_lock(&graph);
    pool->memory = NULL;
    pthread_mutex_unlock(&graph);
}

struct rt_pool* rt_pool_open(const roctracer_properties_t* properties) {
    const size_t size = properties->buffer_size;
    if (size > SIZE_MAX / 4) return NULL;
    struct rt_pool* pool = take();
    if (pool == NULL) return NULL;
    char* memory = rt_pool_memory(properties, 2 * (size < LEAST_MEMORY ? LEAST_MEMORY : size));
    if (memory == NULL) {
        give_back(pool);
        return NULL;
    }
    pthread_mutex_lock(&pool->lock);
    pool->properties = *properties;
    pool->memory = memory;
    pool->limit = size < RT_RECORD ? RT_RECORD : size & ~(size_t)7; // records are aligned in both buffers
    empty(pool, 0);
    empty(pool, 1);
    pool->writing = 0;
    pool->busy = pool->closing = pool->orphaned = pool->has_consumer = pool->consumer_ended = false;
    pool->handed = NULL;
    pool->extra = NULL;
    pool->extra_end = &pool->extra;
    pool->written_records = pool->delivered_records = 0;
    pool->contended = 0;
    atomic_store_explicit(&pool->pieced, false, memory_order_relaxed);
    pool->number++;
    pool->direct = 0;
    pool->open = is_direct(pool) || start_consumer(pool);
    const bool opened = pool->open;
    pthread_mutex_unlock(&pool->lock);
    if (!opened) release(pool);
    return opened ? pool : NULL;
}

struct rt_sink rt_pool_sink(struct rt_pool* pool) {
    struct rt_sink sink = {pool, 0};
    if (pool == NULL) return sink;
    pthread_mutex_lock(&pool->lock);
    if (pool->open) sink.number = pool->number;
    else sink.pool = NULL;
    pthread_mutex_unlock(&pool->lock);
    return sink;
}

void rt_pool_flush(struct rt_pool* pool) {
    pthread_mutex_lock(&pool->lock);
    end_pieces(pool);
    if (pool->open) await_records(pool, pool->written_records);
    pthread_mutex_unlock(&pool->lock);
}

// Frees the memory, when no thread uses the pool any more.
static void release(struct rt_pool* pool) {
    rt_pool_memory_free(pool->properties, pool->memory);
    give_back(pool);
}

void rt_pool_close(struct rt_pool* pool) {
    pthread_mutex_lock(&pool->lock);
    const bool first = pool->open;
    pool->open = false;
    if (!first) {
        pthread_mutex_unlock(&pool->lock);
        return;
    }
    while (pool->direct > 0) pthread_cond_wait(&pool->delivered, &pool->lock);
    end_pieces(pool);
    await_records(pool, pool->written_records);
    pool->closing = true;
    pthread_cond_signal(&pool->filled);
    pthread_cond_broadcast(&pool->delivered); // for waiting writers: the pool is closed
    while (pool->has_consumer && !pool->consumer_ended && !pool->orphaned) pool->orphaned = !await(pool);
    const bool mine = !pool->orphaned;
    pthread_mutex_unlock(&pool->lock);
    if (mine) release(pool);
}

void rt_pools_forked(void) {
    pthread_mutex_init(&graph, NULL);
    for (struct rt_pool* pool = pools; pool != NULL; pool = pool->next) {
        make_lock(pool);
        rt_parts_forked(&pool->common);
        pool->waits_for = NULL;
        pool->direct = 0;
        if (!pool->open) continue;
        // The parent delivers the contents of the buffers. A consumer of our own is started when first needed.
        pool->has_consumer = pool->busy = false;
        pool->handed = NULL;
        pool->extra = NULL;
        pool->extra_end = &pool->extra;
        empty(pool, pool->writing);
        pool->delivered_records = pool->written_records;
    }
    consuming = NULL;
}
