// The launch of a HIP graph that a thread is making, to which the work that it submits meanwhile belongs
// (docs/adr/0034-graphs-and-their-nodes.md).
#ifndef RPJ_GRAPH_LAUNCH_H
#define RPJ_GRAPH_LAUNCH_H

#include "base/rpj.h"

// What a launch has put aside.
typedef struct {
    uint64_t exec, frame, nodes, kernels, agent;
} rpj_outer_launch;

// Returns the executable graph that the thread is launching, 0 for none. A launch that an exception or longjmp has left
// lies below the calling function. Its own block.
static inline uint64_t rpj_launched_graph(const native_thread_t* thread) {
    return RPJ_LIKELY(!thread->graph_exec) || thread->graph_frame <= (uint64_t)__builtin_frame_address(0)
             ? 0
             : thread->graph_exec;
}

// A launch begins in the function that calls, which ends it. Its own block.
static inline __attribute__((always_inline)) rpj_outer_launch rpj_graph_launch_begins(native_thread_t* thread,
                                                                                      uint64_t exec) {
    const rpj_outer_launch outer = {rpj_launched_graph(thread), thread->graph_frame, thread->graph_nodes,
                                    thread->graph_kernels, thread->graph_agent};
    thread->graph_exec = exec;
    thread->graph_frame = (uint64_t)__builtin_frame_address(0);
    thread->graph_nodes = thread->graph_kernels = thread->graph_agent = 0;
    return outer;
}

static inline void rpj_graph_launch_ends(native_thread_t* thread, const rpj_outer_launch* outer) {
    thread->graph_exec = outer->exec;
    thread->graph_frame = outer->frame;
    thread->graph_nodes = outer->nodes;
    thread->graph_kernels = outer->kernels;
    thread->graph_agent = outer->agent;
}

// Counts kernels that the thread submits to a queue of this agent; `kernels` of 0 is nothing. Its own block.
static inline void rpj_graph_kernels(native_thread_t* thread, uint64_t agent_id, uint64_t kernels) {
    if (!thread->graph_kernels && kernels) thread->graph_agent = agent_id;
    thread->graph_kernels += kernels;
}

#endif
