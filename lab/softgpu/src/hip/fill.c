// Memset: a kernel of the runtime, as on AMD's.
#include "runtime.h"

#include <string.h>

typedef struct fill {
    unsigned char *dst;
    uint64_t count, rows, pitch;
    uint32_t value, unit;
} fill;

// One work-group does it all: there is one worker per queue.
static void softgpu_fill(const softgpu_workgroup *wg, void **args) {
    (void)wg;
    const fill *f = args[0];
    for (uint64_t row = 0; row < f->rows; row++) {
        unsigned char *at = f->dst + row * f->pitch;
        for (uint64_t i = 0; i < f->count; i++) {
            if (f->unit == 1) at[i] = (unsigned char)f->value;
            else if (f->unit == 2) ((uint16_t *)at)[i] = (uint16_t)f->value;
            else ((uint32_t *)at)[i] = f->value;
        }
    }
}

static sg_kernel *kernel;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void make_kernel(void) {
    const uint32_t size = sizeof(fill);
    softgpu_kernel_declare(softgpu_fill, "__softgpu_fill", 1, &size);
    kernel = softgpu_kernel_of_function(softgpu_fill);
}

static bool inside(const void *dst, size_t bytes) {
    sg_range range;
    return sg_ranges_find(&sg_memory, dst, &range) && bytes <= range.size - ((uintptr_t)dst - range.start);
}

_Static_assert(sizeof(fill) == SG_FILL_KERNARG, "the kernarg segment of a fill");

bool sg_fill_is_valid(const hipMemsetParams *p) {
    if (p->elementSize != 1 && p->elementSize != 2 && p->elementSize != 4) return false;
    if (p->width == 0 || p->height == 0) return true;
    return p->dst != NULL && (uintptr_t)p->dst % p->elementSize == 0
           && inside(p->dst, (p->height - 1) * p->pitch + p->width * p->elementSize);
}

sg_kernel *sg_fill_kernel(const hipMemsetParams *p, unsigned char *kernarg) {
    pthread_once(&once, make_kernel);
    fill f = {
        .dst = p->dst, .count = p->width, .rows = p->height, .pitch = p->pitch, .value = p->value, .unit = p->elementSize};
    memcpy(kernarg, &f, sizeof f);
    return kernel;
}

static hipError_t submit(const hipMemsetParams *params, hipStream_t handle, bool wait) {
    _Alignas(16) unsigned char kernarg[SG_FILL_KERNARG];
    sg_kernel *fill_kernel = sg_fill_kernel(params, kernarg);
    if (fill_kernel == NULL) return hipErrorOutOfMemory;
    hipStream_t stream;
    hipError_t status = sg_stream_of(handle, &stream);
    if (status == hipSuccess && wait) status = sg_capture_forbids(stream);
    if (status != hipSuccess) return status;
    uint64_t object = sg_kernel_object(fill_kernel, stream->device);
    if (object == 0) return hipErrorOutOfMemory;
    sg_work work = {
        .kind = SG_WORK_KERNEL, .kernel = fill_kernel, .fill = params, .kernel_object = object, .grid = {1, 1, 1},
        .block = {1, 1, 1}, .kernarg = kernarg};
    sg_op *op;
    status = sg_submit(stream, &work, NULL, &op);
    if (status != hipSuccess) return status;
    if (wait && op != NULL) status = sg_op_finish(op, stream);
    sg_op_drop(op);
    return status;
}

hipError_t sg_fill(
    void *dst, uint32_t value, uint32_t unit, size_t count, size_t rows, size_t pitch, hipStream_t handle, bool wait) {
    SG_REQUIRE_DEVICES();
    if (count == 0 || rows == 0) return sg_result(hipSuccess);
    hipMemsetParams params = {
        .dst = dst, .elementSize = unit, .height = rows, .pitch = pitch, .value = value, .width = count};
    if (!sg_fill_is_valid(&params)) return sg_result(hipErrorInvalidValue);
    return sg_result(submit(&params, handle, wait));
}

#define PER_THREAD(stream) ((stream) == NULL ? hipStreamPerThread : (stream))

hipError_t sg_hipMemset(void *dst, int value, size_t sizeBytes) {
    return sg_fill(dst, (uint32_t)value, 1, sizeBytes, 1, 0, NULL, true);
}

hipError_t sg_hipMemsetAsync(void *dst, int value, size_t sizeBytes, hipStream_t stream) {
    return sg_fill(dst, (uint32_t)value, 1, sizeBytes, 1, 0, stream, false);
}

