// Errors: the calling thread's last one, names and texts.
#include "error.h"

#include <string.h>

static _Thread_local hipError_t last_error;   // sticky until queried
static _Thread_local hipError_t last_command; // of the latest call

hipError_t sg_result(hipError_t error) {
    last_command = error;
    if (error != hipSuccess && error != hipErrorNotReady) last_error = error;
    return error;
}

hipError_t sg_hipGetLastError(void) {
    hipError_t error = last_error;
    last_error = hipSuccess;
    return error;
}

hipError_t sg_hipPeekAtLastError(void) { return last_error; }

hipError_t sg_hipExtGetLastError(void) {
    hipError_t error = last_command;
    last_command = hipSuccess;
    return error;
}

const char* sg_hipGetErrorName(hipError_t hip_error) {
    switch ((uint32_t)hip_error) {
#define SOFTGPU_X(name, value) \
    case value: \
        return #name;
#include "hip_error_names.inc"
#undef SOFTGPU_X
        default: return "hipErrorUnknown";
    }
}

const char* sg_hipGetErrorString(hipError_t hipError) {
    switch ((uint32_t)hipError) {
        case hipSuccess: return "no error";
        case hipErrorInvalidValue: return "invalid argument";
        case hipErrorOutOfMemory: return "out of memory";
        case hipErrorNotInitialized: return "initialization error";
        case hipErrorInvalidConfiguration: return "invalid configuration argument";
        case hipErrorInvalidSymbol: return "invalid device symbol";
        case hipErrorInvalidDevicePointer: return "invalid device pointer";
        case hipErrorInvalidMemcpyDirection: return "invalid copy direction for memcpy";
        case hipErrorInvalidDeviceFunction: return "invalid device function";
        case hipErrorNoDevice: return "no ROCm-capable device is detected";
        case hipErrorInvalidDevice: return "invalid device ordinal";
        case hipErrorInvalidImage: return "device kernel image is invalid";
        case hipErrorInvalidContext: return "invalid device context";
        case hipErrorNoBinaryForGpu: return "no kernel image is available for execution on the device";
        case hipErrorFileNotFound: return "file not found";
        case hipErrorInvalidHandle: return "invalid resource handle";
        case hipErrorNotFound: return "named symbol not found";
        case hipErrorNotReady: return "device not ready";
        case hipErrorIllegalAddress: return "an illegal memory access was encountered";
        case hipErrorContextIsDestroyed: return "context is destroyed";
        case hipErrorHostMemoryAlreadyRegistered: return "part or all of the requested memory range is already mapped";
        case hipErrorHostMemoryNotRegistered: return "pointer does not correspond to a registered memory region";
        case hipErrorLaunchFailure: return "unspecified launch failure";
        case hipErrorNotSupported: return "operation not supported";
        default: return sg_hipGetErrorName(hipError);
    }
}

hipError_t sg_hipDrvGetErrorName(hipError_t hipError, const char** errorString) {
    if (errorString == NULL) return sg_result(hipErrorInvalidValue);
    *errorString = sg_hipGetErrorName(hipError);
    bool known = strcmp(*errorString, "hipErrorUnknown") != 0 || hipError == hipErrorUnknown;
    if (!known) *errorString = NULL;
    return sg_result(known ? hipSuccess : hipErrorInvalidValue);
}

hipError_t sg_hipDrvGetErrorString(hipError_t hipError, const char** errorString) {
    hipError_t status = sg_hipDrvGetErrorName(hipError, errorString);
    if (status == hipSuccess) *errorString = sg_hipGetErrorString(hipError);
    return status;
}
