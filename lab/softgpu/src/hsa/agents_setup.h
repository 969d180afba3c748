// Creates the agents.
#ifndef SOFTGPU_HSA_AGENTS_SETUP_H
#define SOFTGPU_HSA_AGENTS_SETUP_H

#include "agent.h"

// With the state lock. Called once.
void sg_agents_setup(void);

#endif
