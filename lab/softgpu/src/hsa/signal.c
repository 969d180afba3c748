#include "runtime.h"

enum { SIGNAL_LIVE = 0x516e41, SIGNAL_FREE = 0, SIGNAL_KIND_USER = 1, SIGNAL_KIND_DOORBELL = -1 };

sg_slab sg_signals = SG_SLAB(sg_signal, 1u << 21, link);

static sg_signal *idle_doorbells; // guarded by sg_state_lock

static const uint64_t LONGEST_SLEEP_NS = 200000000u; // a lost wake-up costs this much, not a hang
static const uint64_t POLL_SLEEP_NS = 500000u;
static const int SPINS = 64;

sg_signal *sg_signal_make(int64_t value) {
    sg_signal *signal = sg_slab_take(&sg_signals);
    if (signal == NULL) return NULL;
    signal->kind = SIGNAL_KIND_USER;
    atomic_store_explicit(&signal->value, value, memory_order_relaxed);
    atomic_store_explicit(&signal->start_ts, 0, memory_order_relaxed);
    atomic_store_explicit(&signal->end_ts, 0, memory_order_relaxed);
    atomic_store_explicit(&signal->copy_agent, NULL, memory_order_relaxed);
    atomic_store_explicit(&signal->polled, 0, memory_order_relaxed);
    atomic_store(&signal->magic, SIGNAL_LIVE);
    return signal;
}

void sg_signal_unmake(sg_signal *signal) {
    sg_handlers_drop(signal);
    atomic_store(&signal->magic, SIGNAL_FREE);
    sg_slab_give(&sg_signals, signal);
}

// Doorbells are never anything else, not even after their queue: whoever still notifies a signal that has a new owner
// must not find a queue behind it.
sg_signal *sg_doorbell_make(sg_queue *queue) {
    pthread_mutex_lock(&sg_state_lock);
    sg_signal *doorbell = idle_doorbells;
    if (doorbell != NULL) idle_doorbells = doorbell->next_doorbell;
    pthread_mutex_unlock(&sg_state_lock);
    if (doorbell == NULL) doorbell = sg_signal_make(-1);
    if (doorbell == NULL) return NULL;
    doorbell->kind = SIGNAL_KIND_DOORBELL;
    doorbell->queue_ptr = queue;
    atomic_store(&doorbell->value, -1);
    atomic_store(&doorbell->doorbell_of, queue);
    atomic_store(&doorbell->magic, SIGNAL_LIVE);
    return doorbell;
}

void sg_doorbell_unmake(sg_signal *doorbell) {
    atomic_store(&doorbell->magic, SIGNAL_FREE);
    atomic_store(&doorbell->doorbell_of, NULL);
    pthread_mutex_lock(&sg_state_lock);
    doorbell->next_doorbell = idle_doorbells;
    idle_doorbells = doorbell;
    pthread_mutex_unlock(&sg_state_lock);
}

sg_signal *sg_signal_of(hsa_signal_t handle) {
    sg_signal *signal = (sg_signal *)(uintptr_t)handle.handle;
    if (!sg_slab_owns(&sg_signals, signal)) return NULL;
    return atomic_load_explicit(&signal->magic, memory_order_relaxed) == SIGNAL_LIVE ? signal : NULL;
}

hsa_signal_t sg_signal_handle(sg_signal *signal) {
    return (hsa_signal_t){(uintptr_t)signal};
}

bool sg_signal_satisfies(int64_t value, hsa_signal_condition_t condition, int64_t compare) {
    switch (condition) {
        case HSA_SIGNAL_CONDITION_EQ: return value == compare;
        case HSA_SIGNAL_CONDITION_NE: return value != compare;
        case HSA_SIGNAL_CONDITION_LT: return value < compare;
        case HSA_SIGNAL_CONDITION_GTE: return value >= compare;
    }
    return true; // an unknown condition must not hang
}

int64_t sg_signal_wait(sg_signal *signal, hsa_signal_condition_t condition, int64_t compare, uint64_t timeout_ns) {
    int64_t value = atomic_load(&signal->value);
    for (int spin = 0; spin < SPINS && !sg_signal_satisfies(value, condition, compare); spin++) {
        __builtin_ia32_pause();
        value = atomic_load(&signal->value);
    }
    if (sg_signal_satisfies(value, condition, compare) || timeout_ns == 0) return value;
    uint64_t started = sg_now_ns();
    for (;;) {
        uint32_t epoch = sg_sleep_announce(&signal->waiters);
        value = atomic_load(&signal->value);
        uint64_t elapsed = sg_now_ns() - started;
        if (sg_signal_satisfies(value, condition, compare) || elapsed >= timeout_ns) return value;
        uint64_t nap = atomic_load_explicit(&signal->polled, memory_order_relaxed) ? POLL_SLEEP_NS : LONGEST_SLEEP_NS;
        uint64_t left = timeout_ns - elapsed;
        sg_sleep(&signal->waiters, epoch, left < nap ? left : nap);
    }
}

void sg_signal_notify(sg_signal *signal) {
    sg_queue *queue = atomic_load_explicit(&signal->doorbell_of, memory_order_relaxed);
    if (queue != NULL) sg_queue_ring(queue);
    sg_wake(&signal->waiters);
    if (atomic_load(&signal->handlers) != 0) sg_handlers_fire(signal);
}

void sg_signal_set_times(sg_signal *signal, uint64_t start, uint64_t end) {
    if (signal == NULL) return;
    atomic_store_explicit(&signal->start_ts, start, memory_order_relaxed);
    atomic_store_explicit(&signal->end_ts, end, memory_order_relaxed);
}

void sg_signal_complete(sg_signal *signal) {
    if (signal == NULL) return;
    atomic_fetch_sub(&signal->value, 1);
    sg_signal_notify(signal);
}
