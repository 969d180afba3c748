// Memset: a kernel of the runtime, as with AMD's.
#include "binary.h"
#include "capture.h"
#include "device.h"
#include "error.h"
#include "fill_kernel.h"
#include "finish.h"
#include "kernel.h"
#include "op.h"
#include "stream.h"
#include "stream_handle.h"
#include "submit.h"
#include "work.h"

static hipError_t submit(const hipMemsetParams* params, hipStream_t handle, bool wait) {
    _Alignas(16) unsigned char kernarg[SG_FILL_KERNARG];
    sg_kernel* fill_kernel = sg_fill_kernel(params, kernarg);
    if (fill_kernel == NULL) return hipErrorOutOfMemory;
    hipStream_t stream;
    hipError_t status = sg_stream_of(handle, &stream);
    if (status == hipSuccess && wait) status = sg_capture_forbids(stream);
    if (status != hipSuccess) return status;
    uint64_t object = sg_kernel_object(fill_kernel, stream->device);
    if (object == 0) return hipErrorOutOfMemory;
    sg_work work = {.kind = SG_WORK_KERNEL,
                    .kernel = fill_kernel,
                    .fill = params,
                    .kernel_object = object,
                    .grid = {1, 1, 1},
                    .block = {1, 1, 1},
                    .kernarg = kernarg};
    sg_op* op;
    status = sg_submit(stream, &work, NULL, &op);
    if (status != hipSuccess) return status;
    if (wait && op != NULL) status = sg_op_finish(op, stream);
    sg_op_drop(op);
    return status;
}

static hipError_t fill(void* dst, uint32_t value, uint32_t unit, size_t count, size_t rows, size_t pitch,
                       hipStream_t handle, bool wait) {
    SG_REQUIRE_DEVICES();
    if (count == 0 || rows == 0) return sg_result(hipSuccess);
    hipMemsetParams params = {
        .dst = dst, .elementSize = unit, .height = rows, .pitch = pitch, .value = value, .width = count};
    if (!sg_fill_is_valid(&params)) return sg_result(hipErrorInvalidValue);
    return sg_result(submit(&params, handle, wait));
}

hipError_t sg_hipMemset(void* dst, int value, size_t sizeBytes) {
    return fill(dst, (uint32_t)value, 1, sizeBytes, 1, 0, NULL, true);
}

hipError_t sg_hipMemsetAsync(void* dst, int value, size_t sizeBytes, hipStream_t stream) {
    return fill(dst, (uint32_t)value, 1, sizeBytes, 1, 0, stream, false);
}

hipError_t sg_hipMemset_spt(void* dst, int value, size_t sizeBytes) {
    return fill(dst, (uint32_t)value, 1, sizeBytes, 1, 0, hipStreamPerThread, true);
}

hipError_t sg_hipMemsetAsync_spt(void* dst, int value, size_t sizeBytes, hipStream_t stream) {
    return fill(dst, (uint32_t)value, 1, sizeBytes, 1, 0, SG_PER_THREAD(stream), false);
}

hipError_t sg_hipMemsetD8(hipDeviceptr_t dest, unsigned char value, size_t count) {
    return fill(dest, value, 1, count, 1, 0, NULL, true);
}

hipError_t sg_hipMemsetD8Async(hipDeviceptr_t dest, unsigned char value, size_t count, hipStream_t stream) {
    return fill(dest, value, 1, count, 1, 0, stream, false);
}

hipError_t sg_hipMemsetD16(hipDeviceptr_t dest, unsigned short value, size_t count) {
    return fill(dest, value, 2, count, 1, 0, NULL, true);
}

hipError_t sg_hipMemsetD16Async(hipDeviceptr_t dest, unsigned short value, size_t count, hipStream_t stream) {
    return fill(dest, value, 2, count, 1, 0, stream, false);
}

hipError_t sg_hipMemsetD32(hipDeviceptr_t dest, int value, size_t count) {
    return fill(dest, (uint32_t)value, 4, count, 1, 0, NULL, true);
}

hipError_t sg_hipMemsetD32Async(hipDeviceptr_t dst, int value, size_t count, hipStream_t stream) {
    return fill(dst, (uint32_t)value, 4, count, 1, 0, stream, false);
}

hipError_t sg_hipMemset2D(void* dst, size_t pitch, int value, size_t width, size_t height) {
    return fill(dst, (uint32_t)value, 1, width, height, pitch, NULL, true);
}

hipError_t sg_hipMemset2DAsync(void* dst, size_t pitch, int value, size_t width, size_t height, hipStream_t stream) {
    return fill(dst, (uint32_t)value, 1, width, height, pitch, stream, false);
}

hipError_t sg_hipMemset3D(hipPitchedPtr p, int value, hipExtent extent) {
    if (extent.height != p.ysize && extent.depth > 1) return SOFTGPU_HIP_UNSUPPORTED;
    return fill(p.ptr, (uint32_t)value, 1, extent.width, extent.height * extent.depth, p.pitch, NULL, true);
}

hipError_t sg_hipMemset3DAsync(hipPitchedPtr p, int value, hipExtent extent, hipStream_t stream) {
    if (extent.height != p.ysize && extent.depth > 1) return SOFTGPU_HIP_UNSUPPORTED;
    return fill(p.ptr, (uint32_t)value, 1, extent.width, extent.height * extent.depth, p.pitch, stream, false);
}

hipError_t sg_hipMemset2D_spt(void* dst, size_t pitch, int value, size_t width, size_t height) {
    return fill(dst, (uint32_t)value, 1, width, height, pitch, hipStreamPerThread, true);
}

hipError_t sg_hipMemset2DAsync_spt(void* dst, size_t pitch, int value, size_t width, size_t height,
                                   hipStream_t stream) {
    return sg_hipMemset2DAsync(dst, pitch, value, width, height, SG_PER_THREAD(stream));
}

hipError_t sg_hipMemset3D_spt(hipPitchedPtr p, int value, hipExtent extent) {
    if (extent.height != p.ysize && extent.depth > 1) return SOFTGPU_HIP_UNSUPPORTED;
    return fill(p.ptr, (uint32_t)value, 1, extent.width, extent.height * extent.depth, p.pitch, hipStreamPerThread,
                true);
}

hipError_t sg_hipMemset3DAsync_spt(hipPitchedPtr p, int value, hipExtent extent, hipStream_t stream) {
    return sg_hipMemset3DAsync(p, value, extent, SG_PER_THREAD(stream));
}

#define FILL_2D(bits, type) \
    hipError_t sg_hipMemsetD2D##bits(hipDeviceptr_t dst, size_t pitch, type value, size_t width, size_t height) { \
        return fill(dst, value, bits / 8, width, height, pitch, NULL, true); \
    } \
    hipError_t sg_hipMemsetD2D##bits##Async(hipDeviceptr_t dst, size_t pitch, type value, size_t width, size_t height, \
                                            hipStream_t stream) { \
        return fill(dst, value, bits / 8, width, height, pitch, stream, false); \
    }
FILL_2D(8, unsigned char)
FILL_2D(16, unsigned short)
FILL_2D(32, unsigned int)
