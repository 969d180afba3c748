#include "sdma.h"

#include "engine_lock.h"
#include "events.h"
#include "faults.h"
#include "log.h"
#include "memory.h"
#include "settings.h"
#include "times.h"
#include "truth.h"

#include <string.h>

enum { PACKETS_A_STEP = 256, BYTES_A_STEP = 256 * 1024 };

// Operations, and with a sub-operation in the second byte.
enum {
    NOP = 0,
    COPY_LINEAR = 1,
    COPY_RECT = 1 | 4 << 8,
    FENCE = 5,
    TRAP = 6,
    POLL = 8,
    ATOMIC = 10,
    FILL = 11,
    TIMESTAMP = 13 | 2 << 8,
    CACHE_CONTROL = 17 | 1 << 8
};
enum { ATOMIC_ADD_64 = 47 };

// What became of a packet.
typedef enum { NEXT, BLOCKED, WORKING, FAILED } outcome;

static uint64_t address(const uint32_t* words) { return words[0] | (uint64_t)words[1] << 32; }

// --- transfers ----------------------------------------------------------------------------------------------------

static void end_transfer(sk_queue* queue) {
    sk_transfer* t = &queue->transfer;
    if (t->packets == 0) return;
    if (t->fills) sk_count.fills++;
    else sk_count.copies++;
    sk_truth(t->fills ? "fill" : "copy",
             "gpu=%u queue=%u start=%llu end=%llu bytes=%llu by=sdma packets=%llu signal=0x%llx", queue->gpu, queue->id,
             (unsigned long long)t->start, (unsigned long long)t->end, (unsigned long long)t->bytes,
             (unsigned long long)t->packets, (unsigned long long)t->signal);
    *t = (sk_transfer){0};
}

static outcome begin_work(sk_queue* queue, sk_work work, uint32_t words) {
    sk_transfer* t = &queue->transfer;
    uint64_t bytes = sk_work_bytes(&work);
    if (t->packets++ == 0) {
        t->start = queue->now;
        t->fills = work.kind == SK_WORK_FILL;
    }
    t->bytes += bytes;
    queue->work = work;
    queue->working = true;
    queue->work_words = words;
    queue->work_end = queue->now + sk_copy_ns(bytes);
    return WORKING;
}

// --- packets ------------------------------------------------------------------------------------------------------

// Bits `low` and up of a word, `count` of them.
static uint32_t bits(uint32_t word, int low, int count) { return word >> low & ((1u << count) - 1); }

typedef struct {
    uint64_t base, x, y, z, row, slice; // in elements, but the base
} box_side;

static box_side side(const uint32_t* w, bool newest) {
    if (newest)
        return (box_side){.base = address(w),
                          .x = bits(w[2], 0, 16),
                          .y = bits(w[2], 16, 16),
                          .z = bits(w[3], 0, 14),
                          .row = (uint64_t)bits(w[3], 16, 16) + 1,
                          .slice = (uint64_t)w[4] + 1};
    return (box_side){.base = address(w),
                      .x = bits(w[2], 0, 14),
                      .y = bits(w[2], 16, 14),
                      .z = bits(w[3], 0, 11),
                      .row = (uint64_t)bits(w[3], 13, 19) + 1,
                      .slice = (uint64_t)bits(w[4], 0, 28) + 1};
}

static uint64_t begin_of(box_side s, uint64_t unit) { return s.base + (s.x + s.y * s.row + s.z * s.slice) * unit; }

static sk_work box(const sk_queue* queue, const uint32_t* w) {
    bool newest = sk_settings_get()->architectures[queue->gpu]->gfx_version >= 120000;
    int width = newest ? 16 : 14, depth = newest ? 14 : 11;
    uint64_t unit = (uint64_t)1 << bits(w[0], 29, 3);
    box_side from = side(w + 1, newest), to = side(w + 6, newest);
    return (sk_work){.kind = SK_WORK_COPY,
                     .source = begin_of(from, unit),
                     .destination = begin_of(to, unit),
                     .width = ((uint64_t)bits(w[11], 0, width) + 1) * unit,
                     .height = (uint64_t)bits(w[11], 16, width) + 1,
                     .depth = (uint64_t)bits(w[12], 0, depth) + 1,
                     .source_row = from.row * unit,
                     .source_slice = from.slice * unit,
                     .destination_row = to.row * unit,
                     .destination_slice = to.slice * unit};
}

