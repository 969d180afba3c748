#include "signal_change.h"

#include "handler.h"
#include "queue.h"
#include "signal.h"

static sg_signal* idle_doorbells; // guarded by sg_state_lock

void sg_signal_unmake(sg_signal* signal) {
    sg_handlers_drop(signal);
    sg_signal_forget(signal);
}

// A doorbell's memory is never used for other signals, even after its queue: a thread that still notifies a signal
// with a new owner must not find a queue behind it.
sg_signal* sg_doorbell_make(sg_queue* queue, sg_ring ring) {
    pthread_mutex_lock(&sg_state_lock);
    sg_signal* doorbell = idle_doorbells;
    if (doorbell != NULL) idle_doorbells = doorbell->next_doorbell;
    pthread_mutex_unlock(&sg_state_lock);
    if (doorbell == NULL) doorbell = sg_signal_make(-1);
    if (doorbell == NULL) return NULL;
    doorbell->kind = SG_SIGNAL_DOORBELL;
    doorbell->queue_ptr = queue;
    atomic_store(&doorbell->ring, ring);
    atomic_store(&doorbell->value, -1);
    atomic_store(&doorbell->doorbell_of, queue);
    atomic_store(&doorbell->magic, SG_SIGNAL_LIVE);
    return doorbell;
}

void sg_doorbell_unmake(sg_signal* doorbell) {
    atomic_store(&doorbell->magic, SG_SIGNAL_FREE);
    atomic_store(&doorbell->doorbell_of, NULL);
    pthread_mutex_lock(&sg_state_lock);
    doorbell->next_doorbell = idle_doorbells;
    idle_doorbells = doorbell;
    pthread_mutex_unlock(&sg_state_lock);
}

void sg_signal_notify(sg_signal* signal) {
    sg_queue* queue = atomic_load_explicit(&signal->doorbell_of, memory_order_relaxed);
    if (queue != NULL) atomic_load_explicit(&signal->ring, memory_order_relaxed)(queue);
    sg_wake(&signal->waiters);
    if (atomic_load(&signal->handlers) != 0) sg_handlers_fire(signal);
}

void sg_signal_set_times(sg_signal* signal, uint64_t start, uint64_t end) {
    if (signal == NULL) return;
    atomic_store_explicit(&signal->start_ts, start, memory_order_relaxed);
    atomic_store_explicit(&signal->end_ts, end, memory_order_relaxed);
}

void sg_signal_complete(sg_signal* signal) {
    if (signal == NULL) return;
    atomic_fetch_sub(&signal->value, 1);
    sg_signal_notify(signal);
}
