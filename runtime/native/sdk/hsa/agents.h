// The agents of the HSA runtime, whose ids the recorder makes: 1 more than the number of the driver's node. What they
// are, the command understands, from the runtime's answers in a file beside the segment.
#ifndef RPJ_AGENTS_H
#define RPJ_AGENTS_H

#include "base/rpj.h"

// What to ask of agents, pools and caches, and of the environment. Once.
void rpj_agents_begin(const native_image_t* image);

// Called when the runtime has been initialised again: it may use other handles. Any thread.
void rpj_agents_forget(void);

// Returns the id of the agent with this handle of HSA, 0 if it is unknown. The first call writes the file of answers.
// Any thread that holds no lock, outside of the runtime's registration.
uint64_t rpj_agent_id(uint64_t handle);

// The id of the first CPU, 0 if there is none; whether an agent is a GPU; whether there is one. The same threads.
uint64_t rpj_host_id(void);
bool rpj_agent_is_gpu(uint64_t id);
bool rpj_has_gpu(void);

// Returns the id of the agent that owns a memory pool or region, 0 if it is unknown. The same threads.
uint64_t rpj_pool_agent(uint64_t pool);

#endif
