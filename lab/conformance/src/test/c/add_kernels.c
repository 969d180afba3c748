// A module for the software GPU: one kernel.
#include <softgpu/softgpu.h>

void add_one(const softgpu_workgroup* wg, void** args);

void add_one(const softgpu_workgroup* wg, void** args) { (*(uint32_t**)args[0])[wg->group.x] += 1; }
