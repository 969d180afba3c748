// Graphs as the program builds them: nodes, and which comes after which.
#include "graph.h"

#include <stdlib.h>
#include <string.h>

enum { GRAPH_LIVE = 0x67726166, NODE_LIVE = 0x6e6f6465 };

sg_slab sg_graph_slab = SG_SLAB(struct ihipGraph, 1u << 16, link);
sg_slab sg_node_slab = SG_SLAB(struct hipGraphNode, 1u << 22, link);

bool sg_is_graph(hipGraph_t graph) {
    return sg_slab_owns(&sg_graph_slab, graph) && atomic_load(&graph->magic) == GRAPH_LIVE;
}

bool sg_is_node(hipGraphNode_t node) {
    return sg_slab_owns(&sg_node_slab, node) && atomic_load(&node->magic) == NODE_LIVE;
}

// --- lists of nodes --------------------------------------------------------------------------------------------------

bool sg_nodes_add(sg_nodes *nodes, hipGraphNode_t node) {
    if (nodes->count == nodes->capacity) {
        uint32_t capacity = nodes->capacity == 0 ? 1 : 2 * nodes->capacity;
        hipGraphNode_t *at = realloc(nodes->at, capacity * sizeof *at);
        if (at == NULL) return false;
        nodes->at = at;
        nodes->capacity = capacity;
    }
    nodes->at[nodes->count++] = node;
    return true;
}

static int64_t position(const sg_nodes *nodes, hipGraphNode_t node) {
    for (uint32_t i = 0; i < nodes->count; i++) {
        if (nodes->at[i] == node) return i;
    }
    return -1;
}

bool sg_nodes_add_new(sg_nodes *nodes, hipGraphNode_t node) {
    return position(nodes, node) >= 0 || sg_nodes_add(nodes, node);
}

static bool take_out(sg_nodes *nodes, hipGraphNode_t node) {
    int64_t at = position(nodes, node);
    if (at < 0) return false;
    nodes->count--;
    memmove(&nodes->at[at], &nodes->at[at + 1], (nodes->count - (size_t)at) * sizeof *nodes->at);
    return true;
}

void sg_nodes_free(sg_nodes *nodes) {
    free(nodes->at);
    *nodes = (sg_nodes){.at = NULL};
}

// --- life --------------------------------------------------------------------------------------------------------------

hipGraph_t sg_graph_make(void) {
    hipGraph_t graph = sg_slab_take(&sg_graph_slab);
    if (graph == NULL) return NULL;
    graph->nodes = (sg_nodes){.at = NULL};
    graph->parent = NULL;
    atomic_store(&graph->magic, GRAPH_LIVE);
    return graph;
}

static void free_node(hipGraphNode_t node) {
    atomic_store(&node->magic, 0);
    sg_nodes_free(&node->deps);
    sg_task_free(&node->task);
    sg_slab_give(&sg_node_slab, node);
}

void sg_graph_free(hipGraph_t graph) {
    if (graph == NULL) return;
    atomic_store(&graph->magic, 0);
    for (uint32_t i = 0; i < graph->nodes.count; i++) free_node(graph->nodes.at[i]);
    sg_nodes_free(&graph->nodes);
    sg_slab_give(&sg_graph_slab, graph);
}

hipGraphNode_t sg_graph_add(hipGraph_t graph, sg_task task, const hipGraphNode_t *deps, size_t count) {
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
        free_node(node);
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
        const sg_nodes *deps = &graph->nodes.at[i]->deps;
        for (uint32_t d = 0; room && d < deps->count; d++) {
            room = sg_nodes_add(&clone->nodes.at[i]->deps, clone->nodes.at[deps->at[d]->index]);
        }
    }
    if (room) return clone;
    sg_graph_free(clone);
    return NULL;
}

// At the original's own index, unless nodes were destroyed since.
hipGraphNode_t sg_graph_find(hipGraph_t clone, hipGraphNode_t original) {
    const sg_nodes *nodes = &clone->nodes;
    if (original->index < nodes->count && nodes->at[original->index]->original == original) {
        return nodes->at[original->index];
    }
    for (uint32_t i = 0; i < nodes->count; i++) {
        if (nodes->at[i]->original == original) return nodes->at[i];
    }
    return NULL;
}

// --- order ---------------------------------------------------------------------------------------------------------------

// The dependents of all nodes in one array: those of node i are at[first[i]] to at[first[i + 1]].
typedef struct dependents {
    uint32_t *first;
    hipGraphNode_t *at;
} dependents;