static sk_work fill(const uint32_t* w) {
    uint32_t unit = 1u << bits(w[0], 30, 2);
    return sk_work_fill_value(address(w + 1), (uint64_t)bits(w[4], 0, 22) + unit, w[3], unit);
}

static outcome store(sk_queue* queue, uint64_t target, uint64_t value, uint32_t bytes) {
    void* at = sk_memory_object(target, bytes);
    if (at == NULL) {
        sk_fault_memory(queue, target);
        return FAILED;
    }
    if (bytes == 8) atomic_store_explicit((_Atomic(uint64_t)*)at, value, memory_order_release);
    else atomic_store_explicit((_Atomic(uint32_t)*)at, (uint32_t)value, memory_order_release);
    return NEXT;
}

static outcome poll(sk_queue* queue, const uint32_t* w) {
    if (!(w[0] >> 31)) return NEXT; // a flush of the host's path to memory
    const void* at = sk_memory_object(address(w + 1), 4);
    if (at == NULL) {
        sk_fault_memory(queue, address(w + 1));
        return FAILED;
    }
    uint32_t value = atomic_load_explicit((const _Atomic(uint32_t)*)at, memory_order_acquire);
    return sk_compares((sk_comparison)bits(w[0], 28, 3), value & w[4], w[3]) ? NEXT : BLOCKED;
}

static outcome add(sk_queue* queue, const uint32_t* w) {
    void* at = sk_memory_object(address(w + 1), 8);
    if (at == NULL) {
        sk_fault_memory(queue, address(w + 1));
        return FAILED;
    }
    queue->transfer.signal = address(w + 1) - offsetof(amd_signal, value);
    end_transfer(queue); // before the program can know of it
    atomic_fetch_add_explicit((_Atomic(uint64_t)*)at, address(w + 3), memory_order_acq_rel);
    return NEXT;
}

static outcome unknown(sk_queue* queue, const uint32_t* w) {
    sk_count.unknown++;
    sk_log(SK_LOG_UNKNOWN, "queue %u: unknown copy packet %#x", queue->id, w[0]);
    sk_truth("unknown", "gpu=%u queue=%u header=0x%x", queue->gpu, queue->id, w[0]);
    sk_fault_memory(queue, 0); // its length is not known: the engine cannot go on
    return FAILED;
}

// How many words a packet has; 0 if that is not known.
static uint32_t length(const uint32_t* w) {
    switch (w[0] & 0xffff) {
        case COPY_LINEAR: return 7;
        case COPY_RECT: return 13;
        case TIMESTAMP: return 3;
        case CACHE_CONTROL: return 5;
        default: break;
    }
    switch (w[0] & 0xff) {
        case NOP: return 1 + bits(w[0], 16, 14);
        case FENCE: return 4;
        case TRAP: return 2;
        case POLL: return 6;
        case ATOMIC: return 8;
        case FILL: return 5;
        default: return 0;
    }
}

static outcome execute(sk_queue* queue, const uint32_t* w, uint32_t words) {
    switch (w[0] & 0xffff) {
        case COPY_LINEAR:
            return begin_work(queue, sk_work_copy(address(w + 5), address(w + 3), (uint64_t)bits(w[1], 0, 30) + 1),
                              words);
        case COPY_RECT: return begin_work(queue, box(queue, w), words);
        case TIMESTAMP: return store(queue, address(w + 1), sk_ticks(queue->now), 8);
        case CACHE_CONTROL: return NEXT;
        default: break;
    }
    switch (w[0] & 0xff) {
        case NOP: return NEXT;
        case FENCE: end_transfer(queue); return store(queue, address(w + 1), w[3], 4);
        case TRAP:
            end_transfer(queue);
            sk_event_set(bits(w[1], 0, 28));
            return NEXT;
        case POLL: return poll(queue, w);
        case FILL: return begin_work(queue, fill(w), words);
        case ATOMIC:
            if (w[0] >> 25 == ATOMIC_ADD_64) return add(queue, w);
            break;
        default: break;
    }
    return unknown(queue, w);
}

