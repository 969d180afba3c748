// Names of operations.
#ifndef RT_OPERATION_NAMES_H
#define RT_OPERATION_NAMES_H

#include "base/rt.h"

const char* rt_hsa_name(uint32_t id);
const char* rt_hip_name(uint32_t id);
// Whether the loaded HIP has an operation that this library does not know.
bool rt_is_newer(uint32_t domain, uint32_t op);
const char* rt_hip_command(uint32_t kind);

#endif
