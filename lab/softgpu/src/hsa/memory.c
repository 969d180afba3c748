// Memory: regions and pools are two names for the same thing, and every pool is host memory.
#include "memory.h"

#include <stdlib.h>
#include <string.h>

#include "agent.h"
#include "fault.h"
#include "hsa.h"
#include "ranges.h"
#include "release.h"
#include "state.h"

static const size_t GRANULE = 4096;

hsa_status_t sg_pool_allocate(sg_pool* pool, size_t size, void** ptr) {
    if (pool->segment != HSA_AMD_SEGMENT_GLOBAL) return HSA_STATUS_ERROR_INVALID_ALLOCATION;
    if (size == 0 || ptr == NULL) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    if (size > pool->size) return HSA_STATUS_ERROR_INVALID_ALLOCATION;
    if (size > pool->size - atomic_load(&pool->agent->allocated)) return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
    if (sg_fault(SG_FAULT_OUT_OF_MEMORY, NULL)) return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
    void* memory = NULL;
    if (posix_memalign(&memory, size >= GRANULE ? GRANULE : 256, size) != 0) return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
    sg_range range = {.start = (uintptr_t)memory,
                      .size = size,
                      .owner = pool,
                      .kind = HSA_EXT_POINTER_TYPE_HSA,
                      .flags = pool->flags};
    if (!sg_ranges_add(&sg_allocations, range)) {
        free(memory);
        return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
    }
    atomic_fetch_add(&pool->agent->allocated, size);
    *ptr = memory;
    return HSA_STATUS_SUCCESS;
}

static hsa_status_t release(void* ptr) {
    if (ptr == NULL) return HSA_STATUS_SUCCESS;
    sg_range range;
    bool mapped = sg_ranges_find(&sg_allocations, ptr, &range) && range.kind == HSA_EXT_POINTER_TYPE_HSA_VMEM;
    if (mapped || !sg_ranges_remove(&sg_allocations, ptr, &range)) return HSA_STATUS_ERROR_INVALID_ALLOCATION;
    sg_tell_of_release((void*)range.start);
    atomic_fetch_sub(&((sg_pool*)range.owner)->agent->allocated, range.size);
    if (range.kind == HSA_EXT_POINTER_TYPE_HSA) free(ptr);
    return HSA_STATUS_SUCCESS;
}

typedef hsa_status_t visitor(uint64_t pool, void* data);

static hsa_status_t visit(sg_agent* agent, visitor* callback, void* data) {
    hsa_status_t status = HSA_STATUS_SUCCESS;
    for (uint32_t i = 0; i < agent->pool_count && status == HSA_STATUS_SUCCESS; i++)
        status = callback((uintptr_t)&agent->pools[i], data);
    return status;
}

static hsa_status_t iterate(hsa_agent_t agent, visitor* callback, void* data, bool host_too) {
    sg_agent* found = sg_agent_of(agent);
    if (found == NULL) return HSA_STATUS_ERROR_INVALID_AGENT;
    if (callback == NULL) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    hsa_status_t status = visit(found, callback, data);
    bool host_next = status == HSA_STATUS_SUCCESS && host_too && found->type == HSA_DEVICE_TYPE_GPU;
    return host_next ? visit(&sg_agents[0], callback, data) : status;
}

// A one-field struct is passed like its field in the x86-64 calling convention, so one iterator serves both. The
// regions of a GPU are followed by those of the host, as in ROCr.
hsa_status_t sg_hsa_agent_iterate_regions(hsa_agent_t agent, hsa_status_t (*callback)(hsa_region_t, void*),
                                          void* data) {
    SG_REQUIRE_INIT();
    return iterate(agent, (visitor*)(void (*)(void))callback, data, true);
}

hsa_status_t sg_hsa_amd_agent_iterate_memory_pools(hsa_agent_t agent,
                                                   hsa_status_t (*callback)(hsa_amd_memory_pool_t, void*), void* data) {
    SG_REQUIRE_INIT();
    return iterate(agent, (visitor*)(void (*)(void))callback, data, false);
}

