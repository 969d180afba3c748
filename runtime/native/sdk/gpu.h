// GPU work, where it is queued.
#ifndef RPJ_GPU_H
#define RPJ_GPU_H

#include "rpj.h"

// What the engine's GPU half shares with its C half: the runtime's own functions, and those that stand in their place.
extern native_gpu_t rpj_gpu;

#endif
