// One kernel on each of several devices.
#include "device.h"
#include "error.h"
#include "kernel.h"
#include "launch.h"
#include "op.h"
#include "stream.h"
#include "stream_handle.h"
#include "submit.h"
#include "work.h"

enum { NO_PRE_SYNC = 1, NO_POST_SYNC = 2 }; // hipCooperativeLaunchMultiDeviceNoPreSync, ...NoPostSync

typedef struct part {
    sg_kernel* kernel;
    dim3 grid, block;
    size_t shared;
    hipStream_t stream;
    void** args;
} part;

static hipError_t check(part* parts, uint32_t count) {
    uint32_t devices = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (parts[i].stream == NULL) return hipErrorInvalidResourceHandle;
        hipError_t status = sg_stream_of(parts[i].stream, &parts[i].stream);
        if (status != hipSuccess) return status;
        if (parts[i].stream->is_null) return hipErrorInvalidResourceHandle;
        if (parts[i].kernel == NULL) return hipErrorInvalidDeviceFunction;
        uint32_t device = 1u << parts[i].stream->device;
        if ((devices & device) != 0) return hipErrorInvalidDevice; // each at most once
        devices |= device;
        status = sg_launch_check(parts[i].kernel, parts[i].grid, parts[i].block, parts[i].shared);
        if (status != hipSuccess) return status;
    }
    return hipSuccess;
}

// Makes the next work in each stream depend on the earlier work of all streams.
static hipError_t meet(const part* parts, uint32_t count) {
    hipError_t status = hipSuccess;
    sg_op* last[SG_MAX_DEVICES];
    for (uint32_t i = 0; i < count; i++) last[i] = sg_stream_pending(parts[i].stream);
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = 0; status == hipSuccess && k < count; k++) {
            if (k == i || last[k] == NULL) continue;
            status = sg_submit(parts[i].stream, &(sg_work){.kind = SG_WORK_BARRIER}, last[k], NULL);
        }
    }
    for (uint32_t i = 0; i < count; i++) sg_op_drop(last[i]);
    return status;
}

static hipError_t launch(part* parts, uint32_t count, unsigned flags) {
    hipError_t status = check(parts, count);
    if (status == hipSuccess && (flags & NO_PRE_SYNC) == 0) status = meet(parts, count);
    for (uint32_t i = 0; status == hipSuccess && i < count; i++) {
        const part* p = &parts[i];
        status = sg_launch(p->kernel, p->grid, p->block, p->shared, p->stream, p->args, NULL);
    }
    if (status == hipSuccess && (flags & NO_POST_SYNC) == 0) status = meet(parts, count);
    return status;
}

static bool is_count(const void* list, int64_t count, unsigned flags) {
    return list != NULL && count > 0 && count <= sg_device_count
        && (flags & ~(unsigned)(NO_PRE_SYNC | NO_POST_SYNC)) == 0;
}

static hipError_t launch_functions(const hipLaunchParams* list, int count, unsigned flags) {
    SG_REQUIRE_DEVICES();
    part parts[SG_MAX_DEVICES];
    if (!is_count(list, count, flags)) return sg_result(hipErrorInvalidValue);
    for (int i = 0; i < count; i++) {
        parts[i] = (part){softgpu_kernel_of_function((softgpu_kernel)(uintptr_t)list[i].func),
                          list[i].gridDim,
                          list[i].blockDim,
                          list[i].sharedMem,
                          list[i].stream,
                          list[i].args};
    }
    return sg_result(launch(parts, (uint32_t)count, flags));
}

hipError_t sg_hipLaunchCooperativeKernelMultiDevice(hipLaunchParams* launchParamsList, int numDevices,
                                                    unsigned int flags) {
    return launch_functions(launchParamsList, numDevices, flags);
}

hipError_t sg_hipExtLaunchMultiKernelMultiDevice(hipLaunchParams* launchParamsList, int numDevices,
                                                 unsigned int flags) {
    return launch_functions(launchParamsList, numDevices, flags);
}

hipError_t sg_hipModuleLaunchCooperativeKernelMultiDevice(hipFunctionLaunchParams* launchParamsList,
                                                          unsigned int numDevices, unsigned int flags) {
    SG_REQUIRE_DEVICES();
    part parts[SG_MAX_DEVICES];
    const hipFunctionLaunchParams* list = launchParamsList;
    if (!is_count(list, numDevices, flags)) return sg_result(hipErrorInvalidValue);
    for (unsigned i = 0; i < numDevices; i++) {
        parts[i] = (part){softgpu_is_kernel(list[i].function) ? (sg_kernel*)list[i].function : NULL,
                          {list[i].gridDimX, list[i].gridDimY, list[i].gridDimZ},
                          {list[i].blockDimX, list[i].blockDimY, list[i].blockDimZ},
                          list[i].sharedMemBytes,
                          list[i].hStream,
                          list[i].kernelParams};
    }
    return sg_result(launch(parts, numDevices, flags));
}
