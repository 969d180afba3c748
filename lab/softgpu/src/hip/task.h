// Tasks of graph nodes, copied from captured calls.
#ifndef SOFTGPU_HIP_TASK_H
#define SOFTGPU_HIP_TASK_H

#include "graph.h"

hipError_t sg_task_fill(sg_task* task, const hipMemsetParams* params);
hipError_t sg_task_host(sg_task* task, const hipHostNodeParams* params);
hipError_t sg_task_event(sg_task* task, hipGraphNodeType type, hipEvent_t event);
hipError_t sg_task_work(sg_task* task, const sg_work* work);

#endif