static bool find_dependents(const sg_nodes *nodes, dependents *d) {
    size_t edges = 0;
    for (uint32_t i = 0; i < nodes->count; i++) edges += nodes->at[i]->deps.count;
    d->first = calloc((size_t)nodes->count + 2, sizeof *d->first);
    d->at = malloc((edges + 1) * sizeof *d->at);
    if (d->first == NULL || d->at == NULL) return false;
    for (uint32_t i = 0; i < nodes->count; i++) {
        const sg_nodes *deps = &nodes->at[i]->deps;
        for (uint32_t k = 0; k < deps->count; k++) d->first[deps->at[k]->index + 2]++;
    }
    for (uint32_t i = 2; i < nodes->count + 2; i++) d->first[i] += d->first[i - 1];
    for (uint32_t i = 0; i < nodes->count; i++) {
        const sg_nodes *deps = &nodes->at[i]->deps;
        for (uint32_t k = 0; k < deps->count; k++) d->at[d->first[deps->at[k]->index + 1]++] = nodes->at[i];
    }
    return true;
}

// A node's mark counts the dependencies that are not in the order yet.
static uint32_t sort(const sg_nodes *nodes, const dependents *d, hipGraphNode_t *order) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < nodes->count; i++) {
        nodes->at[i]->mark = nodes->at[i]->deps.count;
        if (nodes->at[i]->mark == 0) order[count++] = nodes->at[i];
    }
    for (uint32_t next = 0; next < count; next++) {
        uint32_t index = order[next]->index;
        for (uint32_t k = d->first[index]; k < d->first[index + 1]; k++) {
            if (--d->at[k]->mark == 0) order[count++] = d->at[k];
        }
    }
    return count;
}

hipGraphNode_t *sg_graph_order(hipGraph_t graph) {
    const sg_nodes *nodes = &graph->nodes;
    hipGraphNode_t *order = malloc(((size_t)nodes->count + 1) * sizeof *order);
    dependents d = {.first = NULL};
    bool sorted = order != NULL && find_dependents(nodes, &d) && sort(nodes, &d, order) == nodes->count;
    free(d.first);
    free(d.at);
    if (sorted) return order;
    free(order);
    return NULL;
}

// --- public: life ----------------------------------------------------------------------------------------------------------

hipError_t sg_hipGraphCreate(hipGraph_t *pGraph, unsigned int flags) {
    SG_REQUIRE_DEVICES();
    if (pGraph == NULL || flags != 0) return sg_result(hipErrorInvalidValue);
    *pGraph = sg_graph_make();
    return sg_result(*pGraph == NULL ? hipErrorOutOfMemory : hipSuccess);
}

// A child graph is its node's.
hipError_t sg_hipGraphDestroy(hipGraph_t graph) {
    SG_REQUIRE_DEVICES();
    if (!sg_is_graph(graph) || graph->parent != NULL) return sg_result(hipErrorInvalidValue);
    sg_graph_free(graph);
    return sg_result(hipSuccess);
}

hipError_t sg_hipGraphClone(hipGraph_t *pGraphClone, hipGraph_t originalGraph) {
    SG_REQUIRE_DEVICES();
    if (pGraphClone == NULL || !sg_is_graph(originalGraph)) return sg_result(hipErrorInvalidValue);
    *pGraphClone = sg_graph_clone(originalGraph);
    return sg_result(*pGraphClone == NULL ? hipErrorOutOfMemory : hipSuccess);
}

hipError_t sg_hipGraphNodeFindInClone(hipGraphNode_t *pNode, hipGraphNode_t originalNode, hipGraph_t clonedGraph) {
    SG_REQUIRE_DEVICES();
    if (pNode == NULL || !sg_is_node(originalNode) || !sg_is_graph(clonedGraph)) return sg_result(hipErrorInvalidValue);
    *pNode = sg_graph_find(clonedGraph, originalNode);
    return sg_result(*pNode == NULL ? hipErrorInvalidValue : hipSuccess);
}

hipError_t sg_hipGraphDestroyNode(hipGraphNode_t node) {
    SG_REQUIRE_DEVICES();
    if (!sg_is_node(node)) return sg_result(hipErrorInvalidValue);
    sg_nodes *nodes = &node->graph->nodes;
    take_out(nodes, node);
    for (uint32_t i = 0; i < nodes->count; i++) {
        nodes->at[i]->index = i;
        take_out(&nodes->at[i]->deps, node);
    }
    free_node(node);
    return sg_result(hipSuccess);
}

// --- public: edges -----------------------------------------------------------------------------------------------------------

static bool is_edge(hipGraph_t graph, hipGraphNode_t from, hipGraphNode_t to) {
    return sg_is_node(from) && sg_is_node(to) && from != to && from->graph == graph && to->graph == graph;
}

static hipError_t change_edges(
    hipGraph_t graph, const hipGraphNode_t *from, const hipGraphNode_t *to, size_t count, bool add) {
    SG_REQUIRE_DEVICES();
    if (!sg_is_graph(graph) || (count > 0 && (from == NULL || to == NULL))) return sg_result(hipErrorInvalidValue);
    for (size_t i = 0; i < count; i++) {
        if (!is_edge(graph, from[i], to[i])) return sg_result(hipErrorInvalidValue);
        if ((position(&to[i]->deps, from[i]) >= 0) == add) return sg_result(hipErrorInvalidValue);
    }
    for (size_t i = 0; i < count; i++) {
        if (!add) take_out(&to[i]->deps, from[i]);
        else if (!sg_nodes_add_new(&to[i]->deps, from[i])) return sg_result(hipErrorOutOfMemory);
    }
    return sg_result(hipSuccess);
}

