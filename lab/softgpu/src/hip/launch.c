// Kernel launches, in all of HIP's forms.
#include "launch.h"

#include <string.h>

#include "args.h"
#include "binary.h"
#include "device.h"
#include "error.h"
#include "event_record.h"
#include "kernel.h"
#include "stream.h"
#include "stream_handle.h"
#include "submit.h"
#include "work.h"

enum { BLOCK_MAX = 1024, KERNARG_MAX = 64 * 4096, LEVELS = 64 };

// --- all launches --------------------------------------------------------------------------------------------------

static bool is_size(dim3 grid, dim3 block) {
    if (block.x == 0 || block.y == 0 || block.z == 0 || grid.x == 0 || grid.y == 0 || grid.z == 0) return false;
    if ((uint64_t)block.x * block.y * block.z > BLOCK_MAX) return false;
    return (uint64_t)grid.x * block.x <= UINT32_MAX && (uint64_t)grid.y * block.y <= UINT32_MAX
        && (uint64_t)grid.z * block.z <= UINT32_MAX;
}

// Copies a ready-made kernarg segment: {HIP_LAUNCH_PARAM_BUFFER_POINTER, buffer, ..._SIZE, &size, ..._END}.
static bool copy_extra(const sg_kernel* kernel, void** extra, unsigned char* kernarg) {
    const void* buffer = NULL;
    size_t size = 0;
    for (; extra[0] != HIP_LAUNCH_PARAM_END; extra += 2) {
        if (extra[0] == HIP_LAUNCH_PARAM_BUFFER_POINTER) buffer = extra[1];
        else if (extra[0] == HIP_LAUNCH_PARAM_BUFFER_SIZE) size = *(size_t*)extra[1];
        else return false;
    }
    if (buffer == NULL) return size == 0;
    memset(kernarg, 0, kernel->kernarg_bytes);
    memcpy(kernarg, buffer, size < kernel->kernarg_bytes ? size : kernel->kernarg_bytes);
    return true;
}

hipError_t sg_args_take(const sg_kernel* kernel, void** args, void** extra, unsigned char* kernarg) {
    if (args == NULL && extra != NULL) return copy_extra(kernel, extra, kernarg) ? hipSuccess : hipErrorInvalidValue;
    sg_args_copy(kernel, args, kernarg);
    return hipSuccess;
}

hipError_t sg_launch_check(sg_kernel* kernel, dim3 grid, dim3 block, size_t shared) {
    if (atomic_load(&kernel->foreign)) return hipErrorNoBinaryForGpu;
    if (!is_size(grid, block) || shared > UINT32_MAX) return hipErrorInvalidConfiguration;
    return kernel->kernarg_bytes > KERNARG_MAX ? hipErrorInvalidValue : hipSuccess;
}

hipError_t sg_launch(sg_kernel* kernel, dim3 grid, dim3 block, size_t shared, hipStream_t handle, void** args,
                     void** extra) {
    hipStream_t stream;
    hipError_t status = sg_stream_of(handle, &stream);
    if (status == hipSuccess) status = sg_launch_check(kernel, grid, block, shared);
    if (status != hipSuccess) return status;
    _Alignas(16) unsigned char kernarg[kernel->kernarg_bytes + 1];
    status = sg_args_take(kernel, args, extra, kernarg);
    if (status != hipSuccess) return status;
    uint64_t object = sg_kernel_object(kernel, stream->device);
    if (object == 0) return hipErrorOutOfMemory;
    sg_work work = {.kind = SG_WORK_KERNEL,
                    .kernel = kernel,
                    .kernel_object = object,
                    .grid = grid,
                    .block = block,
                    .shared = (uint32_t)shared,
                    .kernarg = kernarg};
    return sg_submit(stream, &work, NULL, NULL);
}

static hipError_t launch_function(const void* function, dim3 grid, dim3 block, size_t shared, hipStream_t stream,
                                  void** args) {
    SG_REQUIRE_DEVICES();
    sg_kernel* kernel = softgpu_kernel_of_function((softgpu_kernel)(uintptr_t)function);
    if (kernel == NULL) return sg_result(hipErrorInvalidDeviceFunction);
    return sg_result(sg_launch(kernel, grid, block, shared, stream, args, NULL));
}

