// Lists of nodes of graphs.
#ifndef SOFTGPU_HIP_NODES_H
#define SOFTGPU_HIP_NODES_H

#include "hip.h"

typedef struct sg_nodes {
    hipGraphNode_t* at;
    uint32_t count, capacity;
} sg_nodes;

// False: out of memory.
bool sg_nodes_add(sg_nodes* nodes, hipGraphNode_t node);
bool sg_nodes_add_new(sg_nodes* nodes, hipGraphNode_t node); // unless it is already in the list
void sg_nodes_free(sg_nodes* nodes);

// Returns the index of the node; -1: not in the list.
int64_t sg_nodes_position(const sg_nodes* nodes, hipGraphNode_t node);
bool sg_nodes_remove(sg_nodes* nodes, hipGraphNode_t node); // false: not in the list

#endif
