// Kernel descriptors.
#ifndef SOFTGPU_HSA_DESCRIPTOR_H
#define SOFTGPU_HSA_DESCRIPTOR_H

#include "hsa.h"
#include "kernel.h"

// Any thread. Takes a run of `count` descriptors, zeroed; NULL: no room. Released with the same count.
amdhsa_kernel_descriptor_t* sg_descriptors_take(uint32_t count);
void sg_descriptors_give(amdhsa_kernel_descriptor_t* first, uint32_t count);

// Any thread. Makes `descriptor` the kernel object of `kernel`.
void sg_descriptor_fill(amdhsa_kernel_descriptor_t* descriptor, sg_kernel* kernel);

extern pthread_mutex_t sg_descriptors_lock;

#endif
