// The compute units of the GPUs, and how many of them a kernel needs. On the engine's thread, with its lock.
#ifndef SOFTKFD_OCCUPANCY_H
#define SOFTKFD_OCCUPANCY_H

#include "queues.h"

// How many units the work-groups of a dispatch occupy, at most as many as its queue may use.
uint32_t sk_occupancy_of(const sk_queue* queue, const hsa_dispatch* packet);

// Takes that many, if they are free.
bool sk_occupancy_enter(uint32_t gpu, uint32_t units);
void sk_occupancy_leave(uint32_t gpu, uint32_t units);

void sk_occupancy_after_fork(void);

#endif
