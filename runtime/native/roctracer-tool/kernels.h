// Which kernels HIP's functions launch, by their names.
#ifndef RT_TOOL_KERNELS_H
#define RT_TOOL_KERNELS_H

#include "rt_tool.h"

// Name of the kernel, or kernels, that a HIP function launches; NULL if it launches none. A string of HIP's or, with
// `made` set, one to free. Any thread, in the call.
const char* kernels_of(uint32_t id, const void* data, char** made);

#endif
