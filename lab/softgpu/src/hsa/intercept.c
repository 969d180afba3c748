// Intercept queues: a proxy with its own ring, indices and doorbell, in front of a hardware queue.
//
// The thread that rings the proxy's doorbell takes the packets in the ring and passes them to the interceptors, the
// last registered first; packets written by the innermost one go into the hardware ring. One thread rewrites at a
// time, other ringing threads wait for their turn: when the store to the doorbell returns, the interceptors have
// seen the packets.
//
// Packets without room in the hardware ring wait in the backlog, and the worker of the hardware queue moves them
// on. The packets of the proxy stay unread until everything written for them has left, so the backlog is bounded by
// the proxy's size.
#include "intercept.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent.h"
#include "base.h"
#include "generation.h"
#include "hsa.h"
#include "queue.h"
#include "scratch.h"
#include "signal.h"
#include "signal_change.h"
#include "state.h"
#include "worker.h"

enum { PACKET_BYTES = 64, FIRST_BACKLOG = 64 };

// Aligned only in rings: packets written by an interceptor may be anywhere.
typedef struct aql_packet {
    uint16_t header;
    uint8_t body[PACKET_BYTES - sizeof(uint16_t)];
} aql_packet;

typedef struct interceptor {
    struct interceptor* outer; // registered before this one, called after it
    hsa_amd_queue_intercept_handler handler;
    void* data;
} interceptor;

struct sg_intercept {
    sg_queue* hardware;
    _Atomic(interceptor*) last;
    uint64_t taken;        // packets of the proxy passed to the interceptors; guarded by the proxy's lock
    uint64_t seen_read;    // the producer's copy of the hardware's read index
    aql_packet* unwrapped; // a contiguous copy of a batch that wraps around the end of the ring
    _Atomic(bool) behind;  // the backlog is not empty; set by the thread that rewrites
    pthread_mutex_t lock;  // guards the rest, and the hardware's write index while `behind`
    bool fork_held;
    aql_packet* backlog; // a ring of `capacity`, a power of two
    uint64_t capacity;
    uint64_t first, end; // of the backlog, counted from the queue's creation
    uint64_t* leaves_at; // per slot of the proxy: the value of `first` at which its packet has left
};

// One per call of an interceptor chain in progress on this thread, because a writer has no context argument.
typedef struct cursor {
    struct cursor* outside;
    sg_queue* proxy;
    interceptor* next; // NULL: the hardware ring
    uint64_t user_index;
    uint32_t generation;
    bool again; // set when an interceptor rang the proxy's own doorbell
} cursor;

static _Thread_local cursor* current;

// --- writing to the hardware ring ----------------------------------------------------------------------------------

static uint8_t type_of(uint16_t header) { return (uint8_t)(header >> HSA_PACKET_HEADER_TYPE); }

static aql_packet* slot(const sg_queue* queue, uint64_t index) {
    return (aql_packet*)queue->hsa.base_address + (index & (queue->hsa.size - 1));
}

// The only producer of the ring: with the proxy's lock while not `behind`, else with the backlog's. False: no room.
static bool push(sg_intercept* i, const aql_packet* packet) {
    sg_queue* hardware = i->hardware;
    uint64_t index = atomic_load_explicit(&hardware->write_index, memory_order_relaxed);
    if (index - i->seen_read >= hardware->hsa.size) {
        i->seen_read = atomic_load(&hardware->read_index); // the worker's cache line, so not read for every packet
        if (index - i->seen_read >= hardware->hsa.size) return false;
    }
    aql_packet* to = slot(hardware, index);
    memcpy(to->body, packet->body, sizeof to->body);
    atomic_store_explicit(&hardware->write_index, index + 1, memory_order_relaxed);
    __atomic_store_n(&to->header, packet->header, __ATOMIC_RELEASE);
    return true;
}

static void ring_hardware(sg_queue* hardware) {
    uint64_t written = atomic_load_explicit(&hardware->write_index, memory_order_relaxed);
    atomic_store(&hardware->doorbell->value, (int64_t)(written - 1));
    sg_signal_notify(hardware->doorbell);
}

// --- the backlog ---------------------------------------------------------------------------------------------------

static aql_packet* backlog_at(const sg_intercept* i, uint64_t index) { return &i->backlog[index & (i->capacity - 1)]; }

