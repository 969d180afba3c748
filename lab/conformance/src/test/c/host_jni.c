// The native half of NativeHost, a Java program for any release: rounds of a range, a copy and a kernel.
#include "gpu_program.h"

#include <rocprofiler-sdk-roctx/roctx.h>

enum { WORDS = 256 };

static void work(const softgpu_workgroup* wg, void** args) { (void)wg, ++**(uint64_t**)args[0]; }

// static native int run(int rounds): returns the number of kernels that ran.
int Java_NativeHost_run(void* env, void* type, int rounds);

int Java_NativeHost_run(void* env, void* type, int rounds) {
    static const dim3 one = {1, 1, 1};
    uint64_t words[WORDS] = {0}, *device = NULL, *count = NULL;
    void* args[] = {&count};
    (void)env, (void)type;
    softgpu_register_kernel(work, "work");
    HIP(hipHostMalloc((void**)&count, sizeof *count, 0));
    *count = 0;
    for (int i = 0; i < rounds; i++) {
        roctxRangePushA("round");
        HIP(hipMalloc((void**)&device, sizeof words));
        HIP(hipMemcpy(device, words, sizeof words, hipMemcpyHostToDevice));
        HIP(hipLaunchKernel((void*)work, one, one, args, 0, NULL));
        HIP(hipDeviceSynchronize());
        HIP(hipFree(device));
        roctxRangePop();
    }
    int ran = (int)*count;
    HIP(hipHostFree(count));
    return ran;
}
