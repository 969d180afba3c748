// Memory pools: buffers (buffers.h), and a thread that delivers the full ones to the client.
//
// Writers wait while no buffer is free; no record is dropped. A wait that could only end after itself (a client's
// function that writes to its own pool, or two that flush each other's) is not started: such records get separate
// memory, ordered after the contents of the buffers.
//
// Records are written under the pool's lock, in order of time, until threads often find that taken. From then on they
// have pieces (pieces.h), until several buffers have had only one writer.
//
// Lock order: a pool's lock, then `graph`, then a part's. No lock is held while a client's function runs.
#include "pool/pool.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "../../floating_point.h"
#include "base/errors.h"
#include "base/own_threads.h"
#include "pool/buffers.h"
#include "pool/direct.h"

enum { SPINS = 1500 }; // some 20 us, less than falling asleep and being woken take

struct rt_pool {
    struct rt_buffers buffers;
    _Alignas(128) atomic_uint spinning; // writers that look for a free buffer
    _Alignas(128) atomic_uint told;     // changes when the consumer gets something to do
    _Alignas(128) pthread_mutex_t lock;
    pthread_cond_t filled;    // for the consumer: there is something to do
    pthread_cond_t delivered; // for flushes: the consumer has done it
    pthread_cond_t freed;     // for writers: there is a buffer again
    uint32_t waiting;         // for `freed`, and not woken yet
    atomic_uint others;       // processors beside one; read without the lock
    uint64_t number;          // counts the pools that have been at this address
    bool open, closing;
    bool has_consumer, consumer_ended;
    bool orphaned; // no thread waits for the consumer's end: it frees the memory
    roctracer_properties_t properties;
    const struct batch* busy;  // what the consumer has
    uint64_t delivered_count;  // batches
    uint64_t wanted;           // how many flushes have asked for
    unsigned direct;           // threads in the callback of a direct pool, which has no buffers and no consumer
    struct rt_pool* waits_for; // the pool that this one's consumer waits for; guarded by `graph`
    bool taken;                // guarded by `graph`, as the next
    struct rt_pool* next;      // all pools ever made
};

static pthread_mutex_t graph = PTHREAD_MUTEX_INITIALIZER;
static struct rt_pool* pools;

// The pool whose consumer this thread is.
static _Thread_local struct rt_pool* consuming __attribute__((tls_model("initial-exec")));

bool rt_pool_consumes(void) { return consuming != NULL; }

// --- the consumer --------------------------------------------------------------------------------------------------

static unsigned forks; // of this process's ancestors

// With the lock.
static void tell_consumer(struct rt_pool* pool) {
    atomic_fetch_add_explicit(&pool->told, 1, memory_order_relaxed);
    pthread_cond_signal(&pool->filled);
}

// With the lock.
static void hand_over(struct rt_pool* pool) {
    rt_buffers_hand_over(&pool->buffers, pool->open);
    tell_consumer(pool);
}

static uint32_t others(struct rt_pool* pool) { return atomic_load_explicit(&pool->others, memory_order_relaxed); }

// With the lock, which is released meanwhile. While several threads write, the next buffer often follows within the
// time that a thread needs to fall asleep and wake up.
static bool spin_for_work(struct rt_pool* pool) {
    if (!atomic_load_explicit(&pool->buffers.pieced, memory_order_relaxed) || others(pool) == 0) return false;
    const unsigned told = atomic_load_explicit(&pool->told, memory_order_relaxed);
    pthread_mutex_unlock(&pool->lock);
    for (int i = 0; i < SPINS && atomic_load_explicit(&pool->told, memory_order_relaxed) == told; i++)
        __builtin_ia32_pause();
    pthread_mutex_lock(&pool->lock);
    return atomic_load_explicit(&pool->told, memory_order_relaxed) != told;
}

// With the lock. There is a buffer again. A thread that has more to deliver wakes one writer only, and that one wakes
// the other ones; unless it might have to wait for a processor first.
static void wake_writers(struct rt_pool* pool) {
    if (pool->waiting == 0) return;
    const bool one = pool->buffers.queue != NULL && pool->waiting <= others(pool);
    pool->waiting = one ? pool->waiting - 1 : 0;
    if (one) pthread_cond_signal(&pool->freed);
    else pthread_cond_broadcast(&pool->freed);
}

