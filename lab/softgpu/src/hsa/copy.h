// Copies.
#ifndef SOFTGPU_HSA_COPY_H
#define SOFTGPU_HSA_COPY_H

#include "hsa.h"

// Fork child: submitted copies remain the parent's work, waiting or not. Completes their signals.
void sg_copy_engines_abandon(void);
// Called before and after a fork.
void sg_copy_engines_lock(uint64_t deadline_ns);
void sg_copy_engines_unlock(void);

#endif
