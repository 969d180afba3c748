// Copies. Every direction moves bytes in the same way; agents and direction matter only to tracers.
#include "copy.h"

#include "capture.h"
#include "device.h"
#include "error.h"
#include "finish.h"
#include "hip.h"
#include "memory.h"
#include "op.h"
#include "ranges.h"
#include "stream.h"
#include "stream_handle.h"
#include "submit.h"
#include "work.h"

static bool is_kind(hipMemcpyKind kind) {
    return (uint32_t)kind <= hipMemcpyDefault || kind == hipMemcpyDeviceToDeviceNoCU;
}

// Finds the agent that owns `ptr`. False: the copy would exceed the allocation.
static bool place(const void* ptr, size_t bytes, hsa_agent_t* agent, bool* pageable) {
    sg_range range;
    *agent = sg_cpu_agent;
    *pageable = !sg_ranges_find(&sg_memory, ptr, &range);
    if (*pageable) return true;
    if (range.kind == hipMemoryTypeDevice) *agent = ((sg_device*)range.owner)->agent;
    return bytes <= range.size - ((uintptr_t)ptr - range.start);
}

// `wait`: a synchronous call. `pageable`: an asynchronous call that nevertheless waits, unless the copy becomes
// part of a graph.
static hipError_t submit(hipStream_t handle, const sg_work* work, bool wait, bool pageable) {
    hipStream_t stream;
    hipError_t status = sg_stream_of(handle, &stream);
    if (status == hipSuccess && wait) status = sg_capture_forbids(stream);
    if (status != hipSuccess) return status;
    sg_op* op;
    status = sg_submit(stream, work, NULL, &op);
    if (status != hipSuccess) return status;
    if ((wait || pageable) && op != NULL) status = sg_op_finish(op, stream);
    sg_op_drop(op);
    return status;
}

hipError_t sg_copy_work(void* dst, const void* src, size_t bytes, hipMemcpyKind kind, sg_work* work, bool* pageable) {
    if (!is_kind(kind)) return hipErrorInvalidMemcpyDirection;
    if (bytes > 0 && (dst == NULL || src == NULL)) return hipErrorInvalidValue;
    bool pageable_dst, pageable_src;
    *work = (sg_work){.kind = SG_WORK_COPY, .dst = dst, .src = src, .bytes = bytes};
    bool inside = place(dst, bytes, &work->dst_agent, &pageable_dst);
    inside &= place(src, bytes, &work->src_agent, &pageable_src);
    if (pageable != NULL) *pageable = pageable_dst || pageable_src;
    return inside ? hipSuccess : hipErrorInvalidValue;
}

hipError_t sg_copy(void* dst, const void* src, size_t bytes, hipMemcpyKind kind, hipStream_t stream, bool wait) {
    sg_work work;
    bool pageable;
    hipError_t status = sg_copy_work(dst, src, bytes, kind, &work, &pageable);
    if (status != hipSuccess || bytes == 0) return status;
    return submit(stream, &work, wait, pageable);
}

static hipError_t copy_rect_work(const hsa_pitched_ptr_t* to, const hsa_pitched_ptr_t* from, hsa_dim3_t extent,
                                 hipMemcpyKind kind, sg_work* work, bool* pageable) {
    if (!is_kind(kind)) return hipErrorInvalidMemcpyDirection;
    if (to->base == NULL || from->base == NULL) return hipErrorInvalidValue;
    if (extent.x > to->pitch || extent.x > from->pitch) return hipErrorInvalidPitchValue;
    hsa_agent_t dst_agent, src_agent;
    bool pageable_dst, pageable_src;
    size_t rows = extent.y == 0 ? 0 : (size_t)extent.y - 1, slices = extent.z == 0 ? 0 : (size_t)extent.z - 1;
    bool inside = place(to->base, slices * to->slice + rows * to->pitch + extent.x, &dst_agent, &pageable_dst);
    inside &= place(from->base, slices * from->slice + rows * from->pitch + extent.x, &src_agent, &pageable_src);
    if (!inside) return hipErrorInvalidValue;
    if (pageable != NULL) *pageable = pageable_dst || pageable_src;
    bool dst_host = dst_agent.handle == sg_cpu_agent.handle, src_host = src_agent.handle == sg_cpu_agent.handle;
    *work = (sg_work){.kind = SG_WORK_COPY_RECT,
                      .to = *to,
                      .from = *from,
                      .extent = extent,
                      .rect_agent = !dst_host ? dst_agent
                                  : !src_host ? src_agent
                                              : sg_devices[sg_current_device()].agent,
                      .direction = dst_host ? (src_host ? hsaHostToHost : hsaDeviceToHost)
                                            : (src_host ? hsaHostToDevice : hsaDeviceToDevice)};
    return hipSuccess;
}

