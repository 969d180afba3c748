// What nodes of graphs do, copied from what the program or a captured call said.
#include "graph.h"

#include <stdlib.h>
#include <string.h>

static sg_kernel *kernel_of(void *func) {
    if (softgpu_is_kernel(func)) return func;
    return softgpu_kernel_of_function((softgpu_kernel)(uintptr_t)func);
}

static unsigned char *new_kernarg(const sg_kernel *kernel) {
    return aligned_alloc(16, (kernel->kernarg_bytes + 16u) / 16 * 16);
}

hipError_t sg_task_kernel(sg_task *task, const hipKernelNodeParams *p) {
    if (p == NULL) return hipErrorInvalidValue;
    sg_kernel *kernel = kernel_of(p->func);
    if (kernel == NULL) return hipErrorInvalidDeviceFunction;
    hipError_t status = sg_launch_check(kernel, p->gridDim, p->blockDim, p->sharedMemBytes);
    if (status != hipSuccess) return status;
    unsigned char *kernarg = new_kernarg(kernel);
    if (kernarg == NULL) return hipErrorOutOfMemory;
    status = sg_args_take(kernel, p->kernelParams, p->extra, kernarg);
    if (status != hipSuccess) {
        free(kernarg);
        return status;
    }
    *task = (sg_task){.type = hipGraphNodeTypeKernel, .launch = {
        .kernel = kernel, .grid = p->gridDim, .block = p->blockDim, .shared = p->sharedMemBytes, .kernarg = kernarg}};
    return hipSuccess;
}

static hipError_t copied_launch(sg_task *task, const sg_task *from, const void *kernarg) {
    sg_kernel *kernel = from->launch.kernel;
    *task = *from;
    task->launch.params = NULL;
    task->launch.kernarg = new_kernarg(kernel);
    if (task->launch.kernarg == NULL) return hipErrorOutOfMemory;
    memcpy(task->launch.kernarg, kernarg, kernel->kernarg_bytes);
    return hipSuccess;
}

hipError_t sg_task_copy(sg_task *task, const hipMemcpy3DParms *p) {
    if (p == NULL) return hipErrorInvalidValue;
    *task = (sg_task){.type = hipGraphNodeTypeMemcpy, .copy.kind = p->kind};
    return sg_copy_3d_work(p, &task->copy.work);
}

hipError_t sg_task_copy_1d(sg_task *task, void *dst, const void *src, size_t bytes, hipMemcpyKind kind) {
    *task = (sg_task){.type = hipGraphNodeTypeMemcpy, .copy.kind = kind};
    return sg_copy_work(dst, src, bytes, kind, &task->copy.work, NULL);
}

hipError_t sg_task_to_symbol(
    sg_task *task, const void *symbol, const void *src, size_t bytes, size_t offset, hipMemcpyKind kind) {
    void *place;
    hipError_t status = sg_symbol_place(symbol, bytes, offset, &place);
    return status == hipSuccess ? sg_task_copy_1d(task, place, src, bytes, kind) : status;
}

hipError_t sg_task_from_symbol(
    sg_task *task, void *dst, const void *symbol, size_t bytes, size_t offset, hipMemcpyKind kind) {
    void *place;
    hipError_t status = sg_symbol_place(symbol, bytes, offset, &place);
    return status == hipSuccess ? sg_task_copy_1d(task, dst, place, bytes, kind) : status;
}

hipError_t sg_task_fill(sg_task *task, const hipMemsetParams *p) {
    if (p == NULL || !sg_fill_is_valid(p)) return hipErrorInvalidValue;
    *task = (sg_task){.type = hipGraphNodeTypeMemset, .fill = *p};
    return hipSuccess;
}

hipError_t sg_task_host(sg_task *task, const hipHostNodeParams *p) {
    if (p == NULL || p->fn == NULL) return hipErrorInvalidValue;
    *task = (sg_task){.type = hipGraphNodeTypeHost, .host = *p};
    return hipSuccess;
}

hipError_t sg_task_event(sg_task *task, hipGraphNodeType type, hipEvent_t event) {
    if (!sg_is_event(event)) return hipErrorInvalidValue;
    *task = (sg_task){.type = type, .event = event};
    return hipSuccess;
}

hipError_t sg_task_child(sg_task *task, hipGraph_t child) {
    if (!sg_is_graph(child)) return hipErrorInvalidValue;
    *task = (sg_task){.type = hipGraphNodeTypeGraph, .child = sg_graph_clone(child)};
    return task->child == NULL ? hipErrorOutOfMemory : hipSuccess;
}

static hipError_t captured_launch(sg_task *task, const sg_work *work) {
    if (work->fill != NULL) return sg_task_fill(task, work->fill);
    sg_task launch = {.type = hipGraphNodeTypeKernel, .launch = {
        .kernel = work->kernel, .grid = work->grid, .block = work->block, .shared = work->shared}};
    return copied_launch(task, &launch, work->kernarg);
}

// A barrier without an event is a place where branches meet.
static hipError_t captured_barrier(sg_task *task, const sg_work *work) {
    if (work->record != NULL) return sg_task_event(task, hipGraphNodeTypeEventRecord, work->record);
    if (work->wait != NULL) return sg_task_event(task, hipGraphNodeTypeWaitEvent, work->wait);
    *task = (sg_task){.type = hipGraphNodeTypeEmpty};
    return hipSuccess;
}

hipError_t sg_task_work(sg_task *task, const sg_work *work) {
    switch (work->kind) {
        case SG_WORK_KERNEL: return captured_launch(task, work);
        case SG_WORK_BARRIER: return captured_barrier(task, work);
        case SG_WORK_CALL:
            if (work->once) return hipErrorStreamCaptureUnsupported;
            return sg_task_host(task, &(hipHostNodeParams){.fn = work->call, .userData = work->call_arg});
        case SG_WORK_COPY:
        case SG_WORK_COPY_RECT:
            *task = (sg_task){.type = hipGraphNodeTypeMemcpy, .copy = {.work = *work, .kind = hipMemcpyDefault}};
            return hipSuccess;
        default: return hipErrorStreamCaptureUnsupported;
    }
}

hipError_t sg_task_copy_of(sg_task *task, const sg_task *from) {
    if (from->type == hipGraphNodeTypeKernel) return copied_launch(task, from, from->launch.kernarg);
    if (from->type == hipGraphNodeTypeGraph) return sg_task_child(task, from->child);
    *task = *from;
    return hipSuccess;
}

void sg_task_free(sg_task *task) {
    if (task->type == hipGraphNodeTypeGraph) sg_graph_free(task->child);
    if (task->type != hipGraphNodeTypeKernel) return;
    free(task->launch.kernarg);
    free(task->launch.params);
}
