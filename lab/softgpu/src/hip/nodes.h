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
bool sg_nodes_add_new(sg_nodes* nodes, hipGraphNode_t node); // unless it is there
void sg_nodes_free(sg_nodes* nodes);

// Where the node stands; -1: nowhere.
int64_t sg_nodes_position(const sg_nodes* nodes, hipGraphNode_t node);
bool sg_nodes_remove(sg_nodes* nodes, hipGraphNode_t node); // false: it is not there

#endif
