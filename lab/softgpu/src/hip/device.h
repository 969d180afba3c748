// Devices: the GPU agents of HSA, in its order.
#ifndef SOFTGPU_HIP_DEVICE_H
#define SOFTGPU_HIP_DEVICE_H

#include "error.h"

// Any thread. The first call initialises HSA and the devices.
hipError_t sg_hip_ready(void);
extern pthread_mutex_t sg_ready_lock;

// The first line of every function that uses a device.
#define SG_REQUIRE_DEVICES() \
    do { \
        hipError_t ready_ = sg_hip_ready(); \
        if (ready_ != hipSuccess) return sg_result(ready_); \
    } while (0)

enum { SG_MAX_DEVICES = 16 };

// The target of a hipCtx_t.
typedef struct ihipCtx_t {
    hsa_agent_t agent;
    hsa_amd_memory_pool_t pool;
    char name[64];
    size_t memory;
    uint32_t compute_units;
    int ordinal;
    _Atomic(hipStream_t) null_stream; // created at its first use, under the registry lock; never destroyed
    _Atomic(unsigned) flags;
} sg_device;

extern sg_device sg_devices[SG_MAX_DEVICES];
extern int sg_device_count;
extern hsa_agent_t sg_cpu_agent;
extern hsa_amd_memory_pool_t sg_host_pool;

// Any thread. The calling thread's current device.
int sg_current_device(void);
void sg_set_current_device(int device);

#endif
