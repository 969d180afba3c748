// HIP's calls and operations, through its tracer callback. This library never loads HIP.
#include "hooks/hip.h"

#include <dlfcn.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>

#include "../../environment.h"
#include "base/errors.h"
#include "base/loaded.h"
#include "rt_limits.h"
#include "trace/hip_work.h"
#include "trace/trace.h"

#define HIP "libamdhip64.so"

static _Atomic(rt_register_tracer) register_tracer;
static _Atomic(const char*(*)(uint32_t)) api_name, command_name;
static atomic_bool hip_is_there;

// Whether HIP has our tracer function. Guarded by the registry's lock.
static bool hooked;

// Whether it has other callbacks instead, which HIP had up to ROCm 5.2.
static atomic_bool is_too_old;

bool rt_hip_is_too_old(void) { return atomic_load(&is_too_old); }

static void say_too_old(void) {
    static atomic_bool said;
    if (atomic_exchange(&said, true)) return;
    rt_complain(
        "this HIP is older than ROCm 5.3, whose tracer callback it does not have: its calls and its work are not traced");
}

enum rt_hip_way rt_hip_way(void) {
    static _Atomic int by_tables = -1;
    if (atomic_load(&by_tables) < 0) {
        const char* wish = rpj_environment("ROCTRACER_HIP_TABLES");
        atomic_store(&by_tables, wish != NULL && strcmp(wish, "") != 0 && strcmp(wish, "0") != 0);
    }
    if (atomic_load(&by_tables)) return RT_HIP_TABLES;
    if (!atomic_load(&hip_is_there)) return RT_HIP_NONE;
    return atomic_load(&register_tracer) != NULL ? RT_HIP_HOOK : RT_HIP_TABLES;
}

// The major version in a library's file name, 0 if there is none.
static int major_of(void* handle) {
    const struct link_map* map;
    if (dlinfo(handle, RTLD_DI_LINKMAP, &map) != 0) return 0;
    char* real = realpath(map->l_name, NULL);
    int major = 0;
    const char* names[] = {map->l_name, real};
    for (int i = 0; i < 2 && major == 0; i++) {
        const char* at = names[i] != NULL ? strstr(names[i], HIP ".") : NULL;
        if (at != NULL) major = atoi(at + strlen(HIP "."));
    }
    free(real);
    return major;
}

bool rt_hip_look(void) {
    if (atomic_load(&hip_is_there)) return false;
    void* handle = rt_loaded(HIP);
    if (handle == NULL) return false;
    // HIP 6 made hipDeviceProp_t larger, which is copied into the data of calls.
    const int major = major_of(handle);
    if (major > 0 && major < 6) rt_use_hip_tail(RT_HIP5_TAIL);
    atomic_store(&api_name, (const char* (*)(uint32_t))dlsym(handle, "hipApiName"));
    atomic_store(&command_name, (const char* (*)(uint32_t))dlsym(handle, "hipGetCmdName"));
    atomic_store(&register_tracer, (rt_register_tracer)dlsym(handle, "hipRegisterTracerCallback"));
    atomic_store(&is_too_old, atomic_load(&register_tracer) == NULL && dlsym(handle, "hipRegisterApiCallback") != NULL);
    atomic_store(&hip_is_there, true);
    return true;
}

void rt_hip_hook(bool wanted) {
    const rt_register_tracer function = atomic_load(&register_tracer);
    if (wanted && atomic_load(&is_too_old)) say_too_old();
    if (function == NULL || (wanted && hooked) || rt_hip_way() != RT_HIP_HOOK) return;
    rt_hip_is_hooked(wanted);
    function(wanted ? rt_trace : NULL);
    hooked = wanted;
}

const char* rt_hip_own_name(uint32_t id) {
    const char* (*function)(uint32_t) = atomic_load(&api_name);
    return function != NULL ? function(id) : NULL;
}

const char* rt_hip_own_command(uint32_t kind) {
    const char* (*function)(uint32_t) = atomic_load(&command_name);
    return function != NULL ? function(kind) : NULL;
}
