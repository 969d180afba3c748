// Plans: the steps of an executable graph's launch, computed once.
#ifndef SOFTGPU_HIP_PLAN_H
#define SOFTGPU_HIP_PLAN_H

#include "graph.h"

// The steps of a launch, computed once. Constant, and shared by the launches in progress.
typedef struct sg_plan {
    _Atomic(uint32_t) refs;
    int device;
    sg_work* steps;
    uint32_t step_count;
    sg_packet* packets;
    unsigned char* kernargs;
} sg_plan;

// Any thread, no lock held.
hipError_t sg_plan_make(hipGraph_t graph, int device, sg_plan** plan);
void* sg_plan_hold(void* plan);
void sg_plan_drop(void* plan); // NULL is allowed

#endif