// --- the ring -----------------------------------------------------------------------------------------------------

static void advance(sk_queue* queue, uint32_t words) {
    uint64_t read = atomic_load_explicit(queue->read, memory_order_relaxed);
    atomic_store_explicit(queue->read, read + (uint64_t)words * 4, memory_order_release);
}

// Goes on with the present copy. True when it is over.
static bool work(sk_queue* queue, uint64_t* next_ns) {
    sk_work_state state = queue->worked ? SK_WORK_DONE : sk_work_step(&queue->work, BYTES_A_STEP);
    uint64_t now = sk_now_ns();
    if (state == SK_WORK_FAULT) {
        sk_fault_memory(queue, queue->work.bad);
        queue->working = false;
        sk_engine_ended();
        return false;
    }
    if (state == SK_WORK_MORE) {
        *next_ns = 0;
        return false;
    }
    queue->worked = true;
    if (now < queue->work_end) {
        if (queue->work_end < *next_ns) *next_ns = queue->work_end;
        return false;
    }
    queue->now = now;
    queue->transfer.end = now;
    queue->working = queue->worked = false;
    advance(queue, queue->work_words);
    sk_engine_ended();
    return true;
}

enum { MOST_WORDS = 16 };

// Reads what is rung of the packet at the head, which may go around the end of the ring. Returns the number of words.
static uint32_t fetch(const sk_queue* queue, uint32_t* words) {
    uint64_t read = atomic_load_explicit(queue->read, memory_order_relaxed);
    uint64_t rung = queue->rung;
    // Written before the doorbell, which lies at another address for the runtime than for us: orders the ring's words.
    atomic_load_explicit(queue->write, memory_order_acquire);
    uint64_t there = rung > read ? (rung - read) / 4 : 0;
    if (there > MOST_WORDS) there = MOST_WORDS;
    for (uint32_t i = 0; i < there; i++)
        memcpy(&words[i], queue->ring + ((read + 4 * i) & (queue->ring_bytes - 1)), sizeof words[0]);
    return (uint32_t)there;
}

// Passes over a NOP, whose words are not looked at.
static bool skip(sk_queue* queue, uint32_t words) {
    uint64_t end = atomic_load_explicit(queue->read, memory_order_relaxed) + (uint64_t)words * 4;
    if (end > atomic_load_explicit(queue->doorbell, memory_order_acquire)) return false;
    advance(queue, words);
    return true;
}

static bool begin_next(sk_queue* queue) {
    uint32_t words[MOST_WORDS] = {0};
    uint32_t there = fetch(queue, words);
    if (there == 0) return false;
    uint32_t count = length(words);
    if (count == 0) {
        unknown(queue, words);
        return false;
    }
    if ((words[0] & 0xff) == NOP && count > there) return skip(queue, count);
    if (count > there) return false;
    outcome result = execute(queue, words, count);
    if (result == NEXT) advance(queue, count);
    return result == NEXT || result == WORKING;
}

bool sk_sdma_step(sk_queue* queue, uint64_t* next_ns) {
    bool any = false;
    if (queue->failed || queue->parked) return any;
    // All that happens in one step happens at one time, but for copies: so a timestamp before a copy is its begin. That
    // is no earlier than its ring.
    queue->rung = atomic_load_explicit(queue->doorbell, memory_order_acquire);
    queue->now = sk_now_ns();
    for (int i = 0; i < PACKETS_A_STEP; i++) {
        if (queue->working ? !work(queue, next_ns) : queue->closing || !begin_next(queue)) break;
        any = true;
    }
    return any;
}
