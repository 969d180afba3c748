#include "memory.h"

#include "hip.h"
#include "ranges.h"

sg_ranges sg_memory = SG_RANGES;

hipError_t sg_memory_release(void* ptr) {
    sg_range range;
    bool ours = sg_ranges_find(&sg_memory, ptr, &range) && range.start == (uintptr_t)ptr
             && (range.flags & SG_MEMORY_REGISTERED) == 0;
    if (!ours || !sg_ranges_remove(&sg_memory, ptr, &range)) return hipErrorInvalidValue;
    return hsa_amd_memory_pool_free(ptr) == HSA_STATUS_SUCCESS ? hipSuccess : hipErrorInvalidValue;
}
