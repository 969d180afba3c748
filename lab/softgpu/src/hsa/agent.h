// Agents: one CPU and SOFTGPU_AGENTS GPUs.
#ifndef SOFTGPU_HSA_AGENT_H
#define SOFTGPU_HSA_AGENT_H

#include "hsa.h"

enum {
    SG_MAX_GPUS = 16,
    SG_COMPUTE_UNITS = 8,
    SG_ALL_COMPUTE_UNITS = (1 << SG_COMPUTE_UNITS) - 1,
    SG_SIMDS_PER_CU = 4,
    SG_WAVES_PER_CU = 32,
    SG_WAVEFRONT = 64
};

typedef struct sg_agent sg_agent;

typedef struct sg_pool {
    sg_agent* agent;
    hsa_amd_segment_t segment;
    uint32_t flags; // hsa_amd_memory_pool_global_flag_t
    size_t size;
} sg_pool;

typedef struct sg_copy_engine sg_copy_engine;

typedef struct sg_clock_pair {
    uint64_t ticks, host_ns;
} sg_clock_pair;

typedef struct sg_clock {
    uint64_t epoch;            // ticks when the system clock was 0
    uint64_t rate;             // ticks per nanosecond, as a fixed-point number
    sg_clock_pair first, last; // what the runtime has read, guarded by the clock lock
} sg_clock;

struct sg_agent {
    hsa_device_type_t type;
    uint32_t node;    // 0: the CPU
    uint32_t ordinal; // among the GPUs
    char name[64];
    char product[64];
    sg_pool pools[3];
    uint32_t pool_count;
    _Atomic(size_t) allocated;
    sg_clock clock;                // of a GPU
    _Atomic(size_t) scratch_limit; // the maximum that a queue keeps
    _Atomic(uint32_t) coherency;   // hsa_amd_coherency_type_t, without effect
};

// Agent 0 is the CPU. Set up by agents_setup.c, constant afterwards.
extern sg_agent sg_agents[1 + SG_MAX_GPUS];
extern uint32_t sg_agent_count;

// Any thread. NULL: not an agent of this runtime (or the runtime was never initialised).
sg_agent* sg_agent_of(hsa_agent_t agent);
sg_pool* sg_pool_of(uint64_t handle);

#endif
