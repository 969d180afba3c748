// The arguments of a launch.
#ifndef SOFTGPU_HIP_ARGS_H
#define SOFTGPU_HIP_ARGS_H

#include "hip.h"
#include "kernel.h"

// Any thread. Copies the arguments of a launch to `kernarg` (kernel->kernarg_bytes).
void sg_args_copy(const sg_kernel* kernel, void* const* args, unsigned char* kernarg);

#endif
