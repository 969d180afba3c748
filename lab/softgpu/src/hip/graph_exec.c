// Executable graphs: instantiation, launches, and changes of their tasks.
#include "graph_exec.h"

#include "capture.h"
#include "device.h"
#include "error.h"
#include "graph.h"
#include "graph_log.h"
#include "plan.h"
#include "slab.h"
#include "stream.h"
#include "stream_handle.h"
#include "submit.h"

enum { EXEC_LIVE = 0x65786563, KNOWN_FLAGS = 1 | 2 | 4 | 8 };

static _Atomic(uint64_t) made_execs;

sg_slab sg_exec_slab = SG_SLAB(struct hipGraphExec, 1u << 16, link);

bool sg_is_exec(hipGraphExec_t exec) {
    return sg_slab_owns(&sg_exec_slab, exec) && atomic_load(&exec->magic) == EXEC_LIVE;
}

// Takes ownership of the plan.
static void set_plan(hipGraphExec_t exec, sg_plan* plan) {
    pthread_mutex_lock(&sg_graphs_lock);
    sg_plan* before = exec->plan;
    exec->plan = plan;
    pthread_mutex_unlock(&sg_graphs_lock);
    sg_plan_drop(before);
}

void sg_exec_changed(hipGraphExec_t exec) { set_plan(exec, NULL); }

// --- life cycle ----------------------------------------------------------------------------------------------------

static hipError_t instantiate(hipGraphExec_t* made, hipGraph_t graph, unsigned long long flags) {
    SG_REQUIRE_DEVICES();
    if (made == NULL || !sg_is_graph(graph) || (flags & ~(unsigned long long)KNOWN_FLAGS) != 0) {
        return sg_result(hipErrorInvalidValue);
    }
    hipGraph_t clone = sg_graph_clone(graph);
    if (clone == NULL) return sg_result(hipErrorOutOfMemory);
    sg_plan* plan;
    hipError_t status = sg_plan_make(clone, sg_current_device(), &plan);
    hipGraphExec_t exec = status == hipSuccess ? sg_slab_take(&sg_exec_slab) : NULL;
    if (exec == NULL) {
        sg_graph_free(clone);
        if (status == hipSuccess) sg_plan_drop(plan);
        return sg_result(status == hipSuccess ? hipErrorOutOfMemory : status);
    }
    exec->flags = flags;
    exec->id = atomic_fetch_add(&made_execs, 1) + 1;
    exec->graph = clone;
    exec->plan = plan;
    atomic_store(&exec->magic, EXEC_LIVE);
    sg_graph_log_exec("create", exec->id);
    *made = exec;
    return sg_result(hipSuccess);
}

hipError_t sg_hipGraphInstantiate(hipGraphExec_t* pGraphExec, hipGraph_t graph, hipGraphNode_t* pErrorNode,
                                  char* pLogBuffer, size_t bufferSize) {
    if (pErrorNode != NULL) *pErrorNode = NULL;
    if (pLogBuffer != NULL && bufferSize > 0) pLogBuffer[0] = '\0';
    return instantiate(pGraphExec, graph, 0);
}

hipError_t sg_hipGraphInstantiateWithFlags(hipGraphExec_t* pGraphExec, hipGraph_t graph, unsigned long long flags) {
    return instantiate(pGraphExec, graph, flags);
}

hipError_t sg_hipGraphInstantiateWithParams(hipGraphExec_t* pGraphExec, hipGraph_t graph,
                                            hipGraphInstantiateParams* instantiateParams) {
    if (instantiateParams == NULL) return sg_result(hipErrorInvalidValue);
    hipError_t status = instantiate(pGraphExec, graph, instantiateParams->flags);
    instantiateParams->errNode_out = NULL;
    instantiateParams->result_out = status == hipSuccess ? 0 : 1;
    return status;
}

// Launches in progress hold the plan.
hipError_t sg_hipGraphExecDestroy(hipGraphExec_t graphExec) {
    SG_REQUIRE_DEVICES();
    if (!sg_is_exec(graphExec)) return sg_result(hipErrorInvalidValue);
    atomic_store(&graphExec->magic, 0);
    sg_graph_log_exec("destroy", graphExec->id);
    set_plan(graphExec, NULL);
    sg_graph_free(graphExec->graph);
    sg_slab_give(&sg_exec_slab, graphExec);
    return sg_result(hipSuccess);
}

hipError_t sg_hipGraphExecGetFlags(hipGraphExec_t graphExec, unsigned long long* flags) {
    SG_REQUIRE_DEVICES();
    if (!sg_is_exec(graphExec) || flags == NULL) return sg_result(hipErrorInvalidValue);
    *flags = graphExec->flags;
    return sg_result(hipSuccess);
}

// --- launch --------------------------------------------------------------------------------------------------------

// Returns the plan for a device, with a reference: the present one, unless it is for another device or outdated.
static hipError_t plan_for(hipGraphExec_t exec, int device, sg_plan** plan) {
    pthread_mutex_lock(&sg_graphs_lock);
    *plan = exec->plan == NULL || exec->plan->device != device ? NULL : sg_plan_hold(exec->plan);
    pthread_mutex_unlock(&sg_graphs_lock);
    if (*plan != NULL) return hipSuccess;
    hipError_t status = sg_plan_make(exec->graph, device, plan);
    if (status == hipSuccess) set_plan(exec, sg_plan_hold(*plan));
    return status;
}

