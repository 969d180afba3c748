// The names of the kernels that HIP's functions launch.
#ifndef RT_TOOL_KERNELS_H
#define RT_TOOL_KERNELS_H

#include "base/rt_tool.h"

// Returns the name of the kernel, or kernels, that a HIP function launches; NULL if it launches none. The string
// belongs to HIP or, with `made` set, must be freed. Any thread, in the call.
const char* kernels_of(uint32_t id, const void* data, char** made);

#endif
