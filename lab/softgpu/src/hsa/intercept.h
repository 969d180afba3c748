// Intercept queues.
#ifndef SOFTGPU_HSA_INTERCEPT_H
#define SOFTGPU_HSA_INTERCEPT_H

#include "queue.h"

// Any thread. Destroys the proxy and the queue behind it.
void sg_intercept_destroy(sg_queue* proxy);

// Around a fork; in the child: drops what waits for room, completing its signals. Nothing for a queue that is no proxy.
void sg_intercept_lock(sg_queue* queue, uint64_t deadline_ns);
void sg_intercept_unlock(sg_queue* queue);
void sg_intercept_abandon(sg_queue* queue);

#endif
