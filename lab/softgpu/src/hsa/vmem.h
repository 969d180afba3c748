// Virtual memory.
#ifndef SOFTGPU_HSA_VMEM_H
#define SOFTGPU_HSA_VMEM_H

#include "hsa.h"

extern pthread_mutex_t sg_vmem_lock;

#endif
