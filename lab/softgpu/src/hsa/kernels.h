// The kernels of this process.
#ifndef SOFTGPU_HSA_KERNELS_H
#define SOFTGPU_HSA_KERNELS_H

#include "kernel.h"
#include "slab.h"

extern sg_slab sg_kernels;
extern pthread_mutex_t sg_kernels_lock;

#endif
