// probes: queries HSA twice and shuts it down again, as installers and schedulers do, then launches three kernels
// and makes a copy through HIP.
#include "gpu_program.h"

static void work(const softgpu_workgroup* wg, void** args) { (void)wg, ++**(uint64_t**)args[0]; }

static hsa_status_t count(hsa_agent_t agent, void* data) {
    (void)agent;
    ++*(int*)data;
    return HSA_STATUS_SUCCESS;
}

int main(void) {
    for (int i = 0; i < 2; i++) {
        int agents = 0;
        HSA(hsa_init());
        HSA(hsa_iterate_agents(count, &agents));
        EXPECT(agents > 0);
        HSA(hsa_shut_down());
    }
    static const dim3 one = {1, 1, 1};
    uint64_t *number = NULL, *device = NULL;
    void* args[] = {&number};
    EXPECT(softgpu_register_kernel(work, "work") == 0);
    HIP(hipHostMalloc((void**)&number, sizeof *number, 0));
    HIP(hipMalloc((void**)&device, sizeof *device));
    *number = 0;
    for (int i = 0; i < 3; i++) HIP(hipLaunchKernel((void*)work, one, one, args, 0, NULL));
    HIP(hipMemcpyAsync(device, number, sizeof *number, hipMemcpyHostToDevice, NULL));
    HIP(hipDeviceSynchronize());
    EXPECT(*number == 3);
    return 0;
}
