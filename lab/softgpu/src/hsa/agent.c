// Agents: one CPU and SOFTGPU_AGENTS GPUs, with the pools and properties of a middle-sized data-centre part.
#include "agent.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "clock.h"
#include "hsa.h"
#include "state.h"

enum { MAX_WORKGROUP = 1024, QUEUE_MIN = 64, QUEUE_MAX = 1 << 17 };
static const char ISA_NAME[] = "amdgcn-amd-amdhsa--gfx000";

sg_agent sg_agents[1 + SG_MAX_GPUS];
uint32_t sg_agent_count;

sg_agent* sg_agent_of(hsa_agent_t agent) {
    uintptr_t offset = (uintptr_t)agent.handle - (uintptr_t)sg_agents;
    bool ours = offset % sizeof(sg_agent) == 0 && offset / sizeof(sg_agent) < sg_agent_count;
    return ours ? (sg_agent*)(uintptr_t)agent.handle : NULL;
}

sg_pool* sg_pool_of(uint64_t handle) {
    for (uint32_t i = 0; i < sg_agent_count; i++) {
        for (uint32_t j = 0; j < sg_agents[i].pool_count; j++) {
            if ((uintptr_t)&sg_agents[i].pools[j] == handle) return &sg_agents[i].pools[j];
        }
    }
    return NULL;
}

hsa_status_t sg_hsa_iterate_agents(hsa_status_t (*callback)(hsa_agent_t, void*), void* data) {
    SG_REQUIRE_INIT();
    if (callback == NULL) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    for (uint32_t i = 0; i < sg_agent_count; i++) {
        hsa_status_t status = callback((hsa_agent_t){(uintptr_t)&sg_agents[i]}, data);
        if (status != HSA_STATUS_SUCCESS) return status;
    }
    return HSA_STATUS_SUCCESS;
}

#define PUT(type, ...) \
    do { \
        *(type*)value = (type)(__VA_ARGS__); \
        return HSA_STATUS_SUCCESS; \
    } while (0)

static hsa_status_t put_text(void* value, size_t size, const char* text) {
    memset(value, 0, size);
    size_t length = strlen(text);
    memcpy(value, text, length < size ? length : size - 1);
    return HSA_STATUS_SUCCESS;
}

static hsa_status_t amd_info(const sg_agent* agent, uint32_t attribute, void* value) {
    bool gpu = agent->type == HSA_DEVICE_TYPE_GPU;
    switch (attribute) {
        case HSA_AMD_AGENT_INFO_CHIP_ID: PUT(uint32_t, 0);
        case HSA_AMD_AGENT_INFO_CACHELINE_SIZE: PUT(uint32_t, 64);
        case HSA_AMD_AGENT_INFO_COMPUTE_UNIT_COUNT:
        case HSA_AMD_AGENT_INFO_COOPERATIVE_COMPUTE_UNIT_COUNT:
            PUT(uint32_t, gpu ? SG_COMPUTE_UNITS : sysconf(_SC_NPROCESSORS_ONLN));
        case HSA_AMD_AGENT_INFO_MAX_CLOCK_FREQUENCY: PUT(uint32_t, 1000);
        case HSA_AMD_AGENT_INFO_DRIVER_NODE_ID: PUT(uint32_t, agent->node);
        case HSA_AMD_AGENT_INFO_MAX_ADDRESS_WATCH_POINTS: PUT(uint32_t, 0);
        case HSA_AMD_AGENT_INFO_BDFID: PUT(uint32_t, agent->node << 8);
        case HSA_AMD_AGENT_INFO_MEMORY_WIDTH: PUT(uint32_t, gpu ? 256 : 64);
        case HSA_AMD_AGENT_INFO_MEMORY_MAX_FREQUENCY: PUT(uint32_t, 1000);
        case HSA_AMD_AGENT_INFO_PRODUCT_NAME: return put_text(value, 64, agent->product);
        case HSA_AMD_AGENT_INFO_MAX_WAVES_PER_CU: PUT(uint32_t, gpu ? SG_WAVES_PER_CU : 0);
        case HSA_AMD_AGENT_INFO_NUM_SIMDS_PER_CU: PUT(uint32_t, gpu ? SG_SIMDS_PER_CU : 0);
        case HSA_AMD_AGENT_INFO_NUM_SHADER_ENGINES: PUT(uint32_t, gpu ? 1 : 0);
        case HSA_AMD_AGENT_INFO_NUM_SHADER_ARRAYS_PER_SE: PUT(uint32_t, gpu ? 1 : 0);
        case HSA_AMD_AGENT_INFO_DOMAIN: PUT(uint32_t, 0);
        case HSA_AMD_AGENT_INFO_COOPERATIVE_QUEUES: PUT(bool, gpu);
        case HSA_AMD_AGENT_INFO_ASIC_REVISION: PUT(uint32_t, 0);
        case HSA_AMD_AGENT_INFO_SVM_DIRECT_HOST_ACCESS: PUT(bool, true);
        case HSA_AMD_AGENT_INFO_MEMORY_AVAIL:
            PUT(uint64_t, agent->pools[0].size - atomic_load(&((sg_agent*)agent)->allocated));
        case HSA_AMD_AGENT_INFO_TIMESTAMP_FREQUENCY: PUT(uint64_t, gpu ? SG_CLOCK_HZ : 1000000000);
        case HSA_AMD_AGENT_INFO_SCRATCH_LIMIT_MAX: PUT(uint64_t, gpu ? agent->pools[0].size : 0);
        case HSA_AMD_AGENT_INFO_SCRATCH_LIMIT_CURRENT: PUT(uint64_t, atomic_load(&((sg_agent*)agent)->scratch_limit));
        case HSA_AMD_AGENT_INFO_NUM_SDMA_ENG: PUT(uint32_t, gpu ? 2 : 0);
        case HSA_AMD_AGENT_INFO_NUM_SDMA_XGMI_ENG: PUT(uint32_t, 0);
        case HSA_AMD_AGENT_INFO_NUM_XCC: PUT(uint32_t, gpu ? 1 : 0);
        case HSA_AMD_AGENT_INFO_DRIVER_UID: PUT(uint32_t, agent->node);
        case HSA_AMD_AGENT_INFO_NEAREST_CPU: PUT(hsa_agent_t, (hsa_agent_t){(uintptr_t)&sg_agents[0]});
        case HSA_AMD_AGENT_INFO_UUID: {
            char uuid[24];
            snprintf(uuid, sizeof uuid, gpu ? "GPU-%016x" : "CPU-XX", agent->node);
            return put_text(value, 21, uuid);
        }
        default: return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    }
}