hipError_t sg_hipMemset_spt(void *dst, int value, size_t sizeBytes) {
    return sg_fill(dst, (uint32_t)value, 1, sizeBytes, 1, 0, hipStreamPerThread, true);
}

hipError_t sg_hipMemsetAsync_spt(void *dst, int value, size_t sizeBytes, hipStream_t stream) {
    return sg_fill(dst, (uint32_t)value, 1, sizeBytes, 1, 0, PER_THREAD(stream), false);
}

hipError_t sg_hipMemsetD8(hipDeviceptr_t dest, unsigned char value, size_t count) {
    return sg_fill(dest, value, 1, count, 1, 0, NULL, true);
}

hipError_t sg_hipMemsetD8Async(hipDeviceptr_t dest, unsigned char value, size_t count, hipStream_t stream) {
    return sg_fill(dest, value, 1, count, 1, 0, stream, false);
}

hipError_t sg_hipMemsetD16(hipDeviceptr_t dest, unsigned short value, size_t count) {
    return sg_fill(dest, value, 2, count, 1, 0, NULL, true);
}

hipError_t sg_hipMemsetD16Async(hipDeviceptr_t dest, unsigned short value, size_t count, hipStream_t stream) {
    return sg_fill(dest, value, 2, count, 1, 0, stream, false);
}

hipError_t sg_hipMemsetD32(hipDeviceptr_t dest, int value, size_t count) {
    return sg_fill(dest, (uint32_t)value, 4, count, 1, 0, NULL, true);
}

hipError_t sg_hipMemsetD32Async(hipDeviceptr_t dst, int value, size_t count, hipStream_t stream) {
    return sg_fill(dst, (uint32_t)value, 4, count, 1, 0, stream, false);
}

hipError_t sg_hipMemset2D(void *dst, size_t pitch, int value, size_t width, size_t height) {
    return sg_fill(dst, (uint32_t)value, 1, width, height, pitch, NULL, true);
}

hipError_t sg_hipMemset2DAsync(void *dst, size_t pitch, int value, size_t width, size_t height, hipStream_t stream) {
    return sg_fill(dst, (uint32_t)value, 1, width, height, pitch, stream, false);
}

hipError_t sg_hipMemset3D(hipPitchedPtr p, int value, hipExtent extent) {
    if (extent.height != p.ysize && extent.depth > 1) return SOFTGPU_HIP_UNSUPPORTED;
    return sg_fill(p.ptr, (uint32_t)value, 1, extent.width, extent.height * extent.depth, p.pitch, NULL, true);
}

hipError_t sg_hipMemset3DAsync(hipPitchedPtr p, int value, hipExtent extent, hipStream_t stream) {
    if (extent.height != p.ysize && extent.depth > 1) return SOFTGPU_HIP_UNSUPPORTED;
    return sg_fill(p.ptr, (uint32_t)value, 1, extent.width, extent.height * extent.depth, p.pitch, stream, false);
}

hipError_t sg_hipMemset2D_spt(void *dst, size_t pitch, int value, size_t width, size_t height) {
    return sg_fill(dst, (uint32_t)value, 1, width, height, pitch, hipStreamPerThread, true);
}

hipError_t sg_hipMemset2DAsync_spt(void *dst, size_t pitch, int value, size_t width, size_t height, hipStream_t stream) {
    return sg_hipMemset2DAsync(dst, pitch, value, width, height, PER_THREAD(stream));
}

hipError_t sg_hipMemset3D_spt(hipPitchedPtr p, int value, hipExtent extent) {
    if (extent.height != p.ysize && extent.depth > 1) return SOFTGPU_HIP_UNSUPPORTED;
    return sg_fill(
        p.ptr, (uint32_t)value, 1, extent.width, extent.height * extent.depth, p.pitch, hipStreamPerThread, true);
}

hipError_t sg_hipMemset3DAsync_spt(hipPitchedPtr p, int value, hipExtent extent, hipStream_t stream) {
    return sg_hipMemset3DAsync(p, value, extent, PER_THREAD(stream));
}

#define FILL_2D(bits, type) \
    hipError_t sg_hipMemsetD2D##bits(hipDeviceptr_t dst, size_t pitch, type value, size_t width, size_t height) { \
        return sg_fill(dst, value, bits / 8, width, height, pitch, NULL, true); \
    } \
    hipError_t sg_hipMemsetD2D##bits##Async( \
        hipDeviceptr_t dst, size_t pitch, type value, size_t width, size_t height, hipStream_t stream) { \
        return sg_fill(dst, value, bits / 8, width, height, pitch, stream, false); \
    }
FILL_2D(8, unsigned char)
FILL_2D(16, unsigned short)
FILL_2D(32, unsigned int)
