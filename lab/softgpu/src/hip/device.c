#include "device.h"

#include "hip.h"

sg_device sg_devices[SG_MAX_DEVICES];
int sg_device_count;
hsa_agent_t sg_cpu_agent;
hsa_amd_memory_pool_t sg_host_pool;

static _Thread_local int current_device;
pthread_mutex_t sg_ready_lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic(int) ready_state; // 0: not yet, else 1 + the hipError_t of the attempt

// --- start ---------------------------------------------------------------------------------------------------------

static hsa_status_t take_pool(hsa_amd_memory_pool_t pool, void* first) {
    uint32_t segment = 0;
    hsa_amd_memory_pool_get_info(pool, HSA_AMD_MEMORY_POOL_INFO_SEGMENT, &segment);
    if (segment != HSA_AMD_SEGMENT_GLOBAL) return HSA_STATUS_SUCCESS;
    *(hsa_amd_memory_pool_t*)first = pool;
    return HSA_STATUS_INFO_BREAK;
}

static hsa_status_t take_agent(hsa_agent_t agent, void* unused) {
    (void)unused;
    uint32_t type = 0;
    hsa_agent_get_info(agent, HSA_AGENT_INFO_DEVICE, &type);
    if (type == HSA_DEVICE_TYPE_CPU) {
        sg_cpu_agent = agent;
        hsa_amd_agent_iterate_memory_pools(agent, take_pool, &sg_host_pool);
        return HSA_STATUS_SUCCESS;
    }
    if (type != HSA_DEVICE_TYPE_GPU || sg_device_count == SG_MAX_DEVICES) return HSA_STATUS_SUCCESS;
    sg_device* device = &sg_devices[sg_device_count];
    device->agent = agent;
    device->ordinal = sg_device_count++;
    hsa_amd_agent_iterate_memory_pools(agent, take_pool, &device->pool);
    hsa_amd_memory_pool_get_info(device->pool, HSA_AMD_MEMORY_POOL_INFO_SIZE, &device->memory);
    hsa_agent_get_info(agent, (hsa_agent_info_t)HSA_AMD_AGENT_INFO_COMPUTE_UNIT_COUNT, &device->compute_units);
    hsa_agent_get_info(agent, (hsa_agent_info_t)HSA_AMD_AGENT_INFO_PRODUCT_NAME, device->name);
    return HSA_STATUS_SUCCESS;
}

static hipError_t start(void) {
    if (hsa_init() != HSA_STATUS_SUCCESS) return hipErrorNotInitialized;
    hsa_iterate_agents(take_agent, NULL);
    hsa_amd_profiling_async_copy_enable(true);
    return sg_device_count == 0 ? hipErrorNoDevice : hipSuccess;
}

hipError_t sg_hip_ready(void) {
    int state = atomic_load_explicit(&ready_state, memory_order_acquire);
    if (state == 0) {
        pthread_mutex_lock(&sg_ready_lock);
        state = atomic_load(&ready_state);
        if (state == 0) {
            state = 1 + (int)start();
            atomic_store_explicit(&ready_state, state, memory_order_release);
        }
        pthread_mutex_unlock(&sg_ready_lock);
    }
    return (hipError_t)(state - 1);
}

int sg_current_device(void) { return current_device; }

void sg_set_current_device(int device) { current_device = device; }
