// The clocks of the GPUs.
#ifndef SOFTGPU_HSA_CLOCK_H
#define SOFTGPU_HSA_CLOCK_H

#include "agent.h"

enum { SG_CLOCK_HZ = 100000000 };

// Called once, before the agent is published.
void sg_clock_setup(sg_agent* gpu);

// Any thread. Reads the agent's clock; that of the CPU is the system clock. The second waits for a later tick
// than `start`.
uint64_t sg_agent_ticks(const sg_agent* agent);
uint64_t sg_agent_ticks_after(const sg_agent* agent, uint64_t start);

// Any thread. Whether copies get times.
bool sg_copies_profiled(void);

extern pthread_mutex_t sg_clock_lock;

#endif
