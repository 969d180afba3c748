// Nodes of graphs: adding them, and reading and changing their tasks, in a graph or in an executable one.
#include <stdlib.h>

#include "device.h"
#include "error.h"
#include "graph.h"
#include "graph_exec.h"
#include "hip.h"
#include "kernel.h"
#include "task.h"
#include "task_params.h"
#include "work.h"

// --- adding --------------------------------------------------------------------------------------------------------

static bool are_deps(hipGraph_t graph, const hipGraphNode_t* deps, size_t count) {
    if (count > 0 && deps == NULL) return false;
    for (size_t i = 0; i < count; i++) {
        if (!sg_is_node(deps[i]) || deps[i]->graph != graph) return false;
    }
    return true;
}

// Adds a node; `made` is the status of making the task.
static hipError_t add(hipGraphNode_t* node, hipGraph_t graph, const hipGraphNode_t* deps, size_t count, hipError_t made,
                      sg_task task) {
    if (made != hipSuccess) return sg_result(made);
    if (node == NULL || !sg_is_graph(graph) || !are_deps(graph, deps, count)) {
        sg_task_free(&task);
        return sg_result(hipErrorInvalidValue);
    }
    *node = sg_graph_add(graph, task, deps, count);
    return sg_result(*node == NULL ? hipErrorOutOfMemory : hipSuccess);
}

#define ADD(function, make, ...) \
    hipError_t sg_##function(hipGraphNode_t* pGraphNode, hipGraph_t graph, const hipGraphNode_t* pDependencies, \
                             size_t numDependencies __VA_OPT__(, ) __VA_ARGS__) { \
        SG_REQUIRE_DEVICES(); \
        sg_task task; \
        hipError_t made = make; \
        return add(pGraphNode, graph, pDependencies, numDependencies, made, task); \
    }

static hipError_t empty(sg_task* task) {
    *task = (sg_task){.type = hipGraphNodeTypeEmpty};
    return hipSuccess;
}

ADD(hipGraphAddKernelNode, sg_task_kernel(&task, p), const hipKernelNodeParams* p)
ADD(hipGraphAddMemcpyNode, sg_task_copy(&task, p), const hipMemcpy3DParms* p)
ADD(hipGraphAddMemcpyNode1D, sg_task_copy_1d(&task, dst, src, count, kind), void* dst, const void* src, size_t count,
    hipMemcpyKind kind)
ADD(hipGraphAddMemcpyNodeToSymbol, sg_task_to_symbol(&task, symbol, src, count, offset, kind), const void* symbol,
    const void* src, size_t count, size_t offset, hipMemcpyKind kind)
ADD(hipGraphAddMemcpyNodeFromSymbol, sg_task_from_symbol(&task, dst, symbol, count, offset, kind), void* dst,
    const void* symbol, size_t count, size_t offset, hipMemcpyKind kind)
ADD(hipGraphAddMemsetNode, sg_task_fill(&task, p), const hipMemsetParams* p)
ADD(hipGraphAddHostNode, sg_task_host(&task, p), const hipHostNodeParams* p)
ADD(hipGraphAddEmptyNode, empty(&task))
ADD(hipGraphAddChildGraphNode, sg_task_child(&task, child), hipGraph_t child)
ADD(hipGraphAddEventRecordNode, sg_task_event(&task, hipGraphNodeTypeEventRecord, event), hipEvent_t event)
ADD(hipGraphAddEventWaitNode, sg_task_event(&task, hipGraphNodeTypeWaitEvent, event), hipEvent_t event)

static bool is_of_type(hipGraphNode_t node, hipGraphNodeType type) {
    return sg_is_node(node) && node->task.type == type;
}

// --- changing ------------------------------------------------------------------------------------------------------

// Takes ownership of the task.
static hipError_t replace(hipGraphNode_t node, hipGraphNodeType type, hipError_t made, sg_task task) {
    if (made != hipSuccess) return made;
    if (!sg_is_node(node) || node->task.type != type) {
        sg_task_free(&task);
        return hipErrorInvalidValue;
    }
    sg_task_free(&node->task);
    node->task = task;
    if (type == hipGraphNodeTypeGraph) task.child->parent = node;
    return hipSuccess;
}

