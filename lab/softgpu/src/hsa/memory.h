// Memory of pools.
#ifndef SOFTGPU_HSA_MEMORY_H
#define SOFTGPU_HSA_MEMORY_H

#include "agent.h"
#include "allocations.h"

// What ROCr answers for a handle that is no pool: HSA_STATUS_ERROR_INVALID_MEMORY_POOL, which is not in HSA's own enum.
#define SG_NO_SUCH_POOL ((hsa_status_t)40)

hsa_status_t sg_pool_allocate(sg_pool* pool, size_t size, void** ptr);

#endif
