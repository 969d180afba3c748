// See gpu_queues.h.
#include "dispatches/gpu_queues.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { FEW = 64, CHAINS = 4096, QUEUE_SHIFT = 6 };

rpj_busy_t rpj_busy;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static native_queue_t* chains[CHAINS]; // with `lock`: by address
static native_queue_t* unused;         // with `lock`
static uint64_t most_listed = FEW;     // with `lock`: where that many are, idle ones are taken out first

// --- the data of a queue -------------------------------------------------------------------------------------------

rpj_queue* rpj_queue_new(void) {
    pthread_mutex_lock(&lock);
    native_queue_t* queue = unused;
    if (queue != NULL) unused = queue->next;
    pthread_mutex_unlock(&lock);
    if (queue != NULL) return (rpj_queue*)queue;
    void* made = mmap(NULL, sizeof(rpj_queue), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return made == MAP_FAILED ? NULL : made;
}

// Whether the engine, the runtime or the GPU may still come back to it.
static bool is_referred_to(rpj_queue* queue) {
    const native_queue_t* shared = &queue->shared;
    if (__atomic_load_n(&shared->number, __ATOMIC_ACQUIRE) || __atomic_load_n(&shared->broken, __ATOMIC_ACQUIRE)
        || rpj_queue_has_pending(shared))
        return true;
    rpj_queue_lock(&queue->lock);
    bool watched = queue->watched != NULL || queue->orphan != NULL;
    rpj_queue_unlock(&queue->lock);
    return watched;
}

void rpj_queue_retire(rpj_queue* queue) {
    if (is_referred_to(queue)) return;
    __atomic_store_n(&queue->shared.untimed, 0, __ATOMIC_RELAXED);
    pthread_mutex_lock(&lock);
    queue->shared.next = unused;
    unused = &queue->shared;
    pthread_mutex_unlock(&lock);
}

// --- all of them ---------------------------------------------------------------------------------------------------

static native_queue_t** chain_of(const hsa_queue_t* queue) {
    return &chains[((uint64_t)queue >> QUEUE_SHIFT) * 0x9e3779b97f4a7c15u >> 52];
}

void rpj_queues_add(rpj_queue* queue) {
    native_queue_t** chain = chain_of(queue->shared.queue);
    pthread_mutex_lock(&lock);
    queue->shared.next = *chain;
    *chain = &queue->shared;
    pthread_mutex_unlock(&lock);
}

// With the lock. Returns the link to a queue, or to NULL.
static native_queue_t** link_to(const hsa_queue_t* queue) {
    native_queue_t** link = chain_of(queue);
    while (*link != NULL && (*link)->queue != queue) link = (native_queue_t**)&(*link)->next;
    return link;
}

rpj_queue* rpj_queues_find(const hsa_queue_t* queue) {
    pthread_mutex_lock(&lock);
    rpj_queue* found = (rpj_queue*)*link_to(queue);
    pthread_mutex_unlock(&lock);
    return found;
}

rpj_queue* rpj_queues_remove(const hsa_queue_t* queue) {
    pthread_mutex_lock(&lock);
    native_queue_t **link = link_to(queue), *found = *link;
    if (found != NULL) *link = found->next;
    pthread_mutex_unlock(&lock);
    return (rpj_queue*)found;
}

rpj_queue** rpj_queues_all(uint64_t* count) {
    uint64_t found = 0, listed = 0;
    pthread_mutex_lock(&lock);
    for (int i = 0; i < CHAINS; i++)
        for (const native_queue_t* each = chains[i]; each != NULL; each = each->next) found++;
    rpj_queue** all = found ? malloc(found * sizeof(rpj_queue*)) : NULL;
    for (int i = 0; all != NULL && i < CHAINS; i++)
        for (native_queue_t* each = chains[i]; each != NULL; each = each->next) all[listed++] = (rpj_queue*)each;
    pthread_mutex_unlock(&lock);
    *count = listed;
    return all;
}

void rpj_queues_break(uint64_t agent) {
    pthread_mutex_lock(&lock);
    for (int i = 0; i < CHAINS; i++)
        for (native_queue_t* each = chains[i]; each != NULL; each = each->next)
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
