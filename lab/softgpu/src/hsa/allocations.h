// What is allocated.
#ifndef SOFTGPU_HSA_ALLOCATIONS_H
#define SOFTGPU_HSA_ALLOCATIONS_H

#include "ranges.h"

// Ranges: owner = sg_pool*, kind = hsa_amd_pointer_type_t, flags = whether the HSA user may free it.
extern sg_ranges sg_allocations;

#endif
