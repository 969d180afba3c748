// HIP's calls and operations, through its tracer callback.
#ifndef RT_HIP_H
#define RT_HIP_H

#include "rt.h"

enum rt_hip_way { RT_HIP_NONE, RT_HIP_HOOK, RT_HIP_TABLES };

// How HIP's calls come, of the HIP that is loaded. RT_HIP_TABLES: it has no hook, or ROCTRACER_HIP_TABLES says so.
enum rt_hip_way rt_hip_way(void);
// Looks whether HIP has come. @return true when it just has
bool rt_hip_look(void);
// Gives HIP the tracer function, or takes it back. Under the registry's lock.
void rt_hip_hook(bool wanted);
// HIP's own names, or NULL when HIP is not loaded or does not say.
const char* rt_hip_own_name(uint32_t id);
const char* rt_hip_own_command(uint32_t kind);

#endif
