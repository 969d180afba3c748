#include "generation.h"

_Atomic(uint32_t) sg_hip_generation = 1;
