// A module for the software GPU: two kernels that do nothing, one of which gets a fault.
#include <softgpu/softgpu.h>

void innocent(const softgpu_workgroup* wg, void** args);
void culprit(const softgpu_workgroup* wg, void** args);

void innocent(const softgpu_workgroup* wg, void** args) { (void)wg, (void)args; }
void culprit(const softgpu_workgroup* wg, void** args) { (void)wg, (void)args; }
