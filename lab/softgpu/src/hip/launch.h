// Launches of kernels.
#ifndef SOFTGPU_HIP_LAUNCH_H
#define SOFTGPU_HIP_LAUNCH_H

#include "hip.h"
#include "kernel.h"

// Any thread. Copies the arguments of a launch to `kernarg` (kernel->kernarg_bytes): from kernelParams or, if those
// are NULL, from extra. Returns whether the launch is valid.
hipError_t sg_args_take(const sg_kernel* kernel, void** args, void** extra, unsigned char* kernarg);
hipError_t sg_launch_check(sg_kernel* kernel, dim3 grid, dim3 block, size_t shared);

hipError_t sg_launch(sg_kernel* kernel, dim3 grid, dim3 block, size_t shared, hipStream_t stream, void** args,
                     void** extra);

#endif
