// See dispatch_watch.h.
#include "dispatches/dispatch_watch.h"

enum { LEAST_NANOS = 10000, SETTLE_TRIES = 100, TRY_NANOS = 100000 };

void rpj_unwatch(rpj_queue* queue) {
    rpj_queue_lock(&queue->lock);
    rpj_dispatch* free = queue->orphan;
    queue->watched = NULL;
    queue->orphan = NULL;
    rpj_queue_unlock(&queue->lock);
    if (free == NULL) return;
    rpj_dispatch_reset(free);
    rpj_queue_lock(&queue->lock);
    rpj_list_append(&queue->returned, (rpj_list){free, free});
    rpj_queue_unlock(&queue->lock);
}

void rpj_watch(rpj_queue* queue, rpj_dispatch* one, uint64_t now_ns, hsa_amd_signal_handler handler) {
    if (now_ns - queue->watched_ns < LEAST_NANOS) return;
    queue->watched_ns = now_ns;
    rpj_queue_lock(&queue->lock);
    bool free = queue->watched == NULL;
    if (free) queue->watched = one;
    rpj_queue_unlock(&queue->lock);
    if (!free) return;
    hsa_amd_signal_async_handler_fn* own = RPJ_OF_RUNTIME(watch, hsa_amd_signal_async_handler_fn);
    if (own((hsa_signal_t){one->signal}, HSA_SIGNAL_CONDITION_LT, 1, handler, queue) != HSA_STATUS_SUCCESS)
        rpj_unwatch(queue);
}

rpj_list rpj_watch_reported(rpj_queue* queue, rpj_list done) {
    rpj_list usable = {0};
    rpj_queue_lock(&queue->lock);
    for (rpj_dispatch *one = done.first, *next; one != NULL; one = next) {
        next = one->next;
        one->next = NULL;
        if (one == queue->watched) queue->orphan = one;
        else rpj_list_append(&usable, (rpj_list){one, one});
    }
    rpj_queue_unlock(&queue->lock);
    return usable;
}

void rpj_watch_settle(const rpj_queue* queue) {
    for (int i = 0; i < SETTLE_TRIES && __atomic_load_n(&queue->orphan, __ATOMIC_RELAXED) != NULL; i++)
        rpj_sleep(TRY_NANOS);
}
