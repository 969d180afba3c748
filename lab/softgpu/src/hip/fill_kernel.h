// The kernel that fills memory.
#ifndef SOFTGPU_HIP_FILL_KERNEL_H
#define SOFTGPU_HIP_FILL_KERNEL_H

#include "hip.h"
#include "kernel.h"

enum { SG_FILL_KERNARG = 40 };
sg_kernel* sg_fill_kernel(const hipMemsetParams* params, unsigned char* kernarg); // NULL: out of memory
bool sg_fill_is_valid(const hipMemsetParams* params);

#endif
