#include "task.h"

#include "event.h"
#include "fill_kernel.h"
#include "graph.h"
#include "work.h"

hipError_t sg_task_fill(sg_task* task, const hipMemsetParams* p) {
    if (p == NULL || !sg_fill_is_valid(p)) return hipErrorInvalidValue;
    *task = (sg_task){.type = hipGraphNodeTypeMemset, .fill = *p};
    return hipSuccess;
}

hipError_t sg_task_host(sg_task* task, const hipHostNodeParams* p) {
    if (p == NULL || p->fn == NULL) return hipErrorInvalidValue;
    *task = (sg_task){.type = hipGraphNodeTypeHost, .host = *p};
    return hipSuccess;
}

hipError_t sg_task_event(sg_task* task, hipGraphNodeType type, hipEvent_t event) {
    if (!sg_is_event(event)) return hipErrorInvalidValue;
    *task = (sg_task){.type = type, .event = event};
    return hipSuccess;
}

static hipError_t captured_launch(sg_task* task, const sg_work* work) {
    if (work->fill != NULL) return sg_task_fill(task, work->fill);
    sg_task launch = {
        .type = hipGraphNodeTypeKernel,
        .launch = {.kernel = work->kernel, .grid = work->grid, .block = work->block, .shared = work->shared}};
    return sg_task_copy_launch(task, &launch, work->kernarg);
}

// A barrier without an event is a join of branches.
static hipError_t captured_barrier(sg_task* task, const sg_work* work) {
    if (work->record != NULL) return sg_task_event(task, hipGraphNodeTypeEventRecord, work->record);
    if (work->wait != NULL) return sg_task_event(task, hipGraphNodeTypeWaitEvent, work->wait);
    *task = (sg_task){.type = hipGraphNodeTypeEmpty};
    return hipSuccess;
}

hipError_t sg_task_work(sg_task* task, const sg_work* work) {
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
