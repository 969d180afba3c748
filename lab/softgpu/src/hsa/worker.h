// The worker of a queue.
#ifndef SOFTGPU_HSA_WORKER_H
#define SOFTGPU_HSA_WORKER_H

#include "queue.h"

// Any thread. Makes sure that a worker looks at the queue.
void sg_queue_ring(sg_queue* queue);

// Fork child: what was queued stays the parent's work. Drops it, completing its signals.
void sg_queue_abandon(sg_queue* queue);

#endif
