// Copies.
#ifndef SOFTGPU_HSA_COPY_H
#define SOFTGPU_HSA_COPY_H

#include "hsa.h"

// Fork child: what was submitted stays the parent's work, waiting for dependencies or not. Completes its signals.
void sg_copy_engines_abandon(void);
// Around a fork.
void sg_copy_engines_lock(uint64_t deadline_ns);
void sg_copy_engines_unlock(void);

#endif
