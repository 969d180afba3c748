// The public functions that build graphs: nodes and their dependencies.
#include "device.h"
#include "error.h"
#include "graph.h"
#include "nodes.h"

// --- public: life cycle --------------------------------------------------------------------------------------------

hipError_t sg_hipGraphCreate(hipGraph_t* pGraph, unsigned int flags) {
    SG_REQUIRE_DEVICES();
    if (pGraph == NULL || flags != 0) return sg_result(hipErrorInvalidValue);
    *pGraph = sg_graph_make();
    return sg_result(*pGraph == NULL ? hipErrorOutOfMemory : hipSuccess);
}

// A child graph belongs to its node.
hipError_t sg_hipGraphDestroy(hipGraph_t graph) {
    SG_REQUIRE_DEVICES();
    if (!sg_is_graph(graph) || graph->parent != NULL) return sg_result(hipErrorInvalidValue);
    sg_graph_free(graph);
    return sg_result(hipSuccess);
}

hipError_t sg_hipGraphClone(hipGraph_t* pGraphClone, hipGraph_t originalGraph) {
    SG_REQUIRE_DEVICES();
    if (pGraphClone == NULL || !sg_is_graph(originalGraph)) return sg_result(hipErrorInvalidValue);
    *pGraphClone = sg_graph_clone(originalGraph);
    return sg_result(*pGraphClone == NULL ? hipErrorOutOfMemory : hipSuccess);
}

hipError_t sg_hipGraphNodeFindInClone(hipGraphNode_t* pNode, hipGraphNode_t originalNode, hipGraph_t clonedGraph) {
    SG_REQUIRE_DEVICES();
    if (pNode == NULL || !sg_is_node(originalNode) || !sg_is_graph(clonedGraph)) return sg_result(hipErrorInvalidValue);
    *pNode = sg_graph_find(clonedGraph, originalNode);
    return sg_result(*pNode == NULL ? hipErrorInvalidValue : hipSuccess);
}

hipError_t sg_hipGraphDestroyNode(hipGraphNode_t node) {
    SG_REQUIRE_DEVICES();
    if (!sg_is_node(node)) return sg_result(hipErrorInvalidValue);
    sg_nodes* nodes = &node->graph->nodes;
    sg_nodes_remove(nodes, node);
    for (uint32_t i = 0; i < nodes->count; i++) {
        nodes->at[i]->index = i;
        sg_nodes_remove(&nodes->at[i]->deps, node);
    }
    sg_node_free(node);
    return sg_result(hipSuccess);
}

// --- public: edges -------------------------------------------------------------------------------------------------

static bool is_edge(hipGraph_t graph, hipGraphNode_t from, hipGraphNode_t to) {
    return sg_is_node(from) && sg_is_node(to) && from != to && from->graph == graph && to->graph == graph;
}

static hipError_t change_edges(hipGraph_t graph, const hipGraphNode_t* from, const hipGraphNode_t* to, size_t count,
                               bool add) {
    SG_REQUIRE_DEVICES();
    if (!sg_is_graph(graph) || (count > 0 && (from == NULL || to == NULL))) return sg_result(hipErrorInvalidValue);
    for (size_t i = 0; i < count; i++) {
        if (!is_edge(graph, from[i], to[i])) return sg_result(hipErrorInvalidValue);
        if ((sg_nodes_position(&to[i]->deps, from[i]) >= 0) == add) return sg_result(hipErrorInvalidValue);
    }
    for (size_t i = 0; i < count; i++) {
        if (!add) sg_nodes_remove(&to[i]->deps, from[i]);
        else if (!sg_nodes_add_new(&to[i]->deps, from[i])) return sg_result(hipErrorOutOfMemory);
    }
    return sg_result(hipSuccess);
}

hipError_t sg_hipGraphAddDependencies(hipGraph_t graph, const hipGraphNode_t* from, const hipGraphNode_t* to,
                                      size_t numDependencies) {
    return change_edges(graph, from, to, numDependencies, true);
}

hipError_t sg_hipGraphRemoveDependencies(hipGraph_t graph, const hipGraphNode_t* from, const hipGraphNode_t* to,
                                         size_t numDependencies) {
    return change_edges(graph, from, to, numDependencies, false);
}

// --- public: contents ----------------------------------------------------------------------------------------------

