// Signals: their values, and waiting for them.
#ifndef SOFTGPU_HSA_SIGNAL_H
#define SOFTGPU_HSA_SIGNAL_H

#include "agent.h"
#include "slab.h"

enum { SG_SIGNAL_LIVE = 0x516e41, SG_SIGNAL_FREE = 0, SG_SIGNAL_USER = 1, SG_SIGNAL_DOORBELL = -1 };

// Of `polled`: a pointer to the value may be had, because the signal was made for that; one was had, so that the value
// may change without a call, and waiters poll.
enum { SG_POINTABLE = 1, SG_POLLED = 2 };

typedef struct sg_queue sg_queue;
typedef void (*sg_ring)(sg_queue* queue);
typedef struct sg_handler sg_handler;

// The first 64 bytes have the layout of AMD's amd_signal_t, which some tools read.
typedef struct sg_signal {
    int64_t kind; // SG_SIGNAL_USER or _DOORBELL
    _Atomic(int64_t) value;
    uint64_t event_mailbox_ptr;
    uint32_t event_id;
    uint32_t reserved1;
    _Atomic(uint64_t) start_ts; // agent ticks
    _Atomic(uint64_t) end_ts;
    void* queue_ptr;
    uint32_t reserved3[2];

    _Atomic(uint32_t) magic;
    sg_sleepers waiters;
    _Atomic(uint32_t) handlers;      // length of `chain`
    sg_handler* chain;               // guarded by the handler lock
    _Atomic(uint32_t) polled;        // SG_POINTABLE, SG_POLLED
    uint32_t link;                   // of the slab
    _Atomic(sg_queue*) doorbell_of;  // the queue whose doorbell it is
    _Atomic(sg_ring) ring;           // what a doorbell does
    struct sg_signal* next_doorbell; // while idle
    _Atomic(sg_agent*) copy_agent;   // the agent whose ticks a copy's times are; NULL: no profiled copy
} sg_signal;

_Static_assert(offsetof(sg_signal, start_ts) == 32 && offsetof(sg_signal, magic) == 64, "amd_signal_t");
_Static_assert(sizeof(sg_signal) == 128, "cache lines");

// Any thread. NULL: out of memory.
sg_signal* sg_signal_make(int64_t value);
void sg_signal_forget(sg_signal* signal); // invalidates the signal and frees its place

// Any thread. NULL: not a live signal.
sg_signal* sg_signal_of(hsa_signal_t handle);

// What ROCr answers for a handle that is not a live signal: it tells the null handle from others.
hsa_status_t sg_signal_invalid(hsa_signal_t handle);
hsa_signal_t sg_signal_handle(sg_signal* signal);

bool sg_signal_satisfies(int64_t value, hsa_signal_condition_t condition, int64_t compare);

// Any thread. Returns the last value read, whether it satisfies the condition or time ran out.
int64_t sg_signal_wait(sg_signal* signal, hsa_signal_condition_t condition, int64_t compare, uint64_t timeout_ns);

extern sg_slab sg_signals;

#endif