hsa_status_t sg_hsa_agent_get_info(hsa_agent_t handle, hsa_agent_info_t attribute, void* value) {
    SG_REQUIRE_INIT();
    const sg_agent* agent = sg_agent_of(handle);
    if (agent == NULL) return HSA_STATUS_ERROR_INVALID_AGENT;
    if (value == NULL) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    bool gpu = agent->type == HSA_DEVICE_TYPE_GPU;
    if ((uint32_t)attribute >= 0xA000) return amd_info(agent, (uint32_t)attribute, value);
    switch (attribute) {
        case HSA_AGENT_INFO_NAME: return put_text(value, 64, agent->name);
        case HSA_AGENT_INFO_VENDOR_NAME: return put_text(value, 64, gpu ? "softgpu" : "CPU");
        case HSA_AGENT_INFO_FEATURE: PUT(uint32_t, gpu ? HSA_AGENT_FEATURE_KERNEL_DISPATCH : 0);
        case HSA_AGENT_INFO_MACHINE_MODEL: PUT(uint32_t, HSA_MACHINE_MODEL_LARGE);
        case HSA_AGENT_INFO_PROFILE: PUT(uint32_t, gpu ? HSA_PROFILE_BASE : HSA_PROFILE_FULL);
        case HSA_AGENT_INFO_DEFAULT_FLOAT_ROUNDING_MODE: PUT(uint32_t, HSA_DEFAULT_FLOAT_ROUNDING_MODE_NEAR);
        case HSA_AGENT_INFO_BASE_PROFILE_DEFAULT_FLOAT_ROUNDING_MODES:
            PUT(uint32_t, HSA_DEFAULT_FLOAT_ROUNDING_MODE_NEAR);
        case HSA_AGENT_INFO_FAST_F16_OPERATION: PUT(bool, false);
        case HSA_AGENT_INFO_WAVEFRONT_SIZE: PUT(uint32_t, gpu ? SG_WAVEFRONT : 0);
        case HSA_AGENT_INFO_WORKGROUP_MAX_DIM:
            for (int i = 0; i < 3; i++) ((uint16_t*)value)[i] = gpu ? MAX_WORKGROUP : 0;
            return HSA_STATUS_SUCCESS;
        case HSA_AGENT_INFO_WORKGROUP_MAX_SIZE: PUT(uint32_t, gpu ? MAX_WORKGROUP : 0);
        case HSA_AGENT_INFO_GRID_MAX_DIM:
            for (int i = 0; i < 3; i++) ((uint32_t*)value)[i] = gpu ? UINT32_MAX : 0;
            return HSA_STATUS_SUCCESS;
        case HSA_AGENT_INFO_GRID_MAX_SIZE: PUT(uint32_t, gpu ? UINT32_MAX : 0);
        case HSA_AGENT_INFO_FBARRIER_MAX_SIZE: PUT(uint32_t, gpu ? 32 : 0);
        case HSA_AGENT_INFO_QUEUES_MAX: PUT(uint32_t, gpu ? 128 : 0);
        case HSA_AGENT_INFO_QUEUE_MIN_SIZE: PUT(uint32_t, gpu ? QUEUE_MIN : 0);
        case HSA_AGENT_INFO_QUEUE_MAX_SIZE: PUT(uint32_t, gpu ? QUEUE_MAX : 0);
        case HSA_AGENT_INFO_QUEUE_TYPE: PUT(uint32_t, HSA_QUEUE_TYPE_MULTI);
        case HSA_AGENT_INFO_NODE: PUT(uint32_t, agent->node);
        case HSA_AGENT_INFO_DEVICE: PUT(uint32_t, agent->type);
        case HSA_AGENT_INFO_CACHE_SIZE: memset(value, 0, 4 * sizeof(uint32_t)); return HSA_STATUS_SUCCESS;
        case HSA_AGENT_INFO_ISA: PUT(hsa_isa_t, (hsa_isa_t){gpu ? (uintptr_t)ISA_NAME : 0});
        case HSA_AGENT_INFO_EXTENSIONS: memset(value, 0, 128); return HSA_STATUS_SUCCESS;
        case HSA_AGENT_INFO_VERSION_MAJOR: PUT(uint16_t, 1);
        case HSA_AGENT_INFO_VERSION_MINOR: PUT(uint16_t, 2);
        default: return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    }
}