// A list for the program: `capacity` entries at `to` (NULL: only their number is queried), `found` of which exist.
typedef struct answer {
    hipGraphNode_t* to;
    size_t capacity, found;
} answer;

static void give(answer* a, hipGraphNode_t node) {
    if (a->to != NULL && a->found < a->capacity) a->to[a->found] = node;
    a->found++;
}

static hipError_t finish(answer* a, size_t* count) {
    if (a->to != NULL) {
        for (size_t i = a->found; i < a->capacity; i++) a->to[i] = NULL;
        if (a->found > a->capacity) a->found = a->capacity;
    }
    *count = a->found;
    return sg_result(hipSuccess);
}

hipError_t sg_hipGraphGetNodes(hipGraph_t graph, hipGraphNode_t* nodes, size_t* numNodes) {
    SG_REQUIRE_DEVICES();
    if (!sg_is_graph(graph) || numNodes == NULL) return sg_result(hipErrorInvalidValue);
    answer a = {nodes, *numNodes, 0};
    for (uint32_t i = 0; i < graph->nodes.count; i++) give(&a, graph->nodes.at[i]);
    return finish(&a, numNodes);
}

hipError_t sg_hipGraphGetRootNodes(hipGraph_t graph, hipGraphNode_t* pRootNodes, size_t* pNumRootNodes) {
    SG_REQUIRE_DEVICES();
    if (!sg_is_graph(graph) || pNumRootNodes == NULL) return sg_result(hipErrorInvalidValue);
    answer a = {pRootNodes, *pNumRootNodes, 0};
    for (uint32_t i = 0; i < graph->nodes.count; i++) {
        if (graph->nodes.at[i]->deps.count == 0) give(&a, graph->nodes.at[i]);
    }
    return finish(&a, pNumRootNodes);
}

hipError_t sg_hipGraphGetEdges(hipGraph_t graph, hipGraphNode_t* from, hipGraphNode_t* to, size_t* numEdges) {
    SG_REQUIRE_DEVICES();
    bool both = (from == NULL) == (to == NULL);
    if (!sg_is_graph(graph) || numEdges == NULL || !both) return sg_result(hipErrorInvalidValue);
    answer a = {from, *numEdges, 0}, b = {to, *numEdges, 0};
    for (uint32_t i = 0; i < graph->nodes.count; i++) {
        const sg_nodes* deps = &graph->nodes.at[i]->deps;
        for (uint32_t k = 0; k < deps->count; k++) {
            give(&a, deps->at[k]);
            give(&b, graph->nodes.at[i]);
        }
    }
    finish(&a, numEdges);
    return finish(&b, numEdges);
}

hipError_t sg_hipGraphNodeGetDependencies(hipGraphNode_t node, hipGraphNode_t* pDependencies,
                                          size_t* pNumDependencies) {
    SG_REQUIRE_DEVICES();
    if (!sg_is_node(node) || pNumDependencies == NULL) return sg_result(hipErrorInvalidValue);
    answer a = {pDependencies, *pNumDependencies, 0};
    for (uint32_t i = 0; i < node->deps.count; i++) give(&a, node->deps.at[i]);
    return finish(&a, pNumDependencies);
}

hipError_t sg_hipGraphNodeGetDependentNodes(hipGraphNode_t node, hipGraphNode_t* pDependentNodes,
                                            size_t* pNumDependentNodes) {
    SG_REQUIRE_DEVICES();
    if (!sg_is_node(node) || pNumDependentNodes == NULL) return sg_result(hipErrorInvalidValue);
    answer a = {pDependentNodes, *pNumDependentNodes, 0};
    const sg_nodes* nodes = &node->graph->nodes;
    for (uint32_t i = 0; i < nodes->count; i++) {
        if (sg_nodes_position(&nodes->at[i]->deps, node) >= 0) give(&a, nodes->at[i]);
    }
    return finish(&a, pNumDependentNodes);
}

hipError_t sg_hipGraphNodeGetType(hipGraphNode_t node, hipGraphNodeType* pType) {
    SG_REQUIRE_DEVICES();
    if (!sg_is_node(node) || pType == NULL) return sg_result(hipErrorInvalidValue);
    *pType = node->task.type;
    return sg_result(hipSuccess);
}
