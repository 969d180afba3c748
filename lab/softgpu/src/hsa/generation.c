#include "generation.h"

_Atomic(uint32_t) sg_generation = 1;
