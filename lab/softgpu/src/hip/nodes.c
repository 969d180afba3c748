#include "nodes.h"

#include <stdlib.h>
#include <string.h>

bool sg_nodes_add(sg_nodes* nodes, hipGraphNode_t node) {
    if (nodes->count == nodes->capacity) {
        uint32_t capacity = nodes->capacity == 0 ? 1 : 2 * nodes->capacity;
        hipGraphNode_t* at = realloc(nodes->at, capacity * sizeof *at);
        if (at == NULL) return false;
        nodes->at = at;
        nodes->capacity = capacity;
    }
    nodes->at[nodes->count++] = node;
    return true;
}

int64_t sg_nodes_position(const sg_nodes* nodes, hipGraphNode_t node) {
    for (uint32_t i = 0; i < nodes->count; i++) {
        if (nodes->at[i] == node) return i;
    }
    return -1;
}

bool sg_nodes_add_new(sg_nodes* nodes, hipGraphNode_t node) {
    return sg_nodes_position(nodes, node) >= 0 || sg_nodes_add(nodes, node);
}

bool sg_nodes_remove(sg_nodes* nodes, hipGraphNode_t node) {
    int64_t at = sg_nodes_position(nodes, node);
    if (at < 0) return false;
    nodes->count--;
    memmove(&nodes->at[at], &nodes->at[at + 1], (nodes->count - (size_t)at) * sizeof *nodes->at);
    return true;
}

void sg_nodes_free(sg_nodes* nodes) {
    free(nodes->at);
    *nodes = (sg_nodes){.at = NULL};
}