// With the backlog's lock. False: out of memory.
static bool grow(sg_intercept* i) {
    if (i->end - i->first < i->capacity) return true;
    uint64_t capacity = i->capacity == 0 ? FIRST_BACKLOG : 2 * i->capacity;
    aql_packet* larger = aligned_alloc(PACKET_BYTES, capacity * PACKET_BYTES);
    if (larger == NULL) return false;
    for (uint64_t at = i->first; at < i->end; at++) larger[at & (capacity - 1)] = *backlog_at(i, at);
    free(i->backlog);
    i->backlog = larger;
    i->capacity = capacity;
    return true;
}

// With the backlog's lock. A packet of the proxy has left once everything that the interceptors wrote for it has.
static void release_packets(sg_queue* proxy) {
    sg_intercept* i = proxy->intercept;
    uint64_t read = atomic_load(&proxy->read_index), before = read;
    while (read < i->taken && i->leaves_at[read & (proxy->hsa.size - 1)] <= i->first) read++;
    if (read != before) atomic_store(&proxy->read_index, read);
}

// With the backlog's lock.
static void move_on(sg_intercept* i) {
    while (i->first < i->end && push(i, backlog_at(i, i->first))) i->first++;
}

static void refill(sg_queue* hardware) {
    sg_queue* proxy = hardware->proxy;
    sg_intercept* i = proxy->intercept;
    if (!atomic_load(&i->behind)) return;
    pthread_mutex_lock(&i->lock);
    move_on(i);
    release_packets(proxy);
    if (i->first == i->end) atomic_store(&i->behind, false);
    pthread_mutex_unlock(&i->lock);
}

// Called when the ring is full, or the backlog comes first. Moves packets on after announcing itself, because the
// worker may have made room before.
static void put_behind(sg_intercept* i, const aql_packet* packet) {
    for (;;) {
        pthread_mutex_lock(&i->lock);
        atomic_store(&i->behind, true);
        bool room = grow(i);
        if (room) *backlog_at(i, i->end++) = *packet;
        move_on(i);
        pthread_mutex_unlock(&i->lock);
        ring_hardware(i->hardware);
        if (room) return;
        sched_yield();
    }
}

// amd_aql_intercept_marker_t of ROCr's hsa_api_trace.h: a call in the place of a packet.
typedef struct marker_packet {
    uint16_t header;
    uint8_t format;
    uint8_t reserved[5];
    void (*callback)(const struct marker_packet* packet, hsa_queue_t* queue, uint64_t packet_id);
    uint64_t user_data[6];
} marker_packet;

enum { INTERCEPT_MARKER = 0xFE };

static bool is_marker(const aql_packet* packet) {
    return type_of(packet->header) == HSA_PACKET_TYPE_VENDOR_SPECIFIC && packet->body[0] == INTERCEPT_MARKER;
}

static void call_marker(const aql_packet* packet, sg_queue* hardware) {
    marker_packet marker;
    memcpy(&marker, packet, sizeof marker);
    marker.callback(&marker, &hardware->hsa, atomic_load(&hardware->write_index));
}

static void put(sg_intercept* i, const aql_packet* packets, uint64_t count) {
    bool pushed = false;
    for (uint64_t p = 0; p < count; p++) {
        if (is_marker(&packets[p])) {
            call_marker(&packets[p], i->hardware);
            continue;
        }
        if (type_of(packets[p].header) == HSA_PACKET_TYPE_INVALID) continue; // the queue would wait forever
        if (!atomic_load(&i->behind) && push(i, &packets[p])) pushed = true;
        else put_behind(i, &packets[p]);
    }
    if (pushed) ring_hardware(i->hardware);
}

// --- rewriting -----------------------------------------------------------------------------------------------------

static void write_packets(const void* packets, uint64_t count) {
    cursor* c = current;
    if (c == NULL || packets == NULL || count == 0) return;
    if (c->generation != atomic_load(&sg_generation)) return; // an interceptor forked: the packets belong to the parent
    interceptor* next = c->next;
    if (next == NULL) {
        put(c->proxy->intercept, packets, count);
        return;
    }
    c->next = next->outer;
    next->handler(packets, count, c->user_index, next->data, write_packets);
    c->next = next;
}

