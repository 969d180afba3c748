// Devices: the GPU agents of HSA, in its order, and what a program can ask about them.
#include "runtime.h"

#include <stdio.h>
#include <string.h>

sg_device sg_devices[SG_MAX_DEVICES];
int sg_device_count;
hsa_agent_t sg_cpu_agent;
hsa_amd_memory_pool_t sg_host_pool;

static _Thread_local int current_device;
pthread_mutex_t sg_ready_lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic(int) ready_state; // 0: not yet, else 1 + the hipError_t of the attempt

// --- start -----------------------------------------------------------------------------------------------------

static hsa_status_t take_pool(hsa_amd_memory_pool_t pool, void *first) {
    uint32_t segment = 0;
    hsa_amd_memory_pool_get_info(pool, HSA_AMD_MEMORY_POOL_INFO_SEGMENT, &segment);
    if (segment != HSA_AMD_SEGMENT_GLOBAL) return HSA_STATUS_SUCCESS;
    *(hsa_amd_memory_pool_t *)first = pool;
    return HSA_STATUS_INFO_BREAK;
}

static hsa_status_t take_agent(hsa_agent_t agent, void *unused) {
    (void)unused;
    uint32_t type = 0;
    hsa_agent_get_info(agent, HSA_AGENT_INFO_DEVICE, &type);
    if (type == HSA_DEVICE_TYPE_CPU) {
        sg_cpu_agent = agent;
        hsa_amd_agent_iterate_memory_pools(agent, take_pool, &sg_host_pool);
        return HSA_STATUS_SUCCESS;
    }
    if (type != HSA_DEVICE_TYPE_GPU || sg_device_count == SG_MAX_DEVICES) return HSA_STATUS_SUCCESS;
    sg_device *device = &sg_devices[sg_device_count];
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

// --- choosing --------------------------------------------------------------------------------------------------

int sg_current_device(void) {
    return current_device;
}

static bool is_device(int device) {
    return device >= 0 && device < sg_device_count;
}

hipError_t sg_hipInit(unsigned int flags) {
    if (flags != 0) return sg_result(hipErrorInvalidValue);
    return sg_result(sg_hip_ready());
}

hipError_t sg_hipGetDeviceCount(int *count) {
    if (count == NULL) return sg_result(hipErrorInvalidValue);
    hipError_t ready = sg_hip_ready();
    *count = sg_device_count;
    return sg_result(ready);
}

hipError_t sg_hipGetDevice(int *deviceId) {
    SG_REQUIRE_DEVICES();
    if (deviceId == NULL) return sg_result(hipErrorInvalidValue);
    *deviceId = current_device;
    return sg_result(hipSuccess);
}

hipError_t sg_hipSetDevice(int deviceId) {
    SG_REQUIRE_DEVICES();
    if (!is_device(deviceId)) return sg_result(hipErrorInvalidDevice);
    current_device = deviceId;
    return sg_result(hipSuccess);
}

hipError_t sg_hipDeviceGet(hipDevice_t *device, int ordinal) {
    SG_REQUIRE_DEVICES();
    if (device == NULL) return sg_result(hipErrorInvalidValue);
    if (!is_device(ordinal)) return sg_result(hipErrorInvalidDevice);
    *device = ordinal;
    return sg_result(hipSuccess);
}

hipError_t sg_hipChooseDevice(int *device, const hipDeviceProp_tR0600 *prop) {
    SG_REQUIRE_DEVICES();
    if (device == NULL || prop == NULL) return sg_result(hipErrorInvalidValue);
    *device = 0; // they are all alike
    return sg_result(hipSuccess);
}

hipError_t sg_hipSetDeviceFlags(unsigned int flags) {
    SG_REQUIRE_DEVICES();
    atomic_store(&sg_devices[current_device].flags, flags);
    return sg_result(hipSuccess);
}

hipError_t sg_hipGetDeviceFlags(unsigned int *flags) {
    SG_REQUIRE_DEVICES();
    if (flags == NULL) return sg_result(hipErrorInvalidValue);
    *flags = atomic_load(&sg_devices[current_device].flags);
    return sg_result(hipSuccess);
}

// --- asking ------------------------------------------------------------------------------------------------------

hipError_t sg_hipDeviceGetName(char *name, int len, hipDevice_t device) {
    SG_REQUIRE_DEVICES();
    if (name == NULL || len <= 0) return sg_result(hipErrorInvalidValue);
    if (!is_device(device)) return sg_result(hipErrorInvalidDevice);
    snprintf(name, (size_t)len, "%s", sg_devices[device].name);
    return sg_result(hipSuccess);
}

hipError_t sg_hipDeviceTotalMem(size_t *bytes, hipDevice_t device) {
    SG_REQUIRE_DEVICES();
    if (bytes == NULL) return sg_result(hipErrorInvalidValue);
    if (!is_device(device)) return sg_result(hipErrorInvalidDevice);
    *bytes = sg_devices[device].memory;
    return sg_result(hipSuccess);
}

hipError_t sg_hipDeviceComputeCapability(int *major, int *minor, hipDevice_t device) {
    SG_REQUIRE_DEVICES();
    if (major == NULL || minor == NULL) return sg_result(hipErrorInvalidValue);
    if (!is_device(device)) return sg_result(hipErrorInvalidDevice);
    *major = 9;
    *minor = 0;
    return sg_result(hipSuccess);
}

hipError_t sg_hipDeviceGetPCIBusId(char *pciBusId, int len, int device) {
    SG_REQUIRE_DEVICES();
    if (pciBusId == NULL || len < 13) return sg_result(hipErrorInvalidValue);
    if (!is_device(device)) return sg_result(hipErrorInvalidDevice);
    snprintf(pciBusId, (size_t)len, "0000:%02x:00.0", (unsigned)(1 + device) & 0xff);
    return sg_result(hipSuccess);
}

hipError_t sg_hipDeviceGetByPCIBusId(int *device, const char *pciBusId) {
    SG_REQUIRE_DEVICES();
    unsigned domain, bus, dev, function;
    if (device == NULL || pciBusId == NULL) return sg_result(hipErrorInvalidValue);
    int fields = sscanf(pciBusId, "%x:%x:%x.%x", &domain, &bus, &dev, &function);
    if (fields < 3 || domain != 0 || dev != 0 || !is_device((int)bus - 1)) return sg_result(hipErrorInvalidValue);
    *device = (int)bus - 1;
    return sg_result(hipSuccess);
}

hipError_t sg_hipDeviceGetUuid(hipUUID *uuid, hipDevice_t device) {
    SG_REQUIRE_DEVICES();
    if (uuid == NULL) return sg_result(hipErrorInvalidValue);
    if (!is_device(device)) return sg_result(hipErrorInvalidDevice);
    memset(uuid, 0, sizeof *uuid);
    snprintf(uuid->bytes, sizeof uuid->bytes, "softgpu-%u", (unsigned)device & 0xff);
    return sg_result(hipSuccess);
}

hipError_t sg_hipDeviceCanAccessPeer(int *canAccessPeer, int deviceId, int peerDeviceId) {
    SG_REQUIRE_DEVICES();
    if (canAccessPeer == NULL) return sg_result(hipErrorInvalidValue);
    if (!is_device(deviceId) || !is_device(peerDeviceId)) return sg_result(hipErrorInvalidDevice);
    *canAccessPeer = deviceId != peerDeviceId;
    return sg_result(hipSuccess);
}

static hipError_t check_peer(int peer) {
    SG_REQUIRE_DEVICES();
    return sg_result(is_device(peer) && peer != current_device ? hipSuccess : hipErrorInvalidDevice);
}

hipError_t sg_hipDeviceEnablePeerAccess(int peerDeviceId, unsigned int flags) {
    return flags != 0 ? sg_result(hipErrorInvalidValue) : check_peer(peerDeviceId);
}

hipError_t sg_hipDeviceDisablePeerAccess(int peerDeviceId) {
    return check_peer(peerDeviceId);
}

hipError_t sg_hipDriverGetVersion(int *driverVersion) {
    if (driverVersion == NULL) return sg_result(hipErrorInvalidValue);
    *driverVersion = SG_HIP_VERSION_NUMBER;
    return sg_result(hipSuccess);
}

hipError_t sg_hipRuntimeGetVersion(int *runtimeVersion) {
    return sg_hipDriverGetVersion(runtimeVersion);
}

hipError_t sg_hipDeviceSynchronize(void) {
    SG_REQUIRE_DEVICES();
    hipError_t status = sg_capture_forbids_device(current_device);
    return sg_result(status == hipSuccess ? sg_device_finish(current_device, false) : status);
}

hipError_t sg_hipDeviceReset(void) {
    return sg_hipDeviceSynchronize(); // memory and streams stay: the process has one context per device for life
}
