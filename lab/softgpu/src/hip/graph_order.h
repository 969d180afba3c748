// The order of a graph's nodes.
#ifndef SOFTGPU_HIP_GRAPH_ORDER_H
#define SOFTGPU_HIP_GRAPH_ORDER_H

#include "graph.h"

// Returns the nodes, each after its dependencies, to be freed. NULL: there is a cycle, or out of memory.
hipGraphNode_t* sg_graph_order(hipGraph_t graph);

#endif
