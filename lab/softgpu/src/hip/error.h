// The calling thread's last error.
#ifndef SOFTGPU_HIP_ERROR_H
#define SOFTGPU_HIP_ERROR_H

#include "hip.h"

// Any thread. Remembers `error` for hipGetLastError (not success, not "not ready") and gives it back.
hipError_t sg_result(hipError_t error);
#define SOFTGPU_HIP_UNSUPPORTED sg_result(hipErrorNotSupported)

#endif
