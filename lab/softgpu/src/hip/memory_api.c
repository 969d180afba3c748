// Memory: device memory from the device's pool, host memory from the CPU's; all addresses are valid on host
// and devices.
#include <string.h>

#include "capture.h"
#include "device.h"
#include "error.h"
#include "finish.h"
#include "hip.h"
#include "host.h"
#include "memory.h"
#include "ranges.h"
#include "stream.h"
#include "stream_handle.h"

static hipError_t allocate(void** ptr, size_t size, hipMemoryType type, unsigned flags) {
    SG_REQUIRE_DEVICES();
    if (ptr == NULL) return sg_result(hipErrorInvalidValue);
    *ptr = NULL;
    if (size == 0) return sg_result(hipSuccess);
    sg_device* device = &sg_devices[sg_current_device()];
    void* memory;
    hsa_amd_memory_pool_t pool = type == hipMemoryTypeDevice ? device->pool : sg_host_pool;
    if (hsa_amd_memory_pool_allocate(pool, size, 0, &memory) != HSA_STATUS_SUCCESS)
        return sg_result(hipErrorOutOfMemory);
    if (type == hipMemoryTypeHost) hsa_amd_agents_allow_access(1, &device->agent, NULL, memory);
    sg_range range = {.start = (uintptr_t)memory, .size = size, .owner = device, .kind = type, .flags = flags};
    if (!sg_ranges_add(&sg_memory, range)) {
        hsa_amd_memory_pool_free(memory);
        return sg_result(hipErrorOutOfMemory);
    }
    *ptr = memory;
    return sg_result(hipSuccess);
}

// As on a GPU, freeing waits for work that may still use the memory.
static hipError_t free_any(void* ptr) {
    SG_REQUIRE_DEVICES();
    if (ptr == NULL) return sg_result(hipSuccess);
    sg_range range;
    if (!sg_ranges_find(&sg_memory, ptr, &range)) return sg_result(hipErrorInvalidValue);
    sg_device_finish(((sg_device*)range.owner)->ordinal, false);
    return sg_result(sg_memory_release(ptr));
}

// --- device memory -------------------------------------------------------------------------------------------------

hipError_t sg_hipMalloc(void** ptr, size_t size) { return allocate(ptr, size, hipMemoryTypeDevice, 0); }

hipError_t sg_hipExtMallocWithFlags(void** ptr, size_t sizeBytes, unsigned int flags) {
    return allocate(ptr, sizeBytes, hipMemoryTypeDevice, flags);
}

hipError_t sg_hipMallocManaged(void** dev_ptr, size_t size, unsigned int flags) {
    if (flags != hipMemAttachGlobal && flags != hipMemAttachHost) return sg_result(hipErrorInvalidValue);
    return allocate(dev_ptr, size, hipMemoryTypeManaged, flags);
}

hipError_t sg_hipMallocPitch(void** ptr, size_t* pitch, size_t width, size_t height) {
    if (pitch == NULL || width == 0 || height == 0) return sg_result(hipErrorInvalidValue);
    *pitch = (width + 255) / 256 * 256;
    return allocate(ptr, *pitch * height, hipMemoryTypeDevice, 0);
}

hipError_t sg_hipMemAllocPitch(hipDeviceptr_t* dptr, size_t* pitch, size_t widthInBytes, size_t height,
                               unsigned int elementSizeBytes) {
    (void)elementSizeBytes;
    return sg_hipMallocPitch(dptr, pitch, widthInBytes, height);
}

hipError_t sg_hipMalloc3D(hipPitchedPtr* pitchedDevPtr, hipExtent extent) {
    if (pitchedDevPtr == NULL) return sg_result(hipErrorInvalidValue);
    size_t pitch = 0;
    hipError_t status = sg_hipMallocPitch(&pitchedDevPtr->ptr, &pitch, extent.width, extent.height * extent.depth);
    pitchedDevPtr->pitch = pitch;
    pitchedDevPtr->xsize = extent.width;
    pitchedDevPtr->ysize = extent.height;
    return status;
}

hipError_t sg_hipFree(void* ptr) { return free_any(ptr); }

// Allocates at once, which is early enough for every stream order.
hipError_t sg_hipMallocAsync(void** dev_ptr, size_t size, hipStream_t stream) {
    SG_REQUIRE_DEVICES();
    hipStream_t found;
    hipError_t status = sg_stream_of(stream, &found);
    if (status == hipSuccess) status = sg_capture_forbids(found);
    return status == hipSuccess ? sg_hipMalloc(dev_ptr, size) : sg_result(status);
}

static void free_in_stream(void* ptr) { sg_memory_release(ptr); }

hipError_t sg_hipFreeAsync(void* dev_ptr, hipStream_t stream) {
    SG_REQUIRE_DEVICES();
    sg_range range;
    if (!sg_ranges_find(&sg_memory, dev_ptr, &range)) return sg_result(hipErrorInvalidValue);
    return sg_result(sg_call(stream, free_in_stream, dev_ptr));
}

