// See gpu_queues.h.
#include "gpu_queues.h"

#include <pthread.h>

enum { FEW = 64 };

rpj_busy_t rpj_busy;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static native_queue_t* all;        // with `lock`
static uint64_t most_listed = FEW; // with `lock`: where that many are, idle ones are taken out first

void rpj_queues_add(rpj_queue* queue) {
    pthread_mutex_lock(&lock);
    queue->shared.next = all;
    all = &queue->shared;
    pthread_mutex_unlock(&lock);
}

// With the lock. Returns the link to a queue, or to NULL.
static native_queue_t** link_to(const hsa_queue_t* queue) {
    native_queue_t** link = &all;
    while (*link != NULL && (*link)->queue != queue) link = (native_queue_t**)&(*link)->next;
    return link;
}

rpj_queue* rpj_queues_find(const hsa_queue_t* queue) {
    pthread_mutex_lock(&lock);
    rpj_queue* found = (rpj_queue*)*link_to(queue);
    pthread_mutex_unlock(&lock);
    return found;
}

// The queue's data is not freed: a handler may still get it.
rpj_queue* rpj_queues_remove(const hsa_queue_t* queue) {
    pthread_mutex_lock(&lock);
    native_queue_t **link = link_to(queue), *found = *link;
    if (found != NULL) *link = found->next;
    pthread_mutex_unlock(&lock);
    return (rpj_queue*)found;
}

void rpj_queues_break(uint64_t agent) {
    pthread_mutex_lock(&lock);
    for (native_queue_t* each = all; each != NULL; each = each->next)
        if (each->agent == agent) __atomic_store_n(&each->broken, 1, __ATOMIC_RELEASE);
    pthread_mutex_unlock(&lock);
}

// --- those in use --------------------------------------------------------------------------------------------------

// Its thread may be submitting: it sees that it is not listed, or what it has submitted is seen here.
static void take_out_if_idle(uint64_t i) {
    rpj_queue* queue = rpj_busy.at[i];
    if (queue == NULL || rpj_queue_has_pending(&queue->shared)) return;
    __atomic_store_n(&queue->listed, 0, __ATOMIC_SEQ_CST);
    if (__atomic_load_n(&queue->shared.submitted, __ATOMIC_SEQ_CST) != queue->shared.reported)
        __atomic_store_n(&queue->listed, 1, __ATOMIC_SEQ_CST);
    else __atomic_store_n(&rpj_busy.at[i], NULL, __ATOMIC_RELEASE);
}

static uint64_t first_free(void) {
    uint64_t i = 0;
    while (i < most_listed && rpj_busy.at[i] != NULL) i++;
    return i;
}

// With the lock. RPJ_MOST_BUSY if there is none.
static uint64_t free_place(void) {
    uint64_t place = first_free();
    if (place < most_listed) return place;
    for (uint64_t i = 0; i < most_listed; i++) take_out_if_idle(i);
    place = first_free();
    if (place > most_listed / 2 && most_listed < RPJ_MOST_BUSY) most_listed *= 2;
    return place;
}

void rpj_queue_list(rpj_queue* queue) {
    pthread_mutex_lock(&lock);
    uint64_t place = queue->listed ? RPJ_MOST_BUSY : free_place();
    if (place < RPJ_MOST_BUSY) {
        __atomic_store_n(&rpj_busy.at[place], queue, __ATOMIC_RELEASE);
        __atomic_store_n(&queue->listed, 1, __ATOMIC_SEQ_CST);
        if (place >= rpj_busy.used) __atomic_store_n(&rpj_busy.used, place + 1, __ATOMIC_RELEASE);
    }
    pthread_mutex_unlock(&lock);
}
