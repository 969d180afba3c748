// Names of operations.
#ifndef RT_OPERATION_NAMES_H
#define RT_OPERATION_NAMES_H

#include "rt.h"

const char* rt_hsa_name(uint32_t id);
const char* rt_hip_name(uint32_t id);
const char* rt_hip_command(uint32_t kind);

#endif
