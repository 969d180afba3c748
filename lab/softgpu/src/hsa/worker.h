// The worker of a queue.
#ifndef SOFTGPU_HSA_WORKER_H
#define SOFTGPU_HSA_WORKER_H

#include "queue.h"

// Any thread. Makes sure that a worker checks the queue.
void sg_queue_ring(sg_queue* queue);

// Fork child: queued packets remain the parent's work. Drops them, completing their signals.
void sg_queue_abandon(sg_queue* queue);

#endif