hipError_t sg_copy_rect(const hsa_pitched_ptr_t* to, const hsa_pitched_ptr_t* from, hsa_dim3_t extent,
                        hipMemcpyKind kind, hipStream_t stream, bool wait) {
    if (!is_kind(kind)) return hipErrorInvalidMemcpyDirection;
    if (extent.x == 0 || extent.y == 0 || extent.z == 0) return hipSuccess;
    sg_work work;
    bool pageable;
    hipError_t status = copy_rect_work(to, from, extent, kind, &work, &pageable);
    return status == hipSuccess ? submit(stream, &work, wait, pageable) : status;
}

// --- bytes ---------------------------------------------------------------------------------------------------------

// The public functions differ in what they imply: `kind`, the stream, and whether they wait.
#define COPY(signature, dst, src, bytes, kind, stream, wait) \
    hipError_t signature { \
        SG_REQUIRE_DEVICES(); \
        return sg_result(sg_copy(dst, src, bytes, kind, stream, wait)); \
    }
COPY(sg_hipMemcpy(void* dst, const void* src, size_t n, hipMemcpyKind kind), dst, src, n, kind, NULL, true)
COPY(sg_hipMemcpyAsync(void* dst, const void* src, size_t n, hipMemcpyKind kind, hipStream_t s), dst, src, n, kind, s,
     false)
COPY(sg_hipMemcpyWithStream(void* dst, const void* src, size_t n, hipMemcpyKind kind, hipStream_t s), dst, src, n, kind,
     s, true)
COPY(sg_hipMemcpy_spt(void* dst, const void* src, size_t n, hipMemcpyKind kind), dst, src, n, kind, hipStreamPerThread,
     true)
COPY(sg_hipMemcpyAsync_spt(void* dst, const void* src, size_t n, hipMemcpyKind kind, hipStream_t s), dst, src, n, kind,
     SG_PER_THREAD(s), false)
COPY(sg_hipMemcpyHtoD(hipDeviceptr_t dst, const void* src, size_t n), dst, src, n, hipMemcpyHostToDevice, NULL, true)
COPY(sg_hipMemcpyDtoH(void* dst, hipDeviceptr_t src, size_t n), dst, src, n, hipMemcpyDeviceToHost, NULL, true)
COPY(sg_hipMemcpyDtoD(hipDeviceptr_t dst, hipDeviceptr_t src, size_t n), dst, src, n, hipMemcpyDeviceToDevice, NULL,
     true)
COPY(sg_hipMemcpyHtoDAsync(hipDeviceptr_t dst, const void* src, size_t n, hipStream_t s), dst, src, n,
     hipMemcpyHostToDevice, s, false)
COPY(sg_hipMemcpyDtoHAsync(void* dst, hipDeviceptr_t src, size_t n, hipStream_t s), dst, src, n, hipMemcpyDeviceToHost,
     s, false)
COPY(sg_hipMemcpyDtoDAsync(hipDeviceptr_t dst, hipDeviceptr_t src, size_t n, hipStream_t s), dst, src, n,
     hipMemcpyDeviceToDevice, s, false)

static bool are_devices(int a, int b) { return a >= 0 && a < sg_device_count && b >= 0 && b < sg_device_count; }

hipError_t sg_hipMemcpyPeerAsync(void* dst, int dstDeviceId, const void* src, int srcDevice, size_t sizeBytes,
                                 hipStream_t stream) {
    SG_REQUIRE_DEVICES();
    if (!are_devices(dstDeviceId, srcDevice)) return sg_result(hipErrorInvalidDevice);
    return sg_result(sg_copy(dst, src, sizeBytes, hipMemcpyDeviceToDevice, stream, false));
}

