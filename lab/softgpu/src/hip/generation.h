// Tells forked children from their parents.
#ifndef SOFTGPU_HIP_GENERATION_H
#define SOFTGPU_HIP_GENERATION_H

#include "base.h"

// 1 in the first process, one more in each forked child. See hsa/fork.c.
extern _Atomic(uint32_t) sg_hip_generation;

#endif
