// The log of graphs (SOFTGPU_GRAPH_LOG): what was made of which graph, and what each launch submitted, node by node.
#ifndef SOFTGPU_HIP_GRAPH_LOG_H
#define SOFTGPU_HIP_GRAPH_LOG_H

#include "plan.h"

// A piece of work that a launch submits, in the order of submission.
typedef struct sg_graph_step {
    const char* kind; // "kernel", "memset", "memcpy" or "host"
    const char* name; // of the kernel; else NULL
    char* path;       // the node's index in its graph, after those of the nodes that enclose it: "3.0.1"
} sg_graph_step;

// Any thread. `what` is "create", "update" or "destroy".
void sg_graph_log_exec(const char* what, uint64_t exec);

// Any thread, after a launch has been submitted.
void sg_graph_log_launch(uint64_t exec, const sg_plan* plan);

#endif
