// A module for the software GPU: two kernels that do nothing, of which one gets into trouble.
#include <softgpu/softgpu.h>

void innocent(const softgpu_workgroup* wg, void** args);
void culprit(const softgpu_workgroup* wg, void** args);

void innocent(const softgpu_workgroup* wg, void** args) { (void)wg, (void)args; }
void culprit(const softgpu_workgroup* wg, void** args) { (void)wg, (void)args; }
