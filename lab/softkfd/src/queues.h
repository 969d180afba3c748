// The queues of the process. Under the engine's lock.
#ifndef SOFTKFD_QUEUES_H
#define SOFTKFD_QUEUES_H

#include "abi.h"
#include "base.h"
#include "work.h"

// A kernel in flight.
typedef struct sk_run {
    struct sk_run* next;
    hsa_dispatch packet;
    const char* name;
    uint64_t index;      // of the packet in its queue
    uint64_t start, end; // ns; the end as it is planned
    uint64_t migrated;   // ns: its page fault is solved then; 0 without one
    uint32_t units;      // compute units that it occupies
    bool by_runtime;     // a copy or fill kernel without a name, of the HSA runtime
    bool loses_signal;
    sk_work work;
    bool worked; // the work is done
} sk_run;

// The copies that a copy engine makes for one request: several packets one after the other.
typedef struct {
    uint64_t start, end, bytes, packets;
    uint64_t signal; // that completes it, if it is counted down
    bool fills;
} sk_transfer;

typedef struct {
    uint32_t id, gpu, type, priority;
    bool aql;
    bool parked;  // not to be run at present
    bool closing; // being destroyed
    bool failed;  // by an error: never runs again
    bool wants_scratch;
    char* ring;
    uint64_t ring_bytes;
    _Atomic(uint64_t)*write, *read, *doorbell;

    char* descriptor; // amd_queue_t
    uint64_t save_area;
    uint32_t units; // compute units that its mask leaves
    sk_run* runs;
    uint32_t running;
    uint64_t head, head_since; // the packet that waits, plus 1, and since when
    uint64_t asked;            // the last one of which was asked whether a fault strikes it, plus 1
    uint64_t rung, rung_until; // the doorbell as it was seen last; the first packet that no ring counts for

    sk_work work; // of the present copy packet
    bool working, worked;
    uint32_t work_words; // of that packet
    uint64_t work_end;   // ns: not earlier, for the speed of copies
    uint64_t now;        // ns: of what happens at present
    sk_transfer transfer;
} sk_queue;

// A word of an AQL queue's descriptor, which the runtime changes at any time.
static inline uint32_t sk_queue_word(const sk_queue* queue, int at) {
    return atomic_load_explicit((const _Atomic(uint32_t)*)(const void*)(queue->descriptor + at), memory_order_acquire);
}

enum { SK_MOST_QUEUES = 1024 };

// Each takes the arguments of its request and returns 0 or an errno.
int sk_queue_create(kfd_create_queue* request);
int sk_queue_destroy(uint32_t id); // waits for its kernels in flight, but not for those that may never end
int sk_queue_update(const kfd_update_queue* request);
int sk_queue_set_cu_mask(const kfd_cu_mask* request);
int sk_queue_gws(kfd_queue_gws* request);

// Whether there is a queue with this id, and of what kind.
bool sk_queue_known(uint32_t id, uint32_t* gpu, uint32_t* type);

// The queues by falling priority; valid until one is created or destroyed.
sk_queue* const* sk_queues(uint32_t* count);

void sk_queues_after_fork(void);

#endif
