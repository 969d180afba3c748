// Intercept queues.
#ifndef SOFTGPU_HSA_INTERCEPT_H
#define SOFTGPU_HSA_INTERCEPT_H

#include "queue.h"

// Any thread. Destroys the proxy and the hardware queue.
void sg_intercept_destroy(sg_queue* proxy);

// Called before and after a fork; in the child: drops the backlog, completing its signals. No effect on a queue
// that is not a proxy.
void sg_intercept_lock(sg_queue* queue, uint64_t deadline_ns);
void sg_intercept_unlock(sg_queue* queue);
void sg_intercept_abandon(sg_queue* queue);

#endif