#define PUT(type, ...) \
    do { \
        *(type*)value = (type)(__VA_ARGS__); \
        return HSA_STATUS_SUCCESS; \
    } while (0)

hsa_status_t sg_hsa_region_get_info(hsa_region_t region, hsa_region_info_t attribute, void* value) {
    SG_REQUIRE_INIT();
    const sg_pool* pool = sg_pool_of(region.handle);
    if (pool == NULL) return HSA_STATUS_ERROR_INVALID_REGION;
    if (value == NULL) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    bool global = pool->segment == HSA_AMD_SEGMENT_GLOBAL;
    switch (attribute) {
        case HSA_REGION_INFO_SEGMENT: PUT(uint32_t, global ? HSA_REGION_SEGMENT_GLOBAL : HSA_REGION_SEGMENT_GROUP);
        case HSA_REGION_INFO_GLOBAL_FLAGS: PUT(uint32_t, pool->flags);
        case HSA_REGION_INFO_SIZE:
        case HSA_REGION_INFO_ALLOC_MAX_SIZE: PUT(size_t, pool->size);
        case HSA_REGION_INFO_RUNTIME_ALLOC_ALLOWED: PUT(bool, global);
        case HSA_REGION_INFO_RUNTIME_ALLOC_GRANULE:
        case HSA_REGION_INFO_RUNTIME_ALLOC_ALIGNMENT: PUT(size_t, global ? GRANULE : 0);
        default: return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    }
}

hsa_status_t sg_hsa_amd_memory_pool_get_info(hsa_amd_memory_pool_t memory_pool, hsa_amd_memory_pool_info_t attribute,
                                             void* value) {
    SG_REQUIRE_INIT();
    const sg_pool* pool = sg_pool_of(memory_pool.handle);
    if (pool == NULL) return SG_NO_SUCH_POOL;
    if (value == NULL) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    bool global = pool->segment == HSA_AMD_SEGMENT_GLOBAL;
    switch (attribute) {
        case HSA_AMD_MEMORY_POOL_INFO_SEGMENT: PUT(uint32_t, pool->segment);
        case HSA_AMD_MEMORY_POOL_INFO_GLOBAL_FLAGS: PUT(uint32_t, pool->flags);
        case HSA_AMD_MEMORY_POOL_INFO_SIZE:
        case HSA_AMD_MEMORY_POOL_INFO_ALLOC_MAX_SIZE: PUT(size_t, pool->size);
        case HSA_AMD_MEMORY_POOL_INFO_RUNTIME_ALLOC_ALLOWED: PUT(bool, global);
        case HSA_AMD_MEMORY_POOL_INFO_RUNTIME_ALLOC_GRANULE:
        case HSA_AMD_MEMORY_POOL_INFO_RUNTIME_ALLOC_REC_GRANULE:
        case HSA_AMD_MEMORY_POOL_INFO_RUNTIME_ALLOC_ALIGNMENT: PUT(size_t, global ? GRANULE : 0);
        case HSA_AMD_MEMORY_POOL_INFO_ACCESSIBLE_BY_ALL: PUT(bool, global);
        case HSA_AMD_MEMORY_POOL_INFO_LOCATION: PUT(uint32_t, pool->agent->type == HSA_DEVICE_TYPE_GPU);
        default: return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    }
}

hsa_status_t sg_hsa_amd_agent_memory_pool_get_info(hsa_agent_t agent, hsa_amd_memory_pool_t memory_pool,
                                                   hsa_amd_agent_memory_pool_info_t attribute, void* value) {
    SG_REQUIRE_INIT();
    const sg_pool* pool = sg_pool_of(memory_pool.handle);
    if (sg_agent_of(agent) == NULL) return HSA_STATUS_ERROR_INVALID_AGENT;
    if (pool == NULL) return SG_NO_SUCH_POOL;
    if (value == NULL) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    bool global = pool->segment == HSA_AMD_SEGMENT_GLOBAL;
    switch (attribute) {
        case HSA_AMD_AGENT_MEMORY_POOL_INFO_ACCESS:
            PUT(uint32_t,
                global ? HSA_AMD_MEMORY_POOL_ACCESS_ALLOWED_BY_DEFAULT : HSA_AMD_MEMORY_POOL_ACCESS_NEVER_ALLOWED);
        case HSA_AMD_AGENT_MEMORY_POOL_INFO_NUM_LINK_HOPS: PUT(uint32_t, sg_agent_of(agent) == pool->agent ? 0 : 1);
        default: return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    }
}

