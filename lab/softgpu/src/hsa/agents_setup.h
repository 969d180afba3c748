// The agents are made.
#ifndef SOFTGPU_HSA_AGENTS_SETUP_H
#define SOFTGPU_HSA_AGENTS_SETUP_H

#include "agent.h"

// With the state lock. Once.
void sg_agents_setup(void);

#endif
