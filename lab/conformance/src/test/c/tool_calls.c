// Calls for a tracer's output files, always the same: calls of HIP with arguments of every type, a kernel,
// copies, markers.
//
//     tool_calls              once
//     tool_calls start        traced from its own roctracer_start on, which follows the allocation
//     tool_calls killed       killed at the end
//     tool_calls reload       HSA is started, shut down and started again around it
#include <hip/hip_runtime_api.h>
#include <rocprofiler-sdk-roctx/roctx.h>
#include <softgpu/softgpu.h>

#include <dlfcn.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { COUNT = 1024 };

int hsa_init(void);
int hsa_shut_down(void);

static void add(const softgpu_workgroup* wg, void** args) {
    float* out = *(float**)args[0];
    out[wg->group.x] += 1;
}

static int work(void) {
    static float host[COUNT];
    static const uint32_t sizes[] = {sizeof(float*)};
    float* device = NULL;
    hipModule_t module = NULL;
    hipFunction_t function = NULL;
    softgpu_register_kernel_args(add, "_ZN2ns3addIfEEvPT_", 1, sizes);
    int failed = hipMalloc((void**)&device, sizeof host) != hipSuccess;
    failed += hipMalloc(NULL, 1) == hipSuccess;
    failed += hipModuleGetFunction(&function, module, "no \"such\" kernel") == hipSuccess;
    failed += hipMemcpy(device, host, sizeof host, hipMemcpyHostToDevice) != hipSuccess;
    void* args[] = {&device};
    roctxRangePushA("launch");
    failed += hipLaunchKernel(add, (dim3){COUNT, 1, 1}, (dim3){1, 1, 1}, args, 0, NULL) != hipSuccess;
    roctxRangePop();
    failed += hipMemcpy(host, device, sizeof host, hipMemcpyDeviceToHost) != hipSuccess;
    failed += hipFree(device) != hipSuccess;
    return failed;
}

int main(int count, char** arguments) {
    const char* how = count > 1 ? arguments[1] : "";
    int failed = hipInit(0) != hipSuccess; // initialises HSA, and only then the tools that HSA loads
    if (strcmp(how, "start") == 0) {
        void (*start)(void);
        void* ignored;
        failed += hipMalloc(&ignored, 16) != hipSuccess;
        *(void**)&start = dlsym(RTLD_DEFAULT, "roctracer_start");
        if (start != NULL) start();
    }
    if (strcmp(how, "reload") == 0) failed += hsa_init() + hsa_shut_down() + hsa_init();
    failed += work();
    if (strcmp(how, "reload") == 0) failed += hsa_shut_down();
    printf("%d failed\n", failed);
    fflush(stdout);
    if (strcmp(how, "killed") == 0) raise(SIGKILL);
    return failed;
}
