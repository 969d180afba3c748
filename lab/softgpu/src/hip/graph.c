#include "graph.h"

#include <stdlib.h>
#include <string.h>

#include "kernel.h"
#include "nodes.h"
#include "slab.h"

enum { GRAPH_LIVE = 0x67726166, NODE_LIVE = 0x6e6f6465 };

sg_slab sg_graph_slab = SG_SLAB(struct ihipGraph, 1u << 16, link);
sg_slab sg_node_slab = SG_SLAB(struct hipGraphNode, 1u << 22, link);

bool sg_is_graph(hipGraph_t graph) {
    return sg_slab_owns(&sg_graph_slab, graph) && atomic_load(&graph->magic) == GRAPH_LIVE;
}

bool sg_is_node(hipGraphNode_t node) {
    return sg_slab_owns(&sg_node_slab, node) && atomic_load(&node->magic) == NODE_LIVE;
}

// --- tasks of nodes ------------------------------------------------------------------------------------------------

unsigned char* sg_kernarg_make(const sg_kernel* kernel) {
    return aligned_alloc(16, (kernel->kernarg_bytes + 16u) / 16 * 16);
}

hipError_t sg_task_copy_launch(sg_task* task, const sg_task* from, const void* kernarg) {
    sg_kernel* kernel = from->launch.kernel;
    *task = *from;
    task->launch.params = NULL;
    task->launch.kernarg = sg_kernarg_make(kernel);
    if (task->launch.kernarg == NULL) return hipErrorOutOfMemory;
    memcpy(task->launch.kernarg, kernarg, kernel->kernarg_bytes);
    return hipSuccess;
}

hipError_t sg_task_child(sg_task* task, hipGraph_t child) {
    if (!sg_is_graph(child)) return hipErrorInvalidValue;
    *task = (sg_task){.type = hipGraphNodeTypeGraph, .child = sg_graph_clone(child)};
    return task->child == NULL ? hipErrorOutOfMemory : hipSuccess;
}

hipError_t sg_task_copy_of(sg_task* task, const sg_task* from) {
    if (from->type == hipGraphNodeTypeKernel) return sg_task_copy_launch(task, from, from->launch.kernarg);
    if (from->type == hipGraphNodeTypeGraph) return sg_task_child(task, from->child);
    *task = *from;
    return hipSuccess;
}

void sg_task_free(sg_task* task) {
    if (task->type == hipGraphNodeTypeGraph) sg_graph_free(task->child);
    if (task->type != hipGraphNodeTypeKernel) return;
    free(task->launch.kernarg);
    free(task->launch.params);
}

// --- life cycle ----------------------------------------------------------------------------------------------------

hipGraph_t sg_graph_make(void) {
    hipGraph_t graph = sg_slab_take(&sg_graph_slab);
    if (graph == NULL) return NULL;
    graph->nodes = (sg_nodes){.at = NULL};
    graph->parent = NULL;
    atomic_store(&graph->magic, GRAPH_LIVE);
    return graph;
}

void sg_node_free(hipGraphNode_t node) {
    atomic_store(&node->magic, 0);
    sg_nodes_free(&node->deps);
    sg_task_free(&node->task);
    sg_slab_give(&sg_node_slab, node);
}

void sg_graph_free(hipGraph_t graph) {
    if (graph == NULL) return;
    atomic_store(&graph->magic, 0);
    for (uint32_t i = 0; i < graph->nodes.count; i++) sg_node_free(graph->nodes.at[i]);
    sg_nodes_free(&graph->nodes);
    sg_slab_give(&sg_graph_slab, graph);
}

hipGraphNode_t sg_graph_add(hipGraph_t graph, sg_task task, const hipGraphNode_t* deps, size_t count) {
    hipGraphNode_t node = sg_slab_take(&sg_node_slab);
    if (node == NULL) {
        sg_task_free(&task);
        return NULL;
    }
    node->index = graph->nodes.count;
    node->graph = graph;
    node->original = NULL;
    node->disabled = false;
    node->deps = (sg_nodes){.at = NULL};
    node->task = task;
    if (task.type == hipGraphNodeTypeGraph) task.child->parent = node;
    bool room = true;
    for (size_t i = 0; room && i < count; i++) room = sg_nodes_add_new(&node->deps, deps[i]);
    if (!room || !sg_nodes_add(&graph->nodes, node)) {
        sg_node_free(node);
        return NULL;
    }
    atomic_store(&node->magic, NODE_LIVE);
    return node;
}

static bool clone_node(hipGraph_t clone, hipGraphNode_t original) {
    sg_task task;
    if (sg_task_copy_of(&task, &original->task) != hipSuccess) return false;
    hipGraphNode_t node = sg_graph_add(clone, task, NULL, 0);
    if (node == NULL) return false;
    node->original = original;
    node->disabled = original->disabled;
    return true;
}

hipGraph_t sg_graph_clone(hipGraph_t graph) {
    hipGraph_t clone = sg_graph_make();
    bool room = clone != NULL;
    for (uint32_t i = 0; room && i < graph->nodes.count; i++) room = clone_node(clone, graph->nodes.at[i]);
    for (uint32_t i = 0; room && i < graph->nodes.count; i++) {
        const sg_nodes* deps = &graph->nodes.at[i]->deps;
        for (uint32_t d = 0; room && d < deps->count; d++) {
            room = sg_nodes_add(&clone->nodes.at[i]->deps, clone->nodes.at[deps->at[d]->index]);
        }
    }
    if (room) return clone;
    sg_graph_free(clone);
    return NULL;
}

// Found at the original's index, unless nodes were destroyed since.
hipGraphNode_t sg_graph_find(hipGraph_t clone, hipGraphNode_t original) {
    const sg_nodes* nodes = &clone->nodes;
    if (original->index < nodes->count && nodes->at[original->index]->original == original) {
        return nodes->at[original->index];
    }
    for (uint32_t i = 0; i < nodes->count; i++) {
        if (nodes->at[i]->original == original) return nodes->at[i];
    }
    return NULL;
}