// Launches in progress keep their plan.
static hipError_t replace_in_exec(hipGraphExec_t exec, hipGraphNode_t node, hipGraphNodeType type, hipError_t made,
                                  sg_task task) {
    hipGraphNode_t found = sg_is_exec(exec) && sg_is_node(node) ? sg_graph_find(exec->graph, node) : NULL;
    hipError_t status = replace(found, type, made, task);
    if (status == hipSuccess) sg_exec_changed(exec);
    return status;
}

#define SET(function, type, make, ...) \
    hipError_t sg_##function(hipGraphNode_t node, __VA_ARGS__) { \
        SG_REQUIRE_DEVICES(); \
        sg_task task; \
        hipError_t made = make; \
        return sg_result(replace(node, type, made, task)); \
    }
#define SET_EXEC(function, type, make, ...) \
    hipError_t sg_##function(hipGraphExec_t exec, hipGraphNode_t node, __VA_ARGS__) { \
        SG_REQUIRE_DEVICES(); \
        sg_task task; \
        hipError_t made = make; \
        return sg_result(replace_in_exec(exec, node, type, made, task)); \
    }

SET(hipGraphKernelNodeSetParams, hipGraphNodeTypeKernel, sg_task_kernel(&task, p), const hipKernelNodeParams* p)
SET_EXEC(hipGraphExecKernelNodeSetParams, hipGraphNodeTypeKernel, sg_task_kernel(&task, p),
         const hipKernelNodeParams* p)
SET(hipGraphMemcpyNodeSetParams, hipGraphNodeTypeMemcpy, sg_task_copy(&task, p), const hipMemcpy3DParms* p)
SET_EXEC(hipGraphExecMemcpyNodeSetParams, hipGraphNodeTypeMemcpy, sg_task_copy(&task, p), hipMemcpy3DParms* p)
SET(hipGraphMemcpyNodeSetParams1D, hipGraphNodeTypeMemcpy, sg_task_copy_1d(&task, dst, src, count, kind), void* dst,
    const void* src, size_t count, hipMemcpyKind kind)
SET_EXEC(hipGraphExecMemcpyNodeSetParams1D, hipGraphNodeTypeMemcpy, sg_task_copy_1d(&task, dst, src, count, kind),
         void* dst, const void* src, size_t count, hipMemcpyKind kind)
SET(hipGraphMemcpyNodeSetParamsToSymbol, hipGraphNodeTypeMemcpy,
    sg_task_to_symbol(&task, symbol, src, count, offset, kind), const void* symbol, const void* src, size_t count,
    size_t offset, hipMemcpyKind kind)
SET_EXEC(hipGraphExecMemcpyNodeSetParamsToSymbol, hipGraphNodeTypeMemcpy,
         sg_task_to_symbol(&task, symbol, src, count, offset, kind), const void* symbol, const void* src, size_t count,
         size_t offset, hipMemcpyKind kind)
SET(hipGraphMemcpyNodeSetParamsFromSymbol, hipGraphNodeTypeMemcpy,
    sg_task_from_symbol(&task, dst, symbol, count, offset, kind), void* dst, const void* symbol, size_t count,
    size_t offset, hipMemcpyKind kind)
SET_EXEC(hipGraphExecMemcpyNodeSetParamsFromSymbol, hipGraphNodeTypeMemcpy,
         sg_task_from_symbol(&task, dst, symbol, count, offset, kind), void* dst, const void* symbol, size_t count,
         size_t offset, hipMemcpyKind kind)
SET(hipGraphMemsetNodeSetParams, hipGraphNodeTypeMemset, sg_task_fill(&task, p), const hipMemsetParams* p)
SET_EXEC(hipGraphExecMemsetNodeSetParams, hipGraphNodeTypeMemset, sg_task_fill(&task, p), const hipMemsetParams* p)
SET(hipGraphHostNodeSetParams, hipGraphNodeTypeHost, sg_task_host(&task, p), const hipHostNodeParams* p)
SET_EXEC(hipGraphExecHostNodeSetParams, hipGraphNodeTypeHost, sg_task_host(&task, p), const hipHostNodeParams* p)
SET_EXEC(hipGraphExecChildGraphNodeSetParams, hipGraphNodeTypeGraph, sg_task_child(&task, child), hipGraph_t child)

