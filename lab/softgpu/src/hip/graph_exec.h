// Executable graphs.
#ifndef SOFTGPU_HIP_GRAPH_EXEC_H
#define SOFTGPU_HIP_GRAPH_EXEC_H

#include "plan.h"

struct hipGraphExec {
    _Atomic(uint32_t) magic;
    uint32_t link; // of the slab
    unsigned long long flags;
    uint64_t id;      // from 1, in the order in which they were made
    hipGraph_t graph; // a clone
    sg_plan* plan;    // guarded by the graphs lock; NULL: not made yet
} __attribute__((aligned(64)));

bool sg_is_exec(hipGraphExec_t exec);
void sg_exec_changed(hipGraphExec_t exec); // discards the plan, which is outdated

extern sg_slab sg_exec_slab;

#endif
