// nodevice: a program that finds no GPU, prints that, and continues without one.
#include <stdio.h>

#include <hip/hip_runtime_api.h>
#include <rocprofiler-sdk-roctx/roctx.h>

int main(void) {
    int devices = -1;
    void* memory = NULL;
    roctxRangePushA("look for GPUs");
    printf("hipInit: %s\n", hipGetErrorName(hipInit(0)));
    hipError_t counted = hipGetDeviceCount(&devices);
    printf("hipGetDeviceCount: %s, %d\n", hipGetErrorName(counted), devices);
    printf("hipMalloc: %s\n", hipGetErrorName(hipMalloc(&memory, 64)));
    roctxRangePop();
    roctxMarkA("none");
    return 3;
}
