// The names of the kernels that HIP's functions launch.
#include "calls/kernels.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/loaded.h"
#include "rt_limits.h"

// The form in which a function's arguments name the kernel.
enum way { WAY_NONE, WAY_HOST, WAY_DEVICE, WAY_NODE, WAY_SEVERAL };

#define LAUNCH(function, name, how) [RT_ID_##function] = {.argument = RT_AT_##function##_##name, .way = how}

// By id: where the argument that names the kernel lies in the API data.
static const struct launch {
    uint16_t argument;
    enum way way;
} LAUNCHES[] = {
    LAUNCH(hipLaunchKernel, function_address, WAY_HOST),
    LAUNCH(hipExtLaunchKernel, function_address, WAY_HOST),
    LAUNCH(hipLaunchCooperativeKernel, f, WAY_HOST),
    LAUNCH(hipLaunchByPtr, hostFunction, WAY_HOST),
    LAUNCH(hipGraphAddKernelNode, pNodeParams, WAY_NODE),
    LAUNCH(hipGraphKernelNodeSetParams, pNodeParams, WAY_NODE),
    LAUNCH(hipGraphExecKernelNodeSetParams, pNodeParams, WAY_NODE),
    LAUNCH(hipModuleLaunchKernel, f, WAY_DEVICE),
    LAUNCH(hipExtModuleLaunchKernel, f, WAY_DEVICE),
    LAUNCH(hipHccModuleLaunchKernel, f, WAY_DEVICE),
    LAUNCH(hipExtLaunchMultiKernelMultiDevice, launchParamsList, WAY_SEVERAL),
    LAUNCH(hipLaunchCooperativeKernelMultiDevice, launchParamsList, WAY_SEVERAL),
};

enum { HIP_DEVICES_MAX = 1024 };

static pthread_once_t once = PTHREAD_ONCE_INIT;

static const char* (*name_by_pointer)(const void* host, void* stream);
static const char* (*name_of_function)(void* function);
static int (*device_of)(void* stream);

static void look_up(void) {
    *(void**)&name_by_pointer = rt_tool_function("libamdhip64.so", "hipKernelNameRefByPtr");
    *(void**)&name_of_function = rt_tool_function("libamdhip64.so", "hipKernelNameRef");
    *(void**)&device_of = rt_tool_function("libamdhip64.so", "hipGetStreamDeviceId");
}

static void* pointer_at(const char* address) {
    void* pointer;
    memcpy(&pointer, address, sizeof pointer);
    return pointer;
}

static const char* host_name(const void* host) {
    return host == NULL || name_by_pointer == NULL ? NULL : name_by_pointer(host, NULL);
}

// One `name:device;` for each.
static const char* several(int count, const char* list, char** made) {
    size_t bytes = 0;
    FILE* text = open_memstream(made, &bytes);
    if (text == NULL) return NULL;
    for (int i = 0; i < count && i < HIP_DEVICES_MAX; i++) {
        const char* name = host_name(pointer_at(list + RT_HIP_LAUNCH_FUNC));
        int device = device_of == NULL ? 0 : device_of(pointer_at(list + RT_HIP_LAUNCH_STREAM));
        fprintf(text, "%s:%d;", name == NULL ? "" : name, device);
        list += RT_HIP_LAUNCH_BYTES;
    }
    return fclose(text) == 0 && bytes > 0 ? *made : NULL;
}

static int device_count(uint32_t id, const void* data) {
    const size_t at = id == RT_ID_hipExtLaunchMultiKernelMultiDevice
                        ? RT_AT_hipExtLaunchMultiKernelMultiDevice_numDevices
                        : RT_AT_hipLaunchCooperativeKernelMultiDevice_numDevices;
    int count;
    memcpy(&count, (const char*)data + at, sizeof count);
    return count;
}

const char* kernels_of(uint32_t id, const void* data, char** made) {
    pthread_once(&once, look_up);
    if (id >= sizeof LAUNCHES / sizeof *LAUNCHES || LAUNCHES[id].way == WAY_NONE) return NULL;
    void* value = pointer_at((const char*)data + LAUNCHES[id].argument);
    if (value == NULL) return NULL;
    switch (LAUNCHES[id].way) {
        case WAY_HOST: return host_name(value);
        case WAY_DEVICE: return name_of_function == NULL ? NULL : name_of_function(value);
        case WAY_NODE: return host_name(pointer_at((const char*)value + RT_HIP_NODE_FUNC));
        case WAY_SEVERAL: return several(device_count(id, data), value, made);
        default: return NULL;
    }
}
