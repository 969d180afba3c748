// The dependents of all nodes in one array: those of node i are at[first[i]] up to, not including, at[first[i
// + 1]].
#include "graph_order.h"

#include <stdlib.h>

#include "graph.h"
#include "nodes.h"

typedef struct dependents {
    uint32_t* first;
    hipGraphNode_t* at;
} dependents;

static bool find_dependents(const sg_nodes* nodes, dependents* d) {
    size_t edges = 0;
    for (uint32_t i = 0; i < nodes->count; i++) edges += nodes->at[i]->deps.count;
    d->first = calloc((size_t)nodes->count + 2, sizeof *d->first);
    d->at = malloc((edges + 1) * sizeof *d->at);
    if (d->first == NULL || d->at == NULL) return false;
    for (uint32_t i = 0; i < nodes->count; i++) {
        const sg_nodes* deps = &nodes->at[i]->deps;
        for (uint32_t k = 0; k < deps->count; k++) d->first[deps->at[k]->index + 2]++;
    }
    for (uint32_t i = 2; i < nodes->count + 2; i++) d->first[i] += d->first[i - 1];
    for (uint32_t i = 0; i < nodes->count; i++) {
        const sg_nodes* deps = &nodes->at[i]->deps;
        for (uint32_t k = 0; k < deps->count; k++) d->at[d->first[deps->at[k]->index + 1]++] = nodes->at[i];
    }
    return true;
}

// A node's mark counts its dependencies that are not in the order yet.
static uint32_t sort(const sg_nodes* nodes, const dependents* d, hipGraphNode_t* order) {
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

hipGraphNode_t* sg_graph_order(hipGraph_t graph) {
    const sg_nodes* nodes = &graph->nodes;
    hipGraphNode_t* order = malloc(((size_t)nodes->count + 1) * sizeof *order);
    dependents d = {.first = NULL};
    bool sorted = order != NULL && find_dependents(nodes, &d) && sort(nodes, &d, order) == nodes->count;
    free(d.first);
    free(d.at);
    if (sorted) return order;
    free(order);
    return NULL;
}
