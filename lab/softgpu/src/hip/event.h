// Events: a position in a stream, stored as the operation submitted there.
#ifndef SOFTGPU_HIP_EVENT_H
#define SOFTGPU_HIP_EVENT_H

#include "mark.h"
#include "op.h"

struct ihipEvent_t {
    _Atomic(uint32_t) magic;
    uint32_t link; // of the slab
    unsigned flags;
    int device;
    sg_op* op;    // guarded by sg_events_lock; NULL: never recorded
    sg_mark mark; // its last position, if that was in a capture
} __attribute__((aligned(64)));

extern sg_slab sg_event_slab;
extern pthread_mutex_t sg_events_lock;

bool sg_is_event(hipEvent_t event);
void sg_event_revive(hipEvent_t event);         // makes an object of the slab a live event
sg_op* sg_event_op(hipEvent_t event);           // with a reference; NULL: never recorded
sg_op* sg_event_pending(hipEvent_t event);      // the same; NULL also for a completed operation or an invalid event
void sg_event_set(hipEvent_t event, sg_op* op); // takes ownership of the reference

#endif
