// Tells forked children from their parents.
#ifndef SOFTGPU_HSA_GENERATION_H
#define SOFTGPU_HSA_GENERATION_H

#include "base.h"

// 1 in the first process, one more in each forked child; threads of earlier generations do not exist.
extern _Atomic(uint32_t) sg_generation;

// Tells whether a thread that a fork must re-create still exists: its generation equals sg_generation.
static inline bool sg_alive(_Atomic(uint32_t)* generation) {
    return atomic_load(generation) == atomic_load(&sg_generation);
}

#endif
