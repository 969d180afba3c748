// The calling thread's last error.
#ifndef SOFTGPU_HIP_ERROR_H
#define SOFTGPU_HIP_ERROR_H

#include "hip.h"

// Any thread. Stores `error` for hipGetLastError (except success and "not ready") and returns it.
hipError_t sg_result(hipError_t error);
#define SOFTGPU_HIP_UNSUPPORTED sg_result(hipErrorNotSupported)

#endif
