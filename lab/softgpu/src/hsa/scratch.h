// Scratch of queues.
#ifndef SOFTGPU_HSA_SCRATCH_H
#define SOFTGPU_HSA_SCRATCH_H

#include "queue.h"

void sg_scratch_setup(sg_agent* gpu);

// The worker, around a dispatch with a private segment. False: out of memory, do not leave.
bool sg_scratch_enter(sg_queue* queue, uint32_t bytes_per_item, uint64_t dispatch);
void sg_scratch_leave(sg_queue* queue);

// Any thread, once the worker is gone.
void sg_scratch_destroy(sg_queue* queue);
void sg_scratch_abandon(sg_queue* queue);

// The functions of the table that tools change to hear of scratch; NULL: nobody can have changed them.
extern _Atomic(const ToolsApiTable*) sg_scratch_listeners;

#endif
