// Pools of memory.
#ifndef SOFTGPU_HIP_POOL_H
#define SOFTGPU_HIP_POOL_H

#include "slab.h"

extern sg_slab sg_pool_slab;

#endif
