// Copies that are described by a struct.
#include "copy.h"
#include "device.h"
#include "error.h"
#include "hip.h"

static void* place(hipMemoryType type, const void* host, hipDeviceptr_t device, size_t x, size_t y, size_t pitch) {
    char* base = type == hipMemoryTypeHost || (type == hipMemoryTypeUnified && device == NULL) ? (char*)host : device;
    return base == NULL ? NULL : base + y * pitch + x;
}

static hipError_t copy_2d(const hip_Memcpy2D* p, hipStream_t stream, bool wait) {
    SG_REQUIRE_DEVICES();
    if (p == NULL) return sg_result(hipErrorInvalidValue);
    if (p->srcMemoryType == hipMemoryTypeArray || p->dstMemoryType == hipMemoryTypeArray)
        return SOFTGPU_HIP_UNSUPPORTED;
    if (p->WidthInBytes > UINT32_MAX || p->Height > UINT32_MAX) return sg_result(hipErrorInvalidValue);
    // As everywhere in HIP, a pitch of 0 stands for rows without a gap.
    size_t from_pitch = p->srcPitch == 0 ? p->WidthInBytes : p->srcPitch;
    size_t to_pitch = p->dstPitch == 0 ? p->WidthInBytes : p->dstPitch;
    hsa_pitched_ptr_t from = {.pitch = from_pitch}, to = {.pitch = to_pitch};
    from.base = place(p->srcMemoryType, p->srcHost, p->srcDevice, p->srcXInBytes, p->srcY, from_pitch);
    to.base = place(p->dstMemoryType, p->dstHost, p->dstDevice, p->dstXInBytes, p->dstY, to_pitch);
    hsa_dim3_t extent = {(uint32_t)p->WidthInBytes, (uint32_t)p->Height, 1};
    return sg_result(sg_copy_rect(&to, &from, extent, hipMemcpyDefault, stream, wait));
}

hipError_t sg_hipMemcpyParam2D(const hip_Memcpy2D* pCopy) { return copy_2d(pCopy, NULL, true); }

hipError_t sg_hipDrvMemcpy2DUnaligned(const hip_Memcpy2D* pCopy) { return copy_2d(pCopy, NULL, true); }

hipError_t sg_hipMemcpyParam2DAsync(const hip_Memcpy2D* pCopy, hipStream_t stream) {
    return copy_2d(pCopy, stream, false);
}

static hipError_t copy_3d_peer(const hipMemcpy3DPeerParms* p, hipStream_t stream, bool wait) {
    SG_REQUIRE_DEVICES();
    if (p == NULL) return sg_result(hipErrorInvalidValue);
    bool devices =
        p->srcDevice >= 0 && p->srcDevice < sg_device_count && p->dstDevice >= 0 && p->dstDevice < sg_device_count;
    if (!devices) return sg_result(hipErrorInvalidDevice);
    hipMemcpy3DParms same = {.srcArray = p->srcArray,
                             .srcPos = p->srcPos,
                             .srcPtr = p->srcPtr,
                             .dstArray = p->dstArray,
                             .dstPos = p->dstPos,
                             .dstPtr = p->dstPtr,
                             .extent = p->extent,
                             .kind = hipMemcpyDeviceToDevice};
    if (wait) return sg_hipMemcpy3D(&same);
    return sg_hipMemcpy3DAsync(&same, stream);
}

hipError_t sg_hipMemcpy3DPeer(hipMemcpy3DPeerParms* p) { return copy_3d_peer(p, NULL, true); }

hipError_t sg_hipMemcpy3DPeerAsync(hipMemcpy3DPeerParms* p, hipStream_t stream) {
    return copy_3d_peer(p, stream, false);
}