// Returns the complete packets of the proxy from `first` on, contiguously.
static const aql_packet* look(sg_queue* proxy, uint64_t first, uint64_t* count) {
    uint64_t end = atomic_load(&proxy->write_index), size = proxy->hsa.size, at = first;
    while (at < end && at - first < size
           && type_of(__atomic_load_n(&slot(proxy, at)->header, __ATOMIC_SEQ_CST)) != HSA_PACKET_TYPE_INVALID) {
        at++;
    }
    *count = at - first;
    uint64_t before_end = size - (first & (size - 1));
    if (*count <= before_end) return slot(proxy, first);
    aql_packet* whole = proxy->intercept->unwrapped;
    memcpy(whole, slot(proxy, first), before_end * PACKET_BYTES);
    memcpy(whole + before_end, proxy->hsa.base_address, (*count - before_end) * PACKET_BYTES);
    return whole;
}

// With the proxy's lock.
static void leave(sg_queue* proxy, uint64_t count) {
    sg_intercept* i = proxy->intercept;
    uint64_t first = i->taken, mask = proxy->hsa.size - 1;
    for (uint64_t at = first; at < first + count; at++) {
        __atomic_store_n(&slot(proxy, at)->header, HSA_PACKET_TYPE_INVALID, __ATOMIC_RELEASE);
    }
    if (!atomic_load(&i->behind)) {
        i->taken = first + count;
        atomic_store(&proxy->read_index, first + count);
        return;
    }
    pthread_mutex_lock(&i->lock);
    for (uint64_t at = first; at < first + count; at++) i->leaves_at[at & mask] = i->end;
    i->taken = first + count;
    release_packets(proxy);
    pthread_mutex_unlock(&i->lock);
}

// With the proxy's lock. Returns whether this is still the process that called it.
static bool rewrite(sg_queue* proxy) {
    cursor c = {.outside = current, .proxy = proxy, .generation = atomic_load(&sg_generation)};
    uint64_t count;
    do {
        c.again = false;
        c.user_index = proxy->intercept->taken;
        const aql_packet* packets = look(proxy, c.user_index, &count);
        if (count == 0) break;
        c.next = atomic_load(&proxy->intercept->last);
        current = &c;
        write_packets(packets, count);
        current = c.outside;
        if (c.generation != atomic_load(&sg_generation)) return false;
        leave(proxy, count);
    } while (c.again);
    return true;
}

static cursor* own_cursor(const sg_queue* proxy) {
    cursor* c = current;
    while (c != NULL && c->proxy != proxy) c = c->outside;
    return c;
}

static void ring(sg_queue* proxy) {
    cursor* inside = own_cursor(proxy);
    if (inside != NULL) {
        inside->again = true; // rewritten after the present packets
        return;
    }
    pthread_mutex_lock(&proxy->lock);
    bool here = rewrite(proxy);
    if (here) pthread_mutex_unlock(&proxy->lock); // a forked child has reinitialised it
}

// --- life cycle ----------------------------------------------------------------------------------------------------

// Reports the hardware queue's error on the proxy, since the program does not know the hardware queue.
static void forward_error(hsa_status_t status, hsa_queue_t* hardware, void* data) {
    (void)hardware;
    sg_queue* proxy = data;
    if (proxy->on_error != NULL) proxy->on_error(status, &proxy->hsa, proxy->on_error_data);
}

static void free_intercept(sg_intercept* i) {
    interceptor* next = atomic_load(&i->last);
    while (next != NULL) {
        interceptor* outer = next->outer;
        free(next);
        next = outer;
    }
    if (i->hardware != NULL) sg_queue_free(i->hardware);
    pthread_mutex_destroy(&i->lock);
    free(i->unwrapped);
    free(i->leaves_at);
    free(i->backlog);
    free(i);
}

static sg_intercept* make_intercept(sg_queue* proxy, uint32_t size) {
    sg_intercept* i = calloc(1, sizeof *i);
    if (i == NULL) return NULL;
    pthread_mutex_init(&i->lock, NULL);
    i->unwrapped = aligned_alloc(PACKET_BYTES, (size_t)size * PACKET_BYTES);
    i->leaves_at = calloc(size, sizeof *i->leaves_at);
    i->hardware = sg_queue_make(proxy->agent, size, proxy->hsa.type, proxy->hsa.id, sg_queue_ring);
    if (i->unwrapped == NULL || i->leaves_at == NULL || i->hardware == NULL) {
        free_intercept(i);
        return NULL;
    }
    i->hardware->proxy = proxy;
    i->hardware->refill = refill;
    i->hardware->on_error = forward_error;
    i->hardware->on_error_data = proxy;
    return i;
}