static hipError_t launch(hipGraphExec_t exec, hipStream_t handle) {
    SG_REQUIRE_DEVICES();
    hipStream_t stream;
    if (!sg_is_exec(exec)) return hipErrorInvalidValue;
    hipError_t status = sg_stream_of(handle, &stream);
    bool captured = false;
    if (status == hipSuccess) status = sg_capture_graph(stream, exec->graph, &captured);
    if (captured || status != hipSuccess) return status;
    sg_plan* plan;
    status = plan_for(exec, stream->device, &plan);
    if (status != hipSuccess) return status;
    if (plan->step_count > 0) status = sg_submit_all(stream, plan->steps, plan->step_count, NULL, NULL);
    if (status == hipSuccess) sg_graph_log_launch(exec->id, plan);
    sg_plan_drop(plan);
    return status;
}

hipError_t sg_hipGraphLaunch(hipGraphExec_t graphExec, hipStream_t stream) {
    return sg_result(launch(graphExec, stream));
}

hipError_t sg_hipGraphLaunch_spt(hipGraphExec_t graphExec, hipStream_t stream) {
    return sg_result(launch(graphExec, SG_PER_THREAD(stream)));
}

// Does the work that the first launch would otherwise do.
hipError_t sg_hipGraphUpload(hipGraphExec_t graphExec, hipStream_t stream) {
    SG_REQUIRE_DEVICES();
    hipStream_t found;
    if (!sg_is_exec(graphExec)) return sg_result(hipErrorInvalidValue);
    hipError_t status = sg_stream_of(stream, &found);
    sg_plan* plan = NULL;
    if (status == hipSuccess) status = plan_for(graphExec, found->device, &plan);
    sg_plan_drop(plan);
    return sg_result(status);
}

// --- changes -------------------------------------------------------------------------------------------------------

hipError_t sg_hipGraphNodeSetEnabled(hipGraphExec_t hGraphExec, hipGraphNode_t hNode, unsigned int isEnabled) {
    SG_REQUIRE_DEVICES();
    hipGraphNode_t node = sg_is_exec(hGraphExec) && sg_is_node(hNode) ? sg_graph_find(hGraphExec->graph, hNode) : NULL;
    if (node == NULL) return sg_result(hipErrorInvalidValue);
    bool can_be_off = node->task.type == hipGraphNodeTypeKernel || node->task.type == hipGraphNodeTypeMemset
                   || node->task.type == hipGraphNodeTypeMemcpy;
    if (!can_be_off) return sg_result(hipErrorInvalidValue);
    node->disabled = isEnabled == 0;
    sg_exec_changed(hGraphExec);
    return sg_result(hipSuccess);
}

hipError_t sg_hipGraphNodeGetEnabled(hipGraphExec_t hGraphExec, hipGraphNode_t hNode, unsigned int* isEnabled) {
    SG_REQUIRE_DEVICES();
    hipGraphNode_t node = sg_is_exec(hGraphExec) && sg_is_node(hNode) ? sg_graph_find(hGraphExec->graph, hNode) : NULL;
    if (node == NULL || isEnabled == NULL) return sg_result(hipErrorInvalidValue);
    *isEnabled = !node->disabled;
    return sg_result(hipSuccess);
}

// Nodes are paired by index: the graphs must have the same number, types and dependencies.
static hipGraphExecUpdateResult compare(hipGraph_t before, hipGraph_t after, hipGraphNode_t* culprit) {
    if (before->nodes.count != after->nodes.count) return hipGraphExecUpdateErrorTopologyChanged;
    for (uint32_t i = 0; i < after->nodes.count; i++) {
        hipGraphNode_t a = before->nodes.at[i], b = after->nodes.at[i];
        *culprit = b;
        if (a->task.type != b->task.type) return hipGraphExecUpdateErrorNodeTypeChanged;
        if (a->deps.count != b->deps.count) return hipGraphExecUpdateErrorTopologyChanged;
        for (uint32_t k = 0; k < a->deps.count; k++) {
            if (a->deps.at[k]->index != b->deps.at[k]->index) return hipGraphExecUpdateErrorTopologyChanged;
        }
    }
    *culprit = NULL;
    return hipGraphExecUpdateSuccess;
}

hipError_t sg_hipGraphExecUpdate(hipGraphExec_t hGraphExec, hipGraph_t hGraph, hipGraphNode_t* hErrorNode_out,
                                 hipGraphExecUpdateResult* updateResult_out) {
    SG_REQUIRE_DEVICES();
    if (!sg_is_exec(hGraphExec) || !sg_is_graph(hGraph)) return sg_result(hipErrorInvalidValue);
    hipGraphNode_t culprit = NULL;
    hipGraphExecUpdateResult result = compare(hGraphExec->graph, hGraph, &culprit);
    if (hErrorNode_out != NULL) *hErrorNode_out = culprit;
    if (updateResult_out != NULL) *updateResult_out = result;
    if (result != hipGraphExecUpdateSuccess) return sg_result(hipErrorGraphExecUpdateFailure);
    hipGraph_t clone = sg_graph_clone(hGraph);
    if (clone == NULL) return sg_result(hipErrorOutOfMemory);
    // The program still refers to nodes of the graph that it instantiated.
    for (uint32_t i = 0; i < clone->nodes.count; i++) {
        clone->nodes.at[i]->original = hGraphExec->graph->nodes.at[i]->original;
        clone->nodes.at[i]->disabled = hGraphExec->graph->nodes.at[i]->disabled;
    }
    sg_graph_free(hGraphExec->graph);
    hGraphExec->graph = clone;
    sg_exec_changed(hGraphExec);
    sg_graph_log_exec("update", hGraphExec->id);
    return sg_result(hipSuccess);
}
