// HIP's calls and operations, through its tracer callback.
#ifndef RT_HIP_H
#define RT_HIP_H

#include "base/rt.h"

enum rt_hip_way { RT_HIP_NONE, RT_HIP_HOOK, RT_HIP_TABLES };

// The source of calls of the loaded HIP. RT_HIP_TABLES: it has no hook, or ROCTRACER_HIP_TABLES requests tables.
enum rt_hip_way rt_hip_way(void);
// Checks whether HIP was loaded. @return true the first time
bool rt_hip_look(void);
// Whether it is so old that it has neither the hook nor tables, but other callbacks.
bool rt_hip_is_too_old(void);
// Registers our tracer function with HIP, or removes it. Under the registry's lock.
void rt_hip_hook(bool wanted);
// HIP's own names, or NULL without HIP or a name.
const char* rt_hip_own_name(uint32_t id);
const char* rt_hip_own_command(uint32_t kind);

#endif