// With the lock, which is released while the client's function runs.
static void deliver(struct rt_pool* pool, struct batch* batch) {
    const unsigned before = forks;
    pool->busy = batch;
    pthread_mutex_unlock(&pool->lock);
    rt_close_gaps(batch);
    if (pool->properties.buffer_callback_fun != NULL)
        pool->properties.buffer_callback_fun(batch->begin, batch->end, pool->properties.buffer_callback_arg);
    pthread_mutex_lock(&pool->lock);
    if (forks != before) return; // in a child, where the pool has begun anew
    pool->busy = NULL;
    pool->delivered_count++;
    pthread_cond_broadcast(&pool->delivered);
    if (rt_buffers_give_back(&pool->buffers, batch, pool->open)) wake_writers(pool);
}

static void release(struct rt_pool* pool);

static void* consume(void* data) {
    struct rt_pool* pool = consuming = data;
    rpj_floating_point_default(); // a thread inherits its creator's
    pthread_mutex_lock(&pool->lock);
    for (;;) {
        struct batch* batch = rt_buffers_take(&pool->buffers);
        if (batch != NULL) deliver(pool, batch);
        else if (pool->wanted > pool->buffers.queued && rt_buffers_written(&pool->buffers)) hand_over(pool);
        else if (pool->closing) break;
        else if (!spin_for_work(pool)) pthread_cond_wait(&pool->filled, &pool->lock);
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
    pool->has_consumer = rt_create_thread(&thread, consume, pool) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (pool->has_consumer) pthread_detach(thread);
    return pool->has_consumer;
}

// --- waiting -------------------------------------------------------------------------------------------------------

// Waits until the pool's consumer has delivered something, with the lock. @return false, at once, when that
// consumer is this thread or waits for it
static bool await(struct rt_pool* pool, pthread_cond_t* condition) {
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
    pthread_cond_wait(condition, &pool->lock);
    if (own != NULL) {
        pthread_mutex_lock(&graph);
        own->waits_for = NULL;
        pthread_mutex_unlock(&graph);
    }
    return true;
}

// With the lock. As many batches as have to be delivered so that all records written so far are.
static uint64_t all_batches(struct rt_pool* pool) { return pool->buffers.queued + rt_buffers_written(&pool->buffers); }

// With the lock: waits until so many batches have been delivered. The consumer hands over the current buffer when it
// has nothing else to do. @return false when waiting is not possible
static bool await_batches(struct rt_pool* pool, uint64_t target) {
    const uint64_t number = pool->number, wanted = pool->wanted;
    if (target > wanted) pool->wanted = target;
    tell_consumer(pool);
    while (pool->number == number && pool->delivered_count < target) {
        if (await(pool, &pool->delivered)) continue;
        if (pool->wanted == target) pool->wanted = wanted;
        return false;
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
    if (rt_buffers_written(&pool->buffers)) hand_over(pool); // its records come before this one
    rt_buffers_queue(&pool->buffers, batch);
    tell_consumer(pool);
}

static bool is(const struct rt_pool* pool, uint64_t number) { return pool->open && pool->number == number; }

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
    if (fits) return rt_buffers_write(&pool->buffers, entry);
    activity_record_t named = *entry->record;
    named.kernel_name = entry->name;
    if (!rt_buffers_write(&pool->buffers, &(struct rt_entry){.companion = entry->companion, .record = &named}))
        return false;
    await_batches(pool, all_batches(pool));
    return true;
}

// Only where another processor can empty a buffer meanwhile, and no thread waits for the spinning one.
static bool may_spin(struct rt_pool* pool) {
    return consuming == NULL && others(pool) != 0 && atomic_load_explicit(&pool->buffers.pieced, memory_order_relaxed);
}

static bool is_full(struct rt_pool* pool) {
    return atomic_load_explicit(&pool->buffers.current, memory_order_relaxed) == NULL;
}

// While no buffer is free. One processor is left to the consumer.
static void spin_for_buffer(struct rt_pool* pool) {
    if (atomic_fetch_add_explicit(&pool->spinning, 1, memory_order_relaxed) < others(pool))
        for (int i = 0; i < SPINS && is_full(pool); i++) __builtin_ia32_pause();
    atomic_fetch_sub_explicit(&pool->spinning, 1, memory_order_relaxed);
}

// A thread that often waits here gets pieces.
static void lock_to_write(struct rt_pool* pool) {
    if (pthread_mutex_trylock(&pool->lock) == 0) return;
    pthread_mutex_lock(&pool->lock);
    if (!is_direct(pool)) rt_buffers_contended(&pool->buffers);
}

// With the lock. @return false when there is no room now, and the thread has not been `patient`
static bool write_or_wait(struct rt_pool* pool, uint64_t number, const struct rt_entry* entry, bool patient,
                          bool* waited) {
    while (is(pool, number)) {
        const bool fits = rt_buffers_can_hold(&pool->buffers, entry);
        const bool waits = !fits && (consuming != NULL || !start_consumer(pool));
        if (!waits && write_here(pool, entry, fits)) break;
        if (!waits && rt_current(&pool->buffers) != NULL && start_consumer(pool)) {
            hand_over(pool);
            continue;
        }
        if (!patient && may_spin(pool)) return false;
        pool->waiting++;
        if (waits || !await(pool, &pool->freed)) {
            pool->waiting--;
            write_extra(pool, entry);
            break;
        }
        *waited = true;
    }
    return true;
}

// With the lock, which it releases. @return false as above
static __attribute__((noinline)) bool write_slowly(struct rt_sink sink, const struct rt_entry* entry, bool patient) {
    struct rt_pool* pool = sink.pool;
    bool written = true, waited = false;
    if (!is_direct(pool)) written = write_or_wait(pool, sink.number, entry, patient, &waited);
    else if (is(pool, sink.number)) write_directly(pool, entry);
    const bool wakes = waited && pool->waiting != 0;
    if (wakes) pool->waiting = 0;
    pthread_mutex_unlock(&pool->lock);
    if (wakes) pthread_cond_broadcast(&pool->freed);
    return written;
}

// One thread's records go straight into the buffer. @return false as above
static inline bool write_with_lock(struct rt_sink sink, const struct rt_entry* entry, bool patient) {
    struct rt_pool* pool = sink.pool;
    lock_to_write(pool);
    if (RT_UNLIKELY(!is(pool, sink.number) || is_direct(pool) || !rt_buffers_can_hold(&pool->buffers, entry)
                    || !rt_buffers_write(&pool->buffers, entry)))
        return write_slowly(sink, entry, patient);
    pthread_mutex_unlock(&pool->lock);
    return true;
}

// Without the lock. False where that is needed.
static bool write_piece(struct rt_sink sink, const struct rt_entry* entry) {
    struct rt_buffers* buffers = &sink.pool->buffers;
    if (!atomic_load_explicit(&buffers->pieced, memory_order_relaxed)) return false;
    struct rt_part* part = rt_own_part(buffers);
    return part != NULL && rt_write_piece(part, &buffers->current, sink.number, entry);
}

void rt_pool_write(struct rt_sink sink, const activity_record_t* companion, const activity_record_t* record,
                   const char* name) {
    struct rt_pool* pool = sink.pool;
    if (pool == NULL) return;
    const struct rt_entry entry = {companion, record, name, name != NULL ? strlen(name) + 1 : 0};
    if (write_piece(sink, &entry)) return;
    const bool spins = is_full(pool) && may_spin(pool);
    if (!spins && write_with_lock(sink, &entry, false)) return;
    spin_for_buffer(pool);
    if (!write_piece(sink, &entry)) write_with_lock(sink, &entry, true);
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
    pthread_cond_init(&pool->freed, NULL);
}

// Takes a closed pool from the list, or makes a new one that no other thread takes.
static struct rt_pool* take(void) {
    pthread_mutex_lock(&graph);
    struct rt_pool* pool = pools;
    while (pool != NULL && pool->taken) pool = pool->next;
    if (pool == NULL && (pool = aligned_alloc(_Alignof(struct rt_pool), sizeof *pool)) != NULL) {
        memset(pool, 0, sizeof *pool);
        pool->buffers.common.pool = &pool->buffers;
        make_lock(pool);
        pool->next = pools;
        pools = pool;
    }
    if (pool != NULL) pool->taken = true;
    pthread_mutex_unlock(&graph);
    return pool;
}

static void give_back(struct rt_pool* pool) {
    pthread_mutex_lock(&graph);
    pool->taken = false;
    pthread_mutex_unlock(&graph);
}

static uint32_t processors(void) {
    cpu_set_t allowed;
    return sched_getaffinity(0, sizeof allowed, &allowed) == 0 ? (uint32_t)CPU_COUNT(&allowed) : 1;
}

// With the lock.
static bool begin(struct rt_pool* pool, const roctracer_properties_t* properties) {
    pool->properties = *properties;
    if (!rt_buffers_open(&pool->buffers, &pool->properties, pool->number + 1)) return false;
    pool->number++;
    pool->closing = pool->orphaned = pool->has_consumer = pool->consumer_ended = false;
    pool->busy = NULL;
    pool->delivered_count = pool->wanted = 0;
    pool->direct = pool->waiting = 0;
    atomic_store_explicit(&pool->others, processors() - 1, memory_order_relaxed);
    return true;
}

struct rt_pool* rt_pool_open(const roctracer_properties_t* properties) {
    struct rt_pool* pool = take();
    if (pool == NULL) return NULL;
    pthread_mutex_lock(&pool->lock);
    const bool begun = begin(pool, properties), opened = begun && (is_direct(pool) || start_consumer(pool));
    pool->open = opened;
    pthread_mutex_unlock(&pool->lock);
    if (opened) return pool;
    if (begun) release(pool);
    else give_back(pool);
    return NULL;
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

bool rt_pool_is_direct(struct rt_sink sink) {
    if (sink.pool == NULL) return false;
    pthread_mutex_lock(&sink.pool->lock);
    const bool direct = is(sink.pool, sink.number) && is_direct(sink.pool);
    pthread_mutex_unlock(&sink.pool->lock);
    return direct;
}

void rt_pool_flush(struct rt_pool* pool) {
    pthread_mutex_lock(&pool->lock);
    if (pool->open) await_batches(pool, all_batches(pool));
    pthread_mutex_unlock(&pool->lock);
}

// Frees the memory, when no thread uses the pool any more.
static void release(struct rt_pool* pool) {
    rt_buffers_close(&pool->buffers);
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
    if (rt_current(&pool->buffers) != NULL) hand_over(pool);
    pthread_cond_broadcast(&pool->freed); // for waiting writers: the pool is closed
    await_batches(pool, all_batches(pool));
    pool->closing = true;
    tell_consumer(pool);
    while (pool->has_consumer && !pool->consumer_ended && !pool->orphaned)
        pool->orphaned = !await(pool, &pool->delivered);
    const bool mine = !pool->orphaned;
    pthread_mutex_unlock(&pool->lock);
    if (mine) release(pool);
}

void rt_pools_forked(void) {
    pthread_mutex_init(&graph, NULL);
    forks++;
    for (struct rt_pool* pool = pools; pool != NULL; pool = pool->next) {
        make_lock(pool);
        rt_parts_forked(&pool->buffers.common);
        pool->waits_for = NULL;
        pool->direct = pool->waiting = 0;
        atomic_store(&pool->spinning, 0);
        if (!pool->open) continue;
        // The parent delivers the contents of the buffers. A consumer of our own is started when first needed.
        rt_buffers_forked(&pool->buffers, consuming == pool ? pool->busy : NULL);
        pool->has_consumer = false;
        pool->busy = NULL;
        pool->wanted = pool->delivered_count = pool->buffers.queued;
    }
    consuming = NULL;
}