hsa_status_t sg_hsa_amd_queue_intercept_create(hsa_agent_t agent_handle, uint32_t size, hsa_queue_type32_t type,
                                               void (*callback)(hsa_status_t, hsa_queue_t*, void*), void* data,
                                               uint32_t private_segment_size, uint32_t group_segment_size,
                                               hsa_queue_t** queue) {
    (void)private_segment_size;
    (void)group_segment_size;
    hsa_status_t status = sg_queue_check(agent_handle, size, type, queue);
    if (status != HSA_STATUS_SUCCESS) return status;
    if (type == HSA_QUEUE_TYPE_COOPERATIVE) { // ROCr would crash later, when it frees the queue twice
        fprintf(stderr, "softgpu: a cooperative queue must not be intercepted\n");
        abort();
    }
    sg_queue* proxy = sg_queue_make(sg_agent_of(agent_handle), size, type, sg_queue_next_id(), ring);
    if (proxy == NULL) return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
    proxy->on_error = callback;
    proxy->on_error_data = data;
    proxy->intercept = make_intercept(proxy, size);
    if (proxy->intercept == NULL) {
        sg_queue_free(proxy);
        return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
    }
    proxy->hardware = proxy->intercept->hardware;
    sg_queue_publish(proxy->intercept->hardware); // after its proxy in the list: locks are taken in that order
    sg_queue_publish(proxy);
    *queue = &proxy->hsa;
    return HSA_STATUS_SUCCESS;
}

// Any thread, any time: takes effect with the next batch.
hsa_status_t sg_hsa_amd_queue_intercept_register(hsa_queue_t* queue, hsa_amd_queue_intercept_handler callback,
                                                 void* user_data) {
    SG_REQUIRE_INIT();
    if (queue == NULL || sg_queue_of(queue)->intercept == NULL) return HSA_STATUS_ERROR_INVALID_QUEUE;
    if (callback == NULL) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    interceptor* made = malloc(sizeof *made);
    if (made == NULL) return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
    _Atomic(interceptor*)* last = &sg_queue_of(queue)->intercept->last;
    *made = (interceptor){.outer = atomic_load(last), .handler = callback, .data = user_data};
    while (!atomic_compare_exchange_weak(last, &made->outer, made)) {
    }
    return HSA_STATUS_SUCCESS;
}

void sg_intercept_destroy(sg_queue* proxy) {
    sg_queue_unlink(proxy);
    sg_queue_unlink(proxy->intercept->hardware);
    sg_queue_stop(proxy->intercept->hardware);
    sg_scratch_destroy(proxy->intercept->hardware);
    free_intercept(proxy->intercept);
    sg_queue_free(proxy);
}

// --- fork ----------------------------------------------------------------------------------------------------------

void sg_intercept_lock(sg_queue* queue, uint64_t deadline_ns) {
    if (queue->intercept != NULL) queue->intercept->fork_held = sg_lock_until(&queue->intercept->lock, deadline_ns);
}

void sg_intercept_unlock(sg_queue* queue) {
    if (queue->intercept != NULL && queue->intercept->fork_held) pthread_mutex_unlock(&queue->intercept->lock);
}

void sg_intercept_abandon(sg_queue* queue) {
    sg_intercept* i = queue->intercept;
    if (i == NULL) return;
    pthread_mutex_init(&i->lock, NULL);
    for (; i->first < i->end; i->first++) {
        hsa_kernel_dispatch_packet_t packet;
        memcpy(&packet, backlog_at(i, i->first), sizeof packet);
        sg_signal* done = sg_signal_of(packet.completion_signal);
        if (done != NULL) atomic_store(&done->value, 0);
    }
    atomic_store(&i->behind, false);
    i->taken = atomic_load(&queue->read_index);
    i->seen_read = atomic_load(&i->hardware->read_index);
}
