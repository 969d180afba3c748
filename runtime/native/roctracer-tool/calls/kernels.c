// The names of the kernels that HIP's functions launch.
#include "calls/kernels.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/loaded.h"
#include "rt_limits.h"
#include "text/api_data.h"
#include "text/text.h"

// The form in which a function's arguments name the kernel.
enum way { WAY_NONE, WAY_HOST, WAY_DEVICE, WAY_NODE, WAY_SEVERAL };

static const struct launch {
    const char *function, *argument;
    enum way way;
} LAUNCHES[] = {
    {"hipLaunchKernel", "function_address", WAY_HOST},
    {"hipExtLaunchKernel", "function_address", WAY_HOST},
    {"hipLaunchCooperativeKernel", "f", WAY_HOST},
    {"hipLaunchByPtr", "hostFunction", WAY_HOST},
    {"hipGraphAddKernelNode", "pNodeParams", WAY_NODE},
    {"hipGraphKernelNodeSetParams", "pNodeParams", WAY_NODE},
    {"hipGraphExecKernelNodeSetParams", "pNodeParams", WAY_NODE},
    {"hipModuleLaunchKernel", "f", WAY_DEVICE},
    {"hipExtModuleLaunchKernel", "f", WAY_DEVICE},
    {"hipHccModuleLaunchKernel", "f", WAY_DEVICE},
    {"hipExtLaunchMultiKernelMultiDevice", "launchParamsList", WAY_SEVERAL},
    {"hipLaunchCooperativeKernelMultiDevice", "launchParamsList", WAY_SEVERAL},
};

enum { IDS = 512, LAUNCH_COUNT = sizeof LAUNCHES / sizeof *LAUNCHES, HIP_DEVICES_MAX = 1024 };

// By id: 0, or 1 + the index in LAUNCHES.
static uint8_t launch_of[IDS];
static uint16_t offset_of[LAUNCH_COUNT];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static const char* (*name_by_pointer)(const void* host, void* stream);
static const char* (*name_of_function)(void* function);
static int (*device_of)(void* stream);

static void look_up(void) {
    for (size_t i = 0; i < LAUNCH_COUNT; i++) {
        uint32_t id;
        if (roctracer_op_code(ACTIVITY_DOMAIN_HIP_API, LAUNCHES[i].function, &id, NULL) != ROCTRACER_STATUS_SUCCESS)
            continue;
        offset_of[i] = (uint16_t)call_argument(ACTIVITY_DOMAIN_HIP_API, id, LAUNCHES[i].argument);
        if (id < IDS && offset_of[i] != 0) launch_of[id] = (uint8_t)(i + 1);
    }
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
static const char* several(uint32_t id, const void* data, const char* list, char** made) {
    int count = 0;
    size_t offset = call_argument(ACTIVITY_DOMAIN_HIP_API, id, "numDevices");
    if (offset != 0) memcpy(&count, (const char*)data + offset, sizeof count);
    struct text text = {0};
    for (int i = 0; i < count && i < HIP_DEVICES_MAX; i++) {
        const char* name = host_name(pointer_at(list + RT_HIP_LAUNCH_FUNC));
        int device = device_of == NULL ? 0 : device_of(pointer_at(list + RT_HIP_LAUNCH_STREAM));
        text_format(&text, "%s:%d;", name == NULL ? "" : name, device);
        list += RT_HIP_LAUNCH_BYTES;
    }
    *made = text.length == 0 ? NULL : strndup(text.bytes, text.length);
    text_free(&text);
    return *made;
}

const char* kernels_of(uint32_t id, const void* data, char** made) {
    pthread_once(&once, look_up);
    if (id >= IDS || launch_of[id] == 0) return NULL;
    const struct launch* launch = &LAUNCHES[launch_of[id] - 1];
    void* value = pointer_at((const char*)data + offset_of[launch_of[id] - 1]);
    if (value == NULL) return NULL;
    switch (launch->way) {
        case WAY_HOST: return host_name(value);
        case WAY_DEVICE: return name_of_function == NULL ? NULL : name_of_function(value);
        case WAY_NODE: return host_name(pointer_at((const char*)value + RT_HIP_NODE_FUNC));
        case WAY_SEVERAL: return several(id, data, value, made);
        default: return NULL;
    }
}
