#include "event.h"

#include "op.h"
#include "slab.h"

enum { EVENT_LIVE = 0x65766e74 };

sg_slab sg_event_slab = SG_SLAB(struct ihipEvent_t, 1u << 20, link);
pthread_mutex_t sg_events_lock = PTHREAD_MUTEX_INITIALIZER;

bool sg_is_event(hipEvent_t event) {
    return sg_slab_owns(&sg_event_slab, event) && atomic_load(&event->magic) == EVENT_LIVE;
}

sg_op* sg_event_op(hipEvent_t event) {
    pthread_mutex_lock(&sg_events_lock);
    sg_op* op = sg_op_hold(event->op);
    pthread_mutex_unlock(&sg_events_lock);
    return op;
}

sg_op* sg_event_pending(hipEvent_t event) {
    sg_op* op = sg_is_event(event) ? sg_event_op(event) : NULL;
    if (op == NULL || !sg_op_is_done(op)) return op;
    sg_op_drop(op);
    return NULL;
}

// An event that was destroyed meanwhile stores nothing.
void sg_event_set(hipEvent_t event, sg_op* op) {
    pthread_mutex_lock(&sg_events_lock);
    bool live = op == NULL || sg_is_event(event);
    sg_op* before = live ? event->op : op;
    if (live) event->op = op;
    pthread_mutex_unlock(&sg_events_lock);
    sg_op_drop(before);
}

void sg_event_revive(hipEvent_t event) { atomic_store(&event->magic, EVENT_LIVE); }