hipError_t sg_hipMemcpyPeer(void* dst, int dstDeviceId, const void* src, int srcDeviceId, size_t sizeBytes) {
    SG_REQUIRE_DEVICES();
    if (!are_devices(dstDeviceId, srcDeviceId)) return sg_result(hipErrorInvalidDevice);
    return sg_result(sg_copy(dst, src, sizeBytes, hipMemcpyDeviceToDevice, NULL, true));
}

// --- rows and slices -----------------------------------------------------------------------------------------------

static hipError_t copy_2d(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width, size_t height,
                          hipMemcpyKind kind, hipStream_t stream, bool wait) {
    SG_REQUIRE_DEVICES();
    if (width > UINT32_MAX || height > UINT32_MAX) return sg_result(hipErrorInvalidValue);
    hsa_pitched_ptr_t to = {.base = dst, .pitch = dpitch}, from = {.base = (void*)src, .pitch = spitch};
    return sg_result(sg_copy_rect(&to, &from, (hsa_dim3_t){(uint32_t)width, (uint32_t)height, 1}, kind, stream, wait));
}

hipError_t sg_hipMemcpy2D(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width, size_t height,
                          hipMemcpyKind kind) {
    return copy_2d(dst, dpitch, src, spitch, width, height, kind, NULL, true);
}

hipError_t sg_hipMemcpy2DAsync(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width, size_t height,
                               hipMemcpyKind kind, hipStream_t stream) {
    return copy_2d(dst, dpitch, src, spitch, width, height, kind, stream, false);
}

hipError_t sg_hipMemcpy2D_spt(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width, size_t height,
                              hipMemcpyKind kind) {
    return copy_2d(dst, dpitch, src, spitch, width, height, kind, hipStreamPerThread, true);
}

hipError_t sg_hipMemcpy2DAsync_spt(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width,
                                   size_t height, hipMemcpyKind kind, hipStream_t stream) {
    return copy_2d(dst, dpitch, src, spitch, width, height, kind, SG_PER_THREAD(stream), false);
}

static hsa_pitched_ptr_t pitched(const hipPitchedPtr* p, const hipPos* at) {
    size_t slice = p->pitch * p->ysize;
    char* base = p->ptr == NULL ? NULL : (char*)p->ptr + at->z * slice + at->y * p->pitch + at->x;
    return (hsa_pitched_ptr_t){.base = base, .pitch = p->pitch, .slice = slice};
}

static hsa_dim3_t extent_of(const hipMemcpy3DParms* p) {
    return (hsa_dim3_t){(uint32_t)p->extent.width, (uint32_t)p->extent.height, (uint32_t)p->extent.depth};
}

// A single row becomes a copy of bytes.
hipError_t sg_copy_3d_work(const hipMemcpy3DParms* p, sg_work* work) {
    if (p->srcArray != NULL || p->dstArray != NULL) return hipErrorNotSupported;
    hsa_pitched_ptr_t to = pitched(&p->dstPtr, &p->dstPos), from = pitched(&p->srcPtr, &p->srcPos);
    if (p->extent.height <= 1 && p->extent.depth <= 1) {
        return sg_copy_work(to.base, from.base, p->extent.width, p->kind, work, NULL);
    }
    return copy_rect_work(&to, &from, extent_of(p), p->kind, work, NULL);
}

static hipError_t copy_3d(const hipMemcpy3DParms* p, hipStream_t stream, bool wait) {
    SG_REQUIRE_DEVICES();
    if (p == NULL) return sg_result(hipErrorInvalidValue);
    if (p->srcArray != NULL || p->dstArray != NULL) return SOFTGPU_HIP_UNSUPPORTED;
    hsa_pitched_ptr_t to = pitched(&p->dstPtr, &p->dstPos), from = pitched(&p->srcPtr, &p->srcPos);
    return sg_result(sg_copy_rect(&to, &from, extent_of(p), p->kind, stream, wait));
}

hipError_t sg_hipMemcpy3D(const hipMemcpy3DParms* p) { return copy_3d(p, NULL, true); }

hipError_t sg_hipMemcpy3DAsync(const hipMemcpy3DParms* p, hipStream_t stream) { return copy_3d(p, stream, false); }

hipError_t sg_hipMemcpy3D_spt(const hipMemcpy3DParms* p) { return copy_3d(p, hipStreamPerThread, true); }

hipError_t sg_hipMemcpy3DAsync_spt(const hipMemcpy3DParms* p, hipStream_t stream) {
    return copy_3d(p, SG_PER_THREAD(stream), false);
}
