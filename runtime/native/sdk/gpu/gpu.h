// GPU work, where it is queued.
#ifndef RPJ_GPU_H
#define RPJ_GPU_H

#include "base/rpj.h"

// Data shared by the engine's GPU half and its C half: the runtime's own functions, and those that replace them.
extern native_gpu_t rpj_gpu;

#endif
