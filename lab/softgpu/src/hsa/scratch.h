// Scratch of queues.
#ifndef SOFTGPU_HSA_SCRATCH_H
#define SOFTGPU_HSA_SCRATCH_H

#include "queue.h"

void sg_scratch_setup(sg_agent* gpu);

// Called by the worker around a dispatch with a private segment. False: out of memory, and there is nothing
// to leave.
bool sg_scratch_enter(sg_queue* queue, uint32_t bytes_per_item, uint64_t dispatch);
void sg_scratch_leave(sg_queue* queue);

// Any thread, after the worker has ended.
void sg_scratch_destroy(sg_queue* queue);
void sg_scratch_abandon(sg_queue* queue);

// The functions that tools replace to get scratch events; NULL: no tool can have replaced them.
extern _Atomic(const ToolsApiTable*) sg_scratch_listeners;

#endif