hipError_t sg_hipGraphAddDependencies(
    hipGraph_t graph, const hipGraphNode_t *from, const hipGraphNode_t *to, size_t numDependencies) {
    return change_edges(graph, from, to, numDependencies, true);
}

hipError_t sg_hipGraphRemoveDependencies(
    hipGraph_t graph, const hipGraphNode_t *from, const hipGraphNode_t *to, size_t numDependencies) {
    return change_edges(graph, from, to, numDependencies, false);
}

// --- public: what is there -----------------------------------------------------------------------------------------------------

// A list for the program: `capacity` entries at `to` (NULL: only their number is asked for), of which `found` are known.
typedef struct answer {
    hipGraphNode_t *to;
    size_t capacity, found;
} answer;

static void give(answer *a, hipGraphNode_t node) {
    if (a->to != NULL && a->found < a->capacity) a->to[a->found] = node;
    a->found++;
}

static hipError_t finish(answer *a, size_t *count) {
    if (a->to != NULL) {
        for (size_t i = a->found; i < a->capacity; i++) a->to[i] = NULL;
        if (a->found > a->capacity) a->found = a->capacity;
    }
    *count = a->found;
    return sg_result(hipSuccess);
}

hipError_t sg_hipGraphGetNodes(hipGraph_t graph, hipGraphNode_t *nodes, size_t *numNodes) {
    SG_REQUIRE_DEVICES();
    if (!sg_is_graph(graph) || numNodes == NULL) return sg_result(hipErrorInvalidValue);
    answer a = {nodes, *numNodes, 0};
    for (uint32_t i = 0; i < graph->nodes.count; i++) give(&a, graph->nodes.at[i]);
    return finish(&a, numNodes);
}

hipError_t sg_hipGraphGetRootNodes(hipGraph_t graph, hipGraphNode_t *pRootNodes, size_t *pNumRootNodes) {
    SG_REQUIRE_DEVICES();
    if (!sg_is_graph(graph) || pNumRootNodes == NULL) return sg_result(hipErrorInvalidValue);
    answer a = {pRootNodes, *pNumRootNodes, 0};
    for (uint32_t i = 0; i < graph->nodes.count; i++) {
        if (graph->nodes.at[i]->deps.count == 0) give(&a, graph->nodes.at[i]);
    }
    return finish(&a, pNumRootNodes);
}

hipError_t sg_hipGraphGetEdges(hipGraph_t graph, hipGraphNode_t *from, hipGraphNode_t *to, size_t *numEdges) {
    SG_REQUIRE_DEVICES();
    bool both = (from == NULL) == (to == NULL);
    if (!sg_is_graph(graph) || numEdges == NULL || !both) return sg_result(hipErrorInvalidValue);
    answer a = {from, *numEdges, 0}, b = {to, *numEdges, 0};
    for (uint32_t i = 0; i < graph->nodes.count; i++) {
        const sg_nodes *deps = &graph->nodes.at[i]->deps;
        for (uint32_t k = 0; k < deps->count; k++) {
            give(&a, deps->at[k]);
            give(&b, graph->nodes.at[i]);
        }
    }
    finish(&a, numEdges);
    return finish(&b, numEdges);
}

hipError_t sg_hipGraphNodeGetDependencies(hipGraphNode_t node, hipGraphNode_t *pDependencies, size_t *pNumDependencies) {
    SG_REQUIRE_DEVICES();
    if (!sg_is_node(node) || pNumDependencies == NULL) return sg_result(hipErrorInvalidValue);
    answer a = {pDependencies, *pNumDependencies, 0};
    for (uint32_t i = 0; i < node->deps.count; i++) give(&a, node->deps.at[i]);
    return finish(&a, pNumDependencies);
}

hipError_t sg_hipGraphNodeGetDependentNodes(
    hipGraphNode_t node, hipGraphNode_t *pDependentNodes, size_t *pNumDependentNodes) {
    SG_REQUIRE_DEVICES();
    if (!sg_is_node(node) || pNumDependentNodes == NULL) return sg_result(hipErrorInvalidValue);
    answer a = {pDependentNodes, *pNumDependentNodes, 0};
    const sg_nodes *nodes = &node->graph->nodes;
    for (uint32_t i = 0; i < nodes->count; i++) {
        if (position(&nodes->at[i]->deps, node) >= 0) give(&a, nodes->at[i]);
    }
    return finish(&a, pNumDependentNodes);
}

hipError_t sg_hipGraphNodeGetType(hipGraphNode_t node, hipGraphNodeType *pType) {
    SG_REQUIRE_DEVICES();
    if (!sg_is_node(node) || pType == NULL) return sg_result(hipErrorInvalidValue);
    *pType = node->task.type;
    return sg_result(hipSuccess);
}