static hipError_t launch_module(hipFunction_t f, dim3 grid, dim3 block, size_t shared, hipStream_t stream, void** args,
                                void** extra) {
    SG_REQUIRE_DEVICES();
    if (!softgpu_is_kernel(f)) return sg_result(hipErrorInvalidResourceHandle);
    return sg_result(sg_launch((sg_kernel*)f, grid, block, shared, stream, args, extra));
}

// Records events around a launch; either may be NULL.
static hipError_t launch_between(hipFunction_t f, dim3 grid, dim3 block, size_t shared, hipStream_t stream, void** args,
                                 void** extra, hipEvent_t start, hipEvent_t stop) {
    SG_REQUIRE_DEVICES();
    hipError_t status = start == NULL ? hipSuccess : sg_event_record(start, stream);
    if (status == hipSuccess) status = launch_module(f, grid, block, shared, stream, args, extra);
    if (status == hipSuccess && stop != NULL) status = sg_event_record(stop, stream);
    return sg_result(status);
}

// --- by host function ----------------------------------------------------------------------------------------------

hipError_t sg_hipLaunchKernel(const void* function_address, dim3 numBlocks, dim3 dimBlocks, void** args,
                              size_t sharedMemBytes, hipStream_t stream) {
    return launch_function(function_address, numBlocks, dimBlocks, sharedMemBytes, stream, args);
}

hipError_t sg_hipLaunchKernel_spt(const void* function_address, dim3 numBlocks, dim3 dimBlocks, void** args,
                                  size_t sharedMemBytes, hipStream_t stream) {
    return launch_function(function_address, numBlocks, dimBlocks, sharedMemBytes, SG_PER_THREAD(stream), args);
}

hipError_t sg_hipLaunchCooperativeKernel(const void* f, dim3 gridDim, dim3 blockDimX, void** kernelParams,
                                         unsigned int sharedMemBytes, hipStream_t stream) {
    return launch_function(f, gridDim, blockDimX, sharedMemBytes, stream, kernelParams);
}

hipError_t sg_hipLaunchCooperativeKernel_spt(const void* f, dim3 gridDim, dim3 blockDim, void** kernelParams,
                                             uint32_t sharedMemBytes, hipStream_t hStream) {
    return launch_function(f, gridDim, blockDim, sharedMemBytes, SG_PER_THREAD(hStream), kernelParams);
}

hipError_t sg_hipLaunchKernelExC(const hipLaunchConfig_t* config, const void* fPtr, void** args) {
    if (config == NULL) return sg_result(hipErrorInvalidValue);
    return launch_function(fPtr, config->gridDim, config->blockDim, config->dynamicSmemBytes, config->stream, args);
}

hipError_t sg_hipExtLaunchKernel(const void* function_address, dim3 numBlocks, dim3 dimBlocks, void** args,
                                 size_t sharedMemBytes, hipStream_t stream, hipEvent_t startEvent, hipEvent_t stopEvent,
                                 int flags) {
    (void)flags;
    sg_kernel* kernel = softgpu_kernel_of_function((softgpu_kernel)(uintptr_t)function_address);
    if (kernel == NULL) return sg_result(hipErrorInvalidDeviceFunction);
    return launch_between((hipFunction_t)kernel, numBlocks, dimBlocks, sharedMemBytes, stream, args, NULL, startEvent,
                          stopEvent);
}

// --- by module function --------------------------------------------------------------------------------------------

hipError_t sg_hipModuleLaunchKernel(hipFunction_t f, unsigned int gridDimX, unsigned int gridDimY,
                                    unsigned int gridDimZ, unsigned int blockDimX, unsigned int blockDimY,
                                    unsigned int blockDimZ, unsigned int sharedMemBytes, hipStream_t stream,
                                    void** kernelParams, void** extra) {
    return launch_module(f, (dim3){gridDimX, gridDimY, gridDimZ}, (dim3){blockDimX, blockDimY, blockDimZ},
                         sharedMemBytes, stream, kernelParams, extra);
}

