// The agents, with the pools and properties of a middle-sized data-centre part.
#include "agents_setup.h"

#include <stdio.h>
#include <unistd.h>

#include "agent.h"
#include "base.h"
#include "clock.h"
#include "fault.h"
#include "scratch.h"

static void add_pool(sg_agent* agent, hsa_amd_segment_t segment, uint32_t flags, size_t size) {
    agent->pools[agent->pool_count++] = (sg_pool){.agent = agent, .segment = segment, .flags = flags, .size = size};
}

static void setup_cpu(sg_agent* agent) {
    size_t memory = (size_t)sysconf(_SC_PHYS_PAGES) * (size_t)sysconf(_SC_PAGESIZE);
    agent->type = HSA_DEVICE_TYPE_CPU;
    snprintf(agent->name, sizeof agent->name, "softgpu host");
    snprintf(agent->product, sizeof agent->product, "softgpu host");
    add_pool(agent, HSA_AMD_SEGMENT_GLOBAL, HSA_AMD_MEMORY_POOL_GLOBAL_FLAG_FINE_GRAINED, memory);
    add_pool(agent, HSA_AMD_SEGMENT_GLOBAL,
             HSA_AMD_MEMORY_POOL_GLOBAL_FLAG_FINE_GRAINED | HSA_AMD_MEMORY_POOL_GLOBAL_FLAG_KERNARG_INIT, memory);
    add_pool(agent, HSA_AMD_SEGMENT_GLOBAL, HSA_AMD_MEMORY_POOL_GLOBAL_FLAG_COARSE_GRAINED, memory);
}

static void setup_gpu(sg_agent* agent, uint32_t ordinal, size_t memory) {
    agent->type = HSA_DEVICE_TYPE_GPU;
    agent->node = 1 + ordinal;
    agent->ordinal = ordinal;
    snprintf(agent->name, sizeof agent->name, "gfx000");
    snprintf(agent->product, sizeof agent->product, "softgpu %u", ordinal);
    add_pool(agent, HSA_AMD_SEGMENT_GLOBAL, HSA_AMD_MEMORY_POOL_GLOBAL_FLAG_COARSE_GRAINED, memory);
    add_pool(agent, HSA_AMD_SEGMENT_GROUP, 0, 64 * 1024);
    sg_clock_setup(agent);
    sg_scratch_setup(agent);
}

void sg_agents_setup(void) {
    if (sg_agent_count != 0) return;
    uint32_t gpus = (uint32_t)sg_env_number("SOFTGPU_AGENTS", 2, 0, SG_MAX_GPUS);
    size_t memory = (size_t)sg_env_number("SOFTGPU_MEMORY_MB", 16384, 1, 1 << 20) << 20;
    sg_faults_setup();
    setup_cpu(&sg_agents[0]);
    for (uint32_t i = 0; i < gpus; i++) setup_gpu(&sg_agents[1 + i], i, memory);
    sg_agent_count = 1 + gpus;
}