hipError_t sg_hipMemGetInfo(size_t* free, size_t* total) {
    SG_REQUIRE_DEVICES();
    if (free == NULL || total == NULL) return sg_result(hipErrorInvalidValue);
    const sg_device* device = &sg_devices[sg_current_device()];
    uint64_t available = 0;
    hsa_agent_get_info(device->agent, (hsa_agent_info_t)HSA_AMD_AGENT_INFO_MEMORY_AVAIL, &available);
    *free = available;
    *total = device->memory;
    return sg_result(hipSuccess);
}

// --- host memory ---------------------------------------------------------------------------------------------------

hipError_t sg_hipHostMalloc(void** ptr, size_t size, unsigned int flags) {
    return allocate(ptr, size, hipMemoryTypeHost, flags & ~(unsigned)SG_MEMORY_REGISTERED);
}

hipError_t sg_hipHostAlloc(void** ptr, size_t size, unsigned int flags) { return sg_hipHostMalloc(ptr, size, flags); }

hipError_t sg_hipExtHostAlloc(void** ptr, size_t size, unsigned int flags) {
    return sg_hipHostMalloc(ptr, size, flags);
}

hipError_t sg_hipMallocHost(void** ptr, size_t size) { return sg_hipHostMalloc(ptr, size, hipHostMallocDefault); }

hipError_t sg_hipMemAllocHost(void** ptr, size_t size) { return sg_hipHostMalloc(ptr, size, hipHostMallocDefault); }

hipError_t sg_hipHostFree(void* ptr) { return free_any(ptr); }

hipError_t sg_hipFreeHost(void* ptr) { return free_any(ptr); }

hipError_t sg_hipHostRegister(void* hostPtr, size_t sizeBytes, unsigned int flags) {
    SG_REQUIRE_DEVICES();
    sg_range range;
    if (hostPtr == NULL || sizeBytes == 0) return sg_result(hipErrorInvalidValue);
    if (sg_ranges_find(&sg_memory, hostPtr, &range)) return sg_result(hipErrorHostMemoryAlreadyRegistered);
    void* agent_ptr;
    if (hsa_amd_memory_lock(hostPtr, sizeBytes, NULL, 0, &agent_ptr) != HSA_STATUS_SUCCESS) {
        return sg_result(hipErrorOutOfMemory);
    }
    range = (sg_range){.start = (uintptr_t)hostPtr,
                       .size = sizeBytes,
                       .owner = &sg_devices[sg_current_device()],
                       .kind = hipMemoryTypeHost,
                       .flags = flags | SG_MEMORY_REGISTERED};
    return sg_result(sg_ranges_add(&sg_memory, range) ? hipSuccess : hipErrorOutOfMemory);
}

hipError_t sg_hipHostUnregister(void* hostPtr) {
    SG_REQUIRE_DEVICES();
    sg_range range;
    if (hostPtr == NULL) return sg_result(hipErrorInvalidValue);
    bool registered = sg_ranges_find(&sg_memory, hostPtr, &range) && range.start == (uintptr_t)hostPtr
                   && (range.flags & SG_MEMORY_REGISTERED) != 0;
    if (!registered) return sg_result(hipErrorHostMemoryNotRegistered);
    sg_device_finish(((sg_device*)range.owner)->ordinal, false);
    sg_ranges_remove(&sg_memory, hostPtr, &range);
    hsa_amd_memory_unlock(hostPtr);
    return sg_result(hipSuccess);
}

hipError_t sg_hipHostGetDevicePointer(void** devPtr, void* hstPtr, unsigned int flags) {
    SG_REQUIRE_DEVICES();
    sg_range range;
    if (devPtr == NULL || flags != 0 || !sg_ranges_find(&sg_memory, hstPtr, &range))
        return sg_result(hipErrorInvalidValue);
    *devPtr = hstPtr;
    return sg_result(hipSuccess);
}

hipError_t sg_hipHostGetFlags(unsigned int* flagsPtr, void* hostPtr) {
    SG_REQUIRE_DEVICES();
    sg_range range;
    bool host = sg_ranges_find(&sg_memory, hostPtr, &range) && range.kind == hipMemoryTypeHost;
    if (flagsPtr == NULL || !host) return sg_result(hipErrorInvalidValue);
    *flagsPtr = range.flags & ~(unsigned)SG_MEMORY_REGISTERED;
    return sg_result(hipSuccess);
}

// --- pointer attributes --------------------------------------------------------------------------------------------

hipError_t sg_hipPointerGetAttributes(hipPointerAttribute_t* attributes, const void* ptr) {
    SG_REQUIRE_DEVICES();
    if (attributes == NULL || ptr == NULL) return sg_result(hipErrorInvalidValue);
    memset(attributes, 0, sizeof *attributes);
    sg_range range;
    if (!sg_ranges_find(&sg_memory, ptr, &range)) {
        attributes->type = hipMemoryTypeUnregistered;
        attributes->device = sg_current_device();
        return sg_result(hipSuccess);
    }
    attributes->type = (hipMemoryType)range.kind;
    attributes->device = ((sg_device*)range.owner)->ordinal;
    attributes->devicePointer = (void*)ptr;
    attributes->hostPointer = range.kind == hipMemoryTypeDevice ? NULL : (void*)ptr;
    attributes->isManaged = range.kind == hipMemoryTypeManaged;
    attributes->allocationFlags = range.flags & ~(unsigned)SG_MEMORY_REGISTERED;
    return sg_result(hipSuccess);
}