hsa_status_t sg_hsa_memory_allocate(hsa_region_t region, size_t size, void** ptr) {
    SG_REQUIRE_INIT();
    sg_pool* pool = sg_pool_of(region.handle);
    return pool == NULL ? HSA_STATUS_ERROR_INVALID_REGION : sg_pool_allocate(pool, size, ptr);
}

hsa_status_t sg_hsa_amd_memory_pool_allocate(hsa_amd_memory_pool_t memory_pool, size_t size, uint32_t flags,
                                             void** ptr) {
    (void)flags;
    SG_REQUIRE_INIT();
    sg_pool* pool = sg_pool_of(memory_pool.handle);
    return pool == NULL ? SG_NO_SUCH_POOL : sg_pool_allocate(pool, size, ptr);
}

hsa_status_t sg_hsa_memory_free(void* ptr) {
    SG_REQUIRE_INIT();
    return release(ptr);
}

hsa_status_t sg_hsa_amd_memory_pool_free(void* ptr) {
    SG_REQUIRE_INIT();
    return release(ptr);
}

hsa_status_t sg_hsa_memory_copy(void* dst, const void* src, size_t size) {
    SG_REQUIRE_INIT();
    if (dst == NULL || src == NULL) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    memmove(dst, src, size);
    return HSA_STATUS_SUCCESS;
}

hsa_status_t sg_hsa_amd_memory_fill(void* ptr, uint32_t value, size_t count) {
    SG_REQUIRE_INIT();
    if (ptr == NULL || (uintptr_t)ptr % 4 != 0) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    for (size_t i = 0; i < count; i++) ((uint32_t*)ptr)[i] = value;
    return HSA_STATUS_SUCCESS;
}

// Every agent can access all memory, so these functions only check their arguments.

hsa_status_t sg_hsa_memory_register(void* ptr, size_t size) {
    SG_REQUIRE_INIT();
    return ptr != NULL && size == 0 ? HSA_STATUS_ERROR_INVALID_ARGUMENT : HSA_STATUS_SUCCESS;
}

hsa_status_t sg_hsa_memory_deregister(void* ptr, size_t size) {
    (void)ptr, (void)size;
    SG_REQUIRE_INIT();
    return HSA_STATUS_SUCCESS;
}

hsa_status_t sg_hsa_memory_assign_agent(void* ptr, hsa_agent_t agent, hsa_access_permission_t access) {
    (void)access;
    SG_REQUIRE_INIT();
    if (ptr == NULL) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    return sg_agent_of(agent) == NULL ? HSA_STATUS_ERROR_INVALID_AGENT : HSA_STATUS_SUCCESS;
}

hsa_status_t sg_hsa_amd_agents_allow_access(uint32_t num_agents, const hsa_agent_t* agents, const uint32_t* flags,
                                            const void* ptr) {
    (void)flags;
    SG_REQUIRE_INIT();
    if (num_agents == 0 || agents == NULL || ptr == NULL) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    for (uint32_t i = 0; i < num_agents; i++) {
        if (sg_agent_of(agents[i]) == NULL) return HSA_STATUS_ERROR_INVALID_AGENT;
    }
    return HSA_STATUS_SUCCESS;
}

hsa_status_t sg_hsa_amd_memory_pool_can_migrate(hsa_amd_memory_pool_t src_memory_pool,
                                                hsa_amd_memory_pool_t dst_memory_pool, bool* result) {
    SG_REQUIRE_INIT();
    bool known = sg_pool_of(src_memory_pool.handle) != NULL && sg_pool_of(dst_memory_pool.handle) != NULL;
    if (!known || result == NULL) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    *result = false;
    return HSA_STATUS_SUCCESS;
}

