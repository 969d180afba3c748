// Tasks of graph nodes, copied from the program's parameters.
#ifndef SOFTGPU_HIP_TASK_PARAMS_H
#define SOFTGPU_HIP_TASK_PARAMS_H

#include "graph.h"

hipError_t sg_task_kernel(sg_task* task, const hipKernelNodeParams* params);
hipError_t sg_task_copy(sg_task* task, const hipMemcpy3DParms* params);
hipError_t sg_task_copy_1d(sg_task* task, void* dst, const void* src, size_t bytes, hipMemcpyKind kind);
hipError_t sg_task_to_symbol(sg_task* task, const void* symbol, const void* src, size_t bytes, size_t offset,
                             hipMemcpyKind kind);
hipError_t sg_task_from_symbol(sg_task* task, void* dst, const void* symbol, size_t bytes, size_t offset,
                               hipMemcpyKind kind);

#endif