hipError_t sg_hipPointerGetAttribute(void* data, hipPointer_attribute attribute, hipDeviceptr_t ptr) {
    SG_REQUIRE_DEVICES();
    sg_range range;
    if (data == NULL || !sg_ranges_find(&sg_memory, ptr, &range)) return sg_result(hipErrorInvalidValue);
    switch (attribute) {
        case HIP_POINTER_ATTRIBUTE_CONTEXT: *(hipCtx_t*)data = range.owner; break;
        case HIP_POINTER_ATTRIBUTE_MEMORY_TYPE: *(uint32_t*)data = range.kind; break;
        case HIP_POINTER_ATTRIBUTE_DEVICE_POINTER: *(void**)data = ptr; break;
        case HIP_POINTER_ATTRIBUTE_HOST_POINTER:
            if (range.kind == hipMemoryTypeDevice) return sg_result(hipErrorInvalidValue);
            *(void**)data = ptr;
            break;
        case HIP_POINTER_ATTRIBUTE_IS_MANAGED: *(bool*)data = range.kind == hipMemoryTypeManaged; break;
        case HIP_POINTER_ATTRIBUTE_DEVICE_ORDINAL: *(int*)data = ((sg_device*)range.owner)->ordinal; break;
        case HIP_POINTER_ATTRIBUTE_RANGE_START_ADDR: *(void**)data = (void*)range.start; break;
        case HIP_POINTER_ATTRIBUTE_RANGE_SIZE: *(size_t*)data = range.size; break;
        case HIP_POINTER_ATTRIBUTE_MAPPED: *(bool*)data = true; break;
        default: return sg_result(hipErrorNotSupported);
    }
    return sg_result(hipSuccess);
}

hipError_t sg_hipMemGetAddressRange(hipDeviceptr_t* pbase, size_t* psize, hipDeviceptr_t dptr) {
    SG_REQUIRE_DEVICES();
    sg_range range;
    if (!sg_ranges_find(&sg_memory, dptr, &range)) return sg_result(hipErrorInvalidDevicePointer);
    if (pbase != NULL) *pbase = (void*)range.start;
    if (psize != NULL) *psize = range.size;
    return sg_result(hipSuccess);
}

hipError_t sg_hipMemPtrGetInfo(void* ptr, size_t* size) {
    SG_REQUIRE_DEVICES();
    sg_range range;
    if (size == NULL || !sg_ranges_find(&sg_memory, ptr, &range)) return sg_result(hipErrorInvalidValue);
    *size = range.size;
    return sg_result(hipSuccess);
}

// Hints about the location of memory have no effect, because all memory is host memory.

hipError_t sg_hipMemAdvise(const void* dev_ptr, size_t count, hipMemoryAdvise advice, int device) {
    (void)advice, (void)device;
    SG_REQUIRE_DEVICES();
    return sg_result(dev_ptr == NULL || count == 0 ? hipErrorInvalidValue : hipSuccess);
}

hipError_t sg_hipMemPrefetchAsync(const void* dev_ptr, size_t count, int device, hipStream_t stream) {
    (void)device;
    SG_REQUIRE_DEVICES();
    hipStream_t found;
    if (dev_ptr == NULL || count == 0) return sg_result(hipErrorInvalidValue);
    return sg_result(sg_stream_of(stream, &found));
}

hipError_t sg_hipMemAdvise_v2(const void* dev_ptr, size_t count, hipMemoryAdvise advice, hipMemLocation device) {
    return sg_hipMemAdvise(dev_ptr, count, advice, device.id);
}

hipError_t sg_hipMemPrefetchAsync_v2(const void* dev_ptr, size_t count, hipMemLocation location, unsigned int flags,
                                     hipStream_t stream) {
    if (flags != 0) return sg_result(hipErrorInvalidValue);
    return sg_hipMemPrefetchAsync(dev_ptr, count, location.id, stream);
}

hipError_t sg_hipStreamAttachMemAsync(hipStream_t stream, void* dev_ptr, size_t length, unsigned int flags) {
    (void)length;
    SG_REQUIRE_DEVICES();
    const unsigned single = 4; // hipMemAttachSingle
    hipStream_t found;
    sg_range range;
    if (flags != hipMemAttachGlobal && flags != hipMemAttachHost && flags != single)
        return sg_result(hipErrorInvalidValue);
    bool managed = sg_ranges_find(&sg_memory, dev_ptr, &range) && range.kind == hipMemoryTypeManaged;
    return sg_result(managed ? sg_stream_of(stream, &found) : hipErrorInvalidValue);
}
