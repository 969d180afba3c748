#include "task_params.h"

#include <stdlib.h>

#include "copy.h"
#include "graph.h"
#include "kernel.h"
#include "launch.h"
#include "symbols.h"

static sg_kernel* kernel_of(void* func) {
    if (softgpu_is_kernel(func)) return func;
    return softgpu_kernel_of_function((softgpu_kernel)(uintptr_t)func);
}

hipError_t sg_task_kernel(sg_task* task, const hipKernelNodeParams* p) {
    if (p == NULL) return hipErrorInvalidValue;
    sg_kernel* kernel = kernel_of(p->func);
    if (kernel == NULL) return hipErrorInvalidDeviceFunction;
    hipError_t status = sg_launch_check(kernel, p->gridDim, p->blockDim, p->sharedMemBytes);
    if (status != hipSuccess) return status;
    unsigned char* kernarg = sg_kernarg_make(kernel);
    if (kernarg == NULL) return hipErrorOutOfMemory;
    status = sg_args_take(kernel, p->kernelParams, p->extra, kernarg);
    if (status != hipSuccess) {
        free(kernarg);
        return status;
    }
    *task = (sg_task){.type = hipGraphNodeTypeKernel,
                      .launch = {.kernel = kernel,
                                 .grid = p->gridDim,
                                 .block = p->blockDim,
                                 .shared = p->sharedMemBytes,
                                 .kernarg = kernarg}};
    return hipSuccess;
}

hipError_t sg_task_copy(sg_task* task, const hipMemcpy3DParms* p) {
    if (p == NULL) return hipErrorInvalidValue;
    *task = (sg_task){.type = hipGraphNodeTypeMemcpy, .copy.kind = p->kind};
    return sg_copy_3d_work(p, &task->copy.work);
}

hipError_t sg_task_copy_1d(sg_task* task, void* dst, const void* src, size_t bytes, hipMemcpyKind kind) {
    *task = (sg_task){.type = hipGraphNodeTypeMemcpy, .copy.kind = kind};
    return sg_copy_work(dst, src, bytes, kind, &task->copy.work, NULL);
}

hipError_t sg_task_to_symbol(sg_task* task, const void* symbol, const void* src, size_t bytes, size_t offset,
                             hipMemcpyKind kind) {
    void* place;
    hipError_t status = sg_symbol_place(symbol, bytes, offset, &place);
    return status == hipSuccess ? sg_task_copy_1d(task, place, src, bytes, kind) : status;
}

hipError_t sg_task_from_symbol(sg_task* task, void* dst, const void* symbol, size_t bytes, size_t offset,
                               hipMemcpyKind kind) {
    void* place;
    hipError_t status = sg_symbol_place(symbol, bytes, offset, &place);
    return status == hipSuccess ? sg_task_copy_1d(task, dst, place, bytes, kind) : status;
}