hsa_status_t sg_hsa_amd_memory_lock(void* host_ptr, size_t size, hsa_agent_t* agents, int num_agent, void** agent_ptr) {
    SG_REQUIRE_INIT();
    if (host_ptr == NULL || size == 0 || agent_ptr == NULL || (agents == NULL) != (num_agent == 0))
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    sg_range range = {.start = (uintptr_t)host_ptr,
                      .size = size,
                      .owner = &sg_agents[0].pools[0],
                      .kind = HSA_EXT_POINTER_TYPE_LOCKED,
                      .flags = HSA_AMD_MEMORY_POOL_GLOBAL_FLAG_FINE_GRAINED};
    if (!sg_ranges_add(&sg_allocations, range)) return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
    atomic_fetch_add(&sg_agents[0].allocated, size);
    *agent_ptr = host_ptr;
    return HSA_STATUS_SUCCESS;
}

hsa_status_t sg_hsa_amd_memory_lock_to_pool(void* host_ptr, size_t size, hsa_agent_t* agents, int num_agent,
                                            hsa_amd_memory_pool_t pool, uint32_t flags, void** agent_ptr) {
    (void)flags;
    SG_REQUIRE_INIT();
    const sg_pool* found = sg_pool_of(pool.handle);
    bool host = found != NULL && found->agent->type == HSA_DEVICE_TYPE_CPU;
    if (!host) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    return sg_hsa_amd_memory_lock(host_ptr, size, agents, num_agent, agent_ptr);
}

hsa_status_t sg_hsa_amd_memory_unlock(void* host_ptr) {
    SG_REQUIRE_INIT();
    sg_range range;
    if (!sg_ranges_find(&sg_allocations, host_ptr, &range)) return HSA_STATUS_SUCCESS;
    if (range.kind != HSA_EXT_POINTER_TYPE_LOCKED) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    return release((void*)range.start);
}

hsa_status_t sg_hsa_amd_pointer_info(const void* ptr, hsa_amd_pointer_info_t* info, void* (*alloc)(size_t),
                                     uint32_t* num_agents_accessible, hsa_agent_t** accessible) {
    SG_REQUIRE_INIT();
    if (ptr == NULL || info == NULL || info->size == 0) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    hsa_amd_pointer_info_t full = {0};
    uint32_t size = info->size < sizeof full ? info->size : (uint32_t)sizeof full;
    sg_range range;
    full.size = size;
    if (sg_ranges_find(&sg_allocations, ptr, &range)) {
        full.type = (hsa_amd_pointer_type_t)range.kind;
        full.agentBaseAddress = full.hostBaseAddress = (void*)range.start;
        full.sizeInBytes = range.size;
        full.userData = range.user_data;
        full.agentOwner = (hsa_agent_t){(uintptr_t)((sg_pool*)range.owner)->agent};
        full.global_flags = range.flags;
        full.registered = range.kind == HSA_EXT_POINTER_TYPE_LOCKED;
    }
    memcpy(info, &full, size);
    if (alloc != NULL && num_agents_accessible != NULL && accessible != NULL) {
        bool known = full.type != HSA_EXT_POINTER_TYPE_UNKNOWN;
        *num_agents_accessible = known ? sg_agent_count : 0;
        *accessible = alloc(sg_agent_count * sizeof(hsa_agent_t));
        if (*accessible == NULL) return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
        for (uint32_t i = 0; i < sg_agent_count; i++) (*accessible)[i] = (hsa_agent_t){(uintptr_t)&sg_agents[i]};
    }
    return HSA_STATUS_SUCCESS;
}

hsa_status_t sg_hsa_amd_pointer_info_set_userdata(const void* ptr, void* userdata) {
    SG_REQUIRE_INIT();
    bool set = sg_ranges_set_user_data(&sg_allocations, ptr, userdata);
    return set ? HSA_STATUS_SUCCESS : HSA_STATUS_ERROR_INVALID_ARGUMENT;
}
