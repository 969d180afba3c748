// Memory known to HIP.
#ifndef SOFTGPU_HIP_MEMORY_H
#define SOFTGPU_HIP_MEMORY_H

#include "hip.h"
#include "ranges.h"

// Ranges: owner = sg_device* (its device or the one current at the call), kind = hipMemoryType, flags =
// allocation flags.
extern sg_ranges sg_memory;
enum { SG_MEMORY_REGISTERED = 1u << 31 }; // in flags: the program's own memory, do not free

// Any thread. Frees without waiting for work.
hipError_t sg_memory_release(void* ptr);

#endif