#define EVENT_NODE(kind, node_type) \
    SET(hipGraph##kind##NodeSetEvent, node_type, sg_task_event(&task, node_type, event), hipEvent_t event) \
    SET_EXEC(hipGraphExec##kind##NodeSetEvent, node_type, sg_task_event(&task, node_type, event), hipEvent_t event) \
    hipError_t sg_hipGraph##kind##NodeGetEvent(hipGraphNode_t node, hipEvent_t* event) { \
        SG_REQUIRE_DEVICES(); \
        if (event == NULL || !is_of_type(node, node_type)) return sg_result(hipErrorInvalidValue); \
        *event = node->task.event; \
        return sg_result(hipSuccess); \
    }

// --- reading -------------------------------------------------------------------------------------------------------

EVENT_NODE(EventRecord, hipGraphNodeTypeEventRecord)
EVENT_NODE(EventWait, hipGraphNodeTypeWaitEvent)

// kernelParams still belongs to the node.
hipError_t sg_hipGraphKernelNodeGetParams(hipGraphNode_t node, hipKernelNodeParams* p) {
    SG_REQUIRE_DEVICES();
    if (p == NULL || !is_of_type(node, hipGraphNodeTypeKernel)) return sg_result(hipErrorInvalidValue);
    const sg_kernel* kernel = node->task.launch.kernel;
    void** params = node->task.launch.params;
    if (params == NULL) params = calloc(kernel->count + 1, sizeof *params);
    if (params == NULL) return sg_result(hipErrorOutOfMemory);
    for (uint32_t i = 0; i < kernel->count; i++) params[i] = node->task.launch.kernarg + kernel->offsets[i];
    node->task.launch.params = params;
    *p = (hipKernelNodeParams){.func = (void*)(uintptr_t)kernel->function,
                               .gridDim = node->task.launch.grid,
                               .blockDim = node->task.launch.block,
                               .sharedMemBytes = node->task.launch.shared,
                               .kernelParams = params};
    return sg_result(hipSuccess);
}

static hipPitchedPtr pitched(const hsa_pitched_ptr_t* p, const hsa_dim3_t* extent) {
    return (hipPitchedPtr){.ptr = p->base,
                           .pitch = p->pitch,
                           .xsize = extent->x,
                           .ysize = p->pitch == 0 || p->slice == 0 ? extent->y : p->slice / p->pitch};
}

// A copy of bytes is reported as one row.
hipError_t sg_hipGraphMemcpyNodeGetParams(hipGraphNode_t node, hipMemcpy3DParms* p) {
    SG_REQUIRE_DEVICES();
    if (p == NULL || !is_of_type(node, hipGraphNodeTypeMemcpy)) return sg_result(hipErrorInvalidValue);
    const sg_work* w = &node->task.copy.work;
    *p = (hipMemcpy3DParms){.kind = node->task.copy.kind};
    if (w->kind == SG_WORK_COPY) {
        p->srcPtr = (hipPitchedPtr){.ptr = (void*)w->src, .pitch = w->bytes, .xsize = w->bytes, .ysize = 1};
        p->dstPtr = (hipPitchedPtr){.ptr = w->dst, .pitch = w->bytes, .xsize = w->bytes, .ysize = 1};
        p->extent = (hipExtent){w->bytes, 1, 1};
    } else {
        p->srcPtr = pitched(&w->from, &w->extent);
        p->dstPtr = pitched(&w->to, &w->extent);
        p->extent = (hipExtent){w->extent.x, w->extent.y, w->extent.z};
    }
    return sg_result(hipSuccess);
}

hipError_t sg_hipGraphMemsetNodeGetParams(hipGraphNode_t node, hipMemsetParams* p) {
    SG_REQUIRE_DEVICES();
    if (p == NULL || !is_of_type(node, hipGraphNodeTypeMemset)) return sg_result(hipErrorInvalidValue);
    *p = node->task.fill;
    return sg_result(hipSuccess);
}

hipError_t sg_hipGraphHostNodeGetParams(hipGraphNode_t node, hipHostNodeParams* p) {
    SG_REQUIRE_DEVICES();
    if (p == NULL || !is_of_type(node, hipGraphNodeTypeHost)) return sg_result(hipErrorInvalidValue);
    *p = node->task.host;
    return sg_result(hipSuccess);
}

// Returns the node's own graph, not a copy.
hipError_t sg_hipGraphChildGraphNodeGetGraph(hipGraphNode_t node, hipGraph_t* pGraph) {
    SG_REQUIRE_DEVICES();
    if (pGraph == NULL || !is_of_type(node, hipGraphNodeTypeGraph)) return sg_result(hipErrorInvalidValue);
    *pGraph = node->task.child;
    return sg_result(hipSuccess);
}