hipError_t sg_hipModuleLaunchCooperativeKernel(hipFunction_t f, unsigned int gridDimX, unsigned int gridDimY,
                                               unsigned int gridDimZ, unsigned int blockDimX, unsigned int blockDimY,
                                               unsigned int blockDimZ, unsigned int sharedMemBytes, hipStream_t stream,
                                               void** kernelParams) {
    return launch_module(f, (dim3){gridDimX, gridDimY, gridDimZ}, (dim3){blockDimX, blockDimY, blockDimZ},
                         sharedMemBytes, stream, kernelParams, NULL);
}

// The next two functions count the grid in work-items.
hipError_t sg_hipExtModuleLaunchKernel(hipFunction_t f, uint32_t globalWorkSizeX, uint32_t globalWorkSizeY,
                                       uint32_t globalWorkSizeZ, uint32_t localWorkSizeX, uint32_t localWorkSizeY,
                                       uint32_t localWorkSizeZ, size_t sharedMemBytes, hipStream_t hStream,
                                       void** kernelParams, void** extra, hipEvent_t startEvent, hipEvent_t stopEvent,
                                       uint32_t flags) {
    (void)flags;
    if (localWorkSizeX == 0 || localWorkSizeY == 0 || localWorkSizeZ == 0)
        return sg_result(hipErrorInvalidConfiguration);
    dim3 grid = {globalWorkSizeX / localWorkSizeX + (globalWorkSizeX % localWorkSizeX != 0),
                 globalWorkSizeY / localWorkSizeY + (globalWorkSizeY % localWorkSizeY != 0),
                 globalWorkSizeZ / localWorkSizeZ + (globalWorkSizeZ % localWorkSizeZ != 0)};
    return launch_between(f, grid, (dim3){localWorkSizeX, localWorkSizeY, localWorkSizeZ}, sharedMemBytes, hStream,
                          kernelParams, extra, startEvent, stopEvent);
}

hipError_t sg_hipHccModuleLaunchKernel(hipFunction_t f, uint32_t globalWorkSizeX, uint32_t globalWorkSizeY,
                                       uint32_t globalWorkSizeZ, uint32_t localWorkSizeX, uint32_t localWorkSizeY,
                                       uint32_t localWorkSizeZ, size_t sharedMemBytes, hipStream_t hStream,
                                       void** kernelParams, void** extra, hipEvent_t startEvent, hipEvent_t stopEvent) {
    return sg_hipExtModuleLaunchKernel(f, globalWorkSizeX, globalWorkSizeY, globalWorkSizeZ, localWorkSizeX,
                                       localWorkSizeY, localWorkSizeZ, sharedMemBytes, hStream, kernelParams, extra,
                                       startEvent, stopEvent, 0);
}

hipError_t sg_hipDrvLaunchKernelEx(const HIP_LAUNCH_CONFIG* config, hipFunction_t f, void** params, void** extra) {
    if (config == NULL) return sg_result(hipErrorInvalidValue);
    return launch_module(f, (dim3){config->gridDimX, config->gridDimY, config->gridDimZ},
                         (dim3){config->blockDimX, config->blockDimY, config->blockDimZ}, config->sharedMemBytes,
                         config->hStream, params, extra);
}

// --- kernel<<<...>>>(): the configuration is passed beside the call ------------------------------------------------

typedef struct configuration {
    dim3 grid, block;
    size_t shared;
    hipStream_t stream;
} configuration;

static _Thread_local configuration pushed[LEVELS];
static _Thread_local int depth;

hipError_t sg___hipPushCallConfiguration(dim3 gridDim, dim3 blockDim, size_t sharedMem, hipStream_t stream) {
    if (depth == LEVELS) return sg_result(hipErrorInvalidConfiguration);
    pushed[depth++] = (configuration){gridDim, blockDim, sharedMem, stream};
    return hipSuccess;
}

hipError_t sg___hipPopCallConfiguration(dim3* gridDim, dim3* blockDim, size_t* sharedMem, hipStream_t* stream) {
    if (depth == 0) return sg_result(hipErrorMissingConfiguration);
    const configuration* top = &pushed[--depth];
    *gridDim = top->grid;
    *blockDim = top->block;
    *sharedMem = top->shared;
    *stream = top->stream;
    return hipSuccess;
}
