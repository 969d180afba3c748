// Memory pools: names for the origin of stream-ordered memory, which is the device's memory in any case. No memory
// is kept for reuse.
#include "pool.h"

#include "device.h"
#include "error.h"
#include "slab.h"
#include "stream.h"
#include "stream_handle.h"

enum { POOL_LIVE = 0x706f6f6c, FIRST_ATTRIBUTE = hipMemPoolReuseFollowEventDependencies, ATTRIBUTES = 5 };

struct ihipMemPoolHandle_t {
    _Atomic(uint32_t) magic;
    uint32_t link; // of the slab
    int device;
    bool is_default;
    _Atomic(uint64_t) attributes[ATTRIBUTES]; // how memory is reused and kept: stored without effect
} __attribute__((aligned(64)));

sg_slab sg_pool_slab = SG_SLAB(struct ihipMemPoolHandle_t, 1u << 16, link);
static _Atomic(hipMemPool_t) defaults[SG_MAX_DEVICES], current[SG_MAX_DEVICES];

static bool is_pool(hipMemPool_t pool) {
    return sg_slab_owns(&sg_pool_slab, pool) && atomic_load(&pool->magic) == POOL_LIVE;
}

static hipMemPool_t make(int device, bool is_default) {
    hipMemPool_t pool = sg_slab_take(&sg_pool_slab);
    if (pool == NULL) return NULL;
    pool->device = device;
    pool->is_default = is_default;
    for (int i = 0; i < ATTRIBUTES; i++) atomic_store(&pool->attributes[i], i < hipMemPoolAttrReleaseThreshold ? 1 : 0);
    atomic_store(&pool->magic, POOL_LIVE);
    return pool;
}

static hipMemPool_t default_of(int device) {
    hipMemPool_t pool = atomic_load(&defaults[device]);
    if (pool != NULL) return pool;
    hipMemPool_t made = make(device, true);
    if (made == NULL || atomic_compare_exchange_strong(&defaults[device], &pool, made)) return made;
    atomic_store(&made->magic, 0);
    sg_slab_give(&sg_pool_slab, made);
    return pool;
}

static bool is_device(int device) { return device >= 0 && device < sg_device_count; }

hipError_t sg_hipMemPoolCreate(hipMemPool_t* mem_pool, const hipMemPoolProps* pool_props) {
    SG_REQUIRE_DEVICES();
    if (mem_pool == NULL || pool_props == NULL) return sg_result(hipErrorInvalidValue);
    bool here = pool_props->location.type == hipMemLocationTypeDevice && is_device(pool_props->location.id);
    if (!here) return sg_result(hipErrorInvalidValue);
    if (pool_props->handleTypes != hipMemHandleTypeNone) return SOFTGPU_HIP_UNSUPPORTED;
    *mem_pool = make(pool_props->location.id, false);
    return sg_result(*mem_pool == NULL ? hipErrorOutOfMemory : hipSuccess);
}

// Memory of the pool remains allocated until it is freed.
hipError_t sg_hipMemPoolDestroy(hipMemPool_t mem_pool) {
    SG_REQUIRE_DEVICES();
    if (!is_pool(mem_pool) || mem_pool->is_default) return sg_result(hipErrorInvalidValue);
    hipMemPool_t was = mem_pool;
    atomic_compare_exchange_strong(&current[mem_pool->device], &was, NULL);
    atomic_store(&mem_pool->magic, 0);
    sg_slab_give(&sg_pool_slab, mem_pool);
    return sg_result(hipSuccess);
}

hipError_t sg_hipDeviceGetDefaultMemPool(hipMemPool_t* mem_pool, int device) {
    SG_REQUIRE_DEVICES();
    if (mem_pool == NULL) return sg_result(hipErrorInvalidValue);
    if (!is_device(device)) return sg_result(hipErrorInvalidDevice);
    *mem_pool = default_of(device);
    return sg_result(*mem_pool == NULL ? hipErrorOutOfMemory : hipSuccess);
}

hipError_t sg_hipDeviceGetMemPool(hipMemPool_t* mem_pool, int device) {
    hipError_t status = sg_hipDeviceGetDefaultMemPool(mem_pool, device);
    hipMemPool_t set = status == hipSuccess ? atomic_load(&current[device]) : NULL;
    if (set != NULL) *mem_pool = set;
    return status;
}

hipError_t sg_hipDeviceSetMemPool(int device, hipMemPool_t mem_pool) {
    SG_REQUIRE_DEVICES();
    if (!is_device(device)) return sg_result(hipErrorInvalidDevice);
    if (!is_pool(mem_pool) || mem_pool->device != device) return sg_result(hipErrorInvalidValue);
    atomic_store(&current[device], mem_pool);
    return sg_result(hipSuccess);
}

hipError_t sg_hipMallocFromPoolAsync(void** dev_ptr, size_t size, hipMemPool_t mem_pool, hipStream_t stream) {
    SG_REQUIRE_DEVICES();
    if (dev_ptr == NULL || !is_pool(mem_pool)) return sg_result(hipErrorInvalidValue);
    int before = sg_current_device();
    hipStream_t found;
    hipError_t status = sg_stream_of(stream, &found);
    if (status != hipSuccess) return sg_result(status);
    sg_hipSetDevice(mem_pool->device);
    status = sg_hipMallocAsync(dev_ptr, size, found);
    sg_hipSetDevice(before);
    return sg_result(status);
}

hipError_t sg_hipMemPoolTrimTo(hipMemPool_t mem_pool, size_t min_bytes_to_hold) {
    (void)min_bytes_to_hold;
    SG_REQUIRE_DEVICES();
    return sg_result(is_pool(mem_pool) ? hipSuccess : hipErrorInvalidValue);
}

static bool is_flag(hipMemPoolAttr attr) {
    return attr < hipMemPoolAttrReleaseThreshold; // an int, the others are 64 bits
}

static hipError_t check_attribute(hipMemPool_t pool, hipMemPoolAttr attr, const void* value) {
    SG_REQUIRE_DEVICES();
    if (!is_pool(pool) || value == NULL || (uint32_t)attr < FIRST_ATTRIBUTE) return hipErrorInvalidValue;
    return (uint32_t)attr < ATTRIBUTES ? hipSuccess : hipErrorNotSupported; // usage is not counted
}

hipError_t sg_hipMemPoolSetAttribute(hipMemPool_t mem_pool, hipMemPoolAttr attr, void* value) {
    hipError_t status = check_attribute(mem_pool, attr, value);
    if (status != hipSuccess) return sg_result(status);
    atomic_store(&mem_pool->attributes[attr], is_flag(attr) ? (uint64_t)(*(int*)value != 0) : *(uint64_t*)value);
    return sg_result(hipSuccess);
}

hipError_t sg_hipMemPoolGetAttribute(hipMemPool_t mem_pool, hipMemPoolAttr attr, void* value) {
    hipError_t status = check_attribute(mem_pool, attr, value);
    if (status != hipSuccess) return sg_result(status);
    uint64_t stored = atomic_load(&mem_pool->attributes[attr]);
    if (is_flag(attr)) *(int*)value = (int)stored;
    else *(uint64_t*)value = stored;
    return sg_result(hipSuccess);
}
