// Graphs: what the files graph*.c and capture.c share. As with HIP, one graph is for one thread at a time; the graphs
// lock guards what a capture changes, since several streams may be captured into one graph.
#ifndef SOFTGPU_HIP_GRAPH_H
#define SOFTGPU_HIP_GRAPH_H

#include "runtime.h"

// What a node does. Everything it points at is its own, but kernels and events.
typedef struct sg_task {
    hipGraphNodeType type;
    union {
        struct {
            sg_kernel *kernel;
            dim3 grid, block;
            uint32_t shared;
            unsigned char *kernarg; // kernel->kernarg_bytes
            void **params;          // into kernarg, made when somebody asks for kernelParams
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
    sg_nodes deps;           // no node twice
    sg_task task;
} __attribute__((aligned(64)));

struct ihipGraph {
    _Atomic(uint32_t) magic;
    uint32_t link; // of the slab
    sg_nodes nodes;
    hipGraphNode_t parent; // of a child graph, which goes with its node; else NULL
} __attribute__((aligned(64)));

// --- graphs and nodes (graph.c) -----------------------------------------------------------------------------------

bool sg_is_graph(hipGraph_t graph);
bool sg_is_node(hipGraphNode_t node);

// False: out of memory.
bool sg_nodes_add(sg_nodes *nodes, hipGraphNode_t node);
bool sg_nodes_add_new(sg_nodes *nodes, hipGraphNode_t node); // unless it is there
void sg_nodes_free(sg_nodes *nodes);

// NULL: out of memory.
hipGraph_t sg_graph_make(void);
hipGraph_t sg_graph_clone(hipGraph_t graph);
void sg_graph_free(hipGraph_t graph);

// The node of a clone that was made for `original`. NULL: there is none.
hipGraphNode_t sg_graph_find(hipGraph_t clone, hipGraphNode_t original);

// Adds a node; takes over what the task points at, in any case. NULL: out of memory.
hipGraphNode_t sg_graph_add(hipGraph_t graph, sg_task task, const hipGraphNode_t *deps, size_t count);

// The nodes so that each comes after those that it depends on, to be freed. NULL: there is a cycle, or out of memory.
hipGraphNode_t *sg_graph_order(hipGraph_t graph);

// --- tasks (task.c) -----------------------------------------------------------------------------------------------

hipError_t sg_task_kernel(sg_task *task, const hipKernelNodeParams *params);
hipError_t sg_task_copy(sg_task *task, const hipMemcpy3DParms *params);
hipError_t sg_task_copy_1d(sg_task *task, void *dst, const void *src, size_t bytes, hipMemcpyKind kind);
hipError_t sg_task_to_symbol(
    sg_task *task, const void *symbol, const void *src, size_t bytes, size_t offset, hipMemcpyKind kind);
hipError_t sg_task_from_symbol(
    sg_task *task, void *dst, const void *symbol, size_t bytes, size_t offset, hipMemcpyKind kind);
hipError_t sg_task_fill(sg_task *task, const hipMemsetParams *params);
hipError_t sg_task_host(sg_task *task, const hipHostNodeParams *params);
hipError_t sg_task_event(sg_task *task, hipGraphNodeType type, hipEvent_t event);
hipError_t sg_task_child(sg_task *task, hipGraph_t child); // clones it
hipError_t sg_task_work(sg_task *task, const sg_work *work);
hipError_t sg_task_copy_of(sg_task *task, const sg_task *from);
void sg_task_free(sg_task *task);

// --- executable graphs (graph_exec.c) ------------------------------------------------------------------------------

// What a launch does, worked out once. Constant, and shared by the launches that are under way.
typedef struct sg_plan {
    _Atomic(uint32_t) refs;
    int device;
    sg_work *steps;
    uint32_t step_count;
    sg_packet *packets;
    unsigned char *kernargs;
} sg_plan;

struct hipGraphExec {
    _Atomic(uint32_t) magic;
    uint32_t link; // of the slab
    unsigned long long flags;
    hipGraph_t graph; // a clone
    sg_plan *plan;    // guarded by the graphs lock; NULL: to be worked out
} __attribute__((aligned(64)));

bool sg_is_exec(hipGraphExec_t exec);
void sg_exec_changed(hipGraphExec_t exec); // the plan is no longer what the graph says

// plan.c. Any thread, no lock held.
hipError_t sg_plan_make(hipGraph_t graph, int device, sg_plan **plan);
void *sg_plan_hold(void *plan);
void sg_plan_drop(void *plan); // NULL is allowed

#endif
