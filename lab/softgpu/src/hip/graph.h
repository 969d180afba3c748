// Graphs: nodes and their tasks. As with HIP, a graph must be used by one thread at a time; the graphs lock guards
// the data that a capture changes, since several streams may be captured into one graph.
#ifndef SOFTGPU_HIP_GRAPH_H
#define SOFTGPU_HIP_GRAPH_H

#include "nodes.h"
#include "slab.h"
#include "work.h"

// The task of a node. It owns everything it points to, except kernels and events.
typedef struct sg_task {
    hipGraphNodeType type;
    union {
        struct {
            sg_kernel* kernel;
            dim3 grid, block;
            uint32_t shared;
            unsigned char* kernarg; // kernel->kernarg_bytes
            void** params;          // into kernarg, made when kernelParams are queried
        } launch;
        struct {
            sg_work work;
            hipMemcpyKind kind;
        } copy;
        hipMemsetParams fill;
        hipHostNodeParams host;
        hipGraph_t child;
        hipEvent_t event;
    };
} sg_task;

struct hipGraphNode {
    _Atomic(uint32_t) magic;
    uint32_t link;  // of the slab
    uint32_t index; // in the graph
    uint32_t mark;  // scratch of walks over the graph
    hipGraph_t graph;
    hipGraphNode_t original; // of a clone
    bool disabled;           // of an executable graph
    sg_nodes deps;           // without duplicates
    sg_task task;
} __attribute__((aligned(64)));

struct ihipGraph {
    _Atomic(uint32_t) magic;
    uint32_t link; // of the slab
    sg_nodes nodes;
    hipGraphNode_t parent; // of a child graph, which is destroyed with its node; else NULL
} __attribute__((aligned(64)));

extern sg_slab sg_graph_slab, sg_node_slab;

bool sg_is_graph(hipGraph_t graph);
bool sg_is_node(hipGraphNode_t node);

// NULL: out of memory.
hipGraph_t sg_graph_make(void);
hipGraph_t sg_graph_clone(hipGraph_t graph);
void sg_graph_free(hipGraph_t graph);

// Returns the clone's node that was made for `original`; NULL if there is none.
hipGraphNode_t sg_graph_find(hipGraph_t clone, hipGraphNode_t original);

// Adds a node; takes ownership of the task's objects in any case. NULL: out of memory.
hipGraphNode_t sg_graph_add(hipGraph_t graph, sg_task task, const hipGraphNode_t* deps, size_t count);

void sg_node_free(hipGraphNode_t node);

// Copies tasks. The first copies the launch `from` with the arguments at `kernarg` instead of its own.
hipError_t sg_task_copy_of(sg_task* task, const sg_task* from);
hipError_t sg_task_copy_launch(sg_task* task, const sg_task* from, const void* kernarg);
hipError_t sg_task_child(sg_task* task, hipGraph_t child); // clones it
void sg_task_free(sg_task* task);

// Allocates memory for the arguments of a launch, to be freed. NULL: out of memory.
unsigned char* sg_kernarg_make(const sg_kernel* kernel);

#endif
