// Callbacks for the release of allocations.
#ifndef SOFTGPU_HSA_RELEASE_H
#define SOFTGPU_HSA_RELEASE_H

#include "hsa.h"

// Any thread, without a lock. Calls and forgets those who asked for the release of the allocation at this address.
void sg_tell_of_release(void* ptr);

#endif