hsa_status_t sg_hsa_agent_iterate_isas(hsa_agent_t agent, hsa_status_t (*callback)(hsa_isa_t, void*), void* data) {
    SG_REQUIRE_INIT();
    const sg_agent* found = sg_agent_of(agent);
    if (found == NULL) return HSA_STATUS_ERROR_INVALID_AGENT;
    if (callback == NULL) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    return found->type == HSA_DEVICE_TYPE_GPU ? callback((hsa_isa_t){(uintptr_t)ISA_NAME}, data) : HSA_STATUS_SUCCESS;
}

hsa_status_t sg_hsa_isa_from_name(const char* name, hsa_isa_t* isa) {
    SG_REQUIRE_INIT();
    if (name == NULL || isa == NULL) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    if (strcmp(name, ISA_NAME) != 0) return HSA_STATUS_ERROR_INVALID_ISA_NAME;
    *isa = (hsa_isa_t){(uintptr_t)ISA_NAME};
    return HSA_STATUS_SUCCESS;
}

hsa_status_t sg_hsa_isa_compatible(hsa_isa_t code_object_isa, hsa_isa_t agent_isa, bool* result) {
    SG_REQUIRE_INIT();
    if (code_object_isa.handle != (uintptr_t)ISA_NAME || agent_isa.handle != (uintptr_t)ISA_NAME) {
        return HSA_STATUS_ERROR_INVALID_ISA;
    }
    if (result == NULL) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    *result = true;
    return HSA_STATUS_SUCCESS;
}

hsa_status_t sg_hsa_isa_get_info_alt(hsa_isa_t isa, hsa_isa_info_t attribute, void* value) {
    SG_REQUIRE_INIT();
    if (isa.handle != (uintptr_t)ISA_NAME) return HSA_STATUS_ERROR_INVALID_ISA;
    if (value == NULL) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    if (attribute == HSA_ISA_INFO_NAME_LENGTH) PUT(uint32_t, sizeof ISA_NAME);
    if (attribute == HSA_ISA_INFO_NAME) {
        memcpy(value, ISA_NAME, sizeof ISA_NAME);
        return HSA_STATUS_SUCCESS;
    }
    return HSA_STATUS_ERROR_INVALID_ARGUMENT;
}

hsa_status_t sg_hsa_agent_iterate_caches(hsa_agent_t agent, hsa_status_t (*callback)(hsa_cache_t, void*), void* data) {
    (void)data;
    SG_REQUIRE_INIT();
    if (sg_agent_of(agent) == NULL) return HSA_STATUS_ERROR_INVALID_AGENT;
    return callback == NULL ? HSA_STATUS_ERROR_INVALID_ARGUMENT : HSA_STATUS_SUCCESS; // there are no caches
}

hsa_status_t sg_hsa_amd_coherency_get_type(hsa_agent_t agent, hsa_amd_coherency_type_t* type) {
    SG_REQUIRE_INIT();
    sg_agent* found = sg_agent_of(agent);
    if (type == NULL) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    if (found == NULL || found->type != HSA_DEVICE_TYPE_GPU) return HSA_STATUS_ERROR_INVALID_AGENT;
    *type = (hsa_amd_coherency_type_t)atomic_load(&found->coherency);
    return HSA_STATUS_SUCCESS;
}

hsa_status_t sg_hsa_amd_coherency_set_type(hsa_agent_t agent, hsa_amd_coherency_type_t type) {
    SG_REQUIRE_INIT();
    sg_agent* found = sg_agent_of(agent);
    if (found == NULL || found->type != HSA_DEVICE_TYPE_GPU) return HSA_STATUS_ERROR_INVALID_AGENT;
    if (type > HSA_AMD_COHERENCY_TYPE_NONCOHERENT) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    atomic_store(&found->coherency, (uint32_t)type);
    return HSA_STATUS_SUCCESS;
}
