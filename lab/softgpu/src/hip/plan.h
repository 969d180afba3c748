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
    struct sg_graph_step* logged; // one for each packet or other step that is work
    uint32_t logged_count;
} sg_plan;

// Any thread, no lock held.
hipError_t sg_plan_make(hipGraph_t graph, int device, sg_plan** plan);
void* sg_plan_hold(void* plan);
void sg_plan_drop(void* plan); // NULL is allowed

#endif
