// renames STEPS...: ranges and kernels, step by step, each argument on a thread of its own: p pushes a range, m marks,
// e ends a range, k launches a kernel, P and M are without a message. A message is the step's letter and number.
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <hip/hip_runtime_api.h>
#include <rocprofiler-sdk-roctx/roctx.h>
#include <softgpu/softgpu.h>

static void kernel(const softgpu_workgroup* wg, void** args) {
    (void)wg;
    (void)args;
}

static void launch(void) {
    dim3 one = {1, 1, 1};
    if (hipLaunchKernel((const void*)(uintptr_t)kernel, one, one, NULL, 0, NULL) != hipSuccess) exit(1);
}

static void* run(void* steps) {
    const char* all = steps;
    for (int i = 0; all[i] != '\0'; i++) {
        char message[16];
        snprintf(message, sizeof message, "%c%d", all[i], i);
        switch (all[i]) {
            case 'p': roctxRangePushA(message); break;
            case 'P': roctxRangePushA(NULL); break;
            case 'm': roctxMarkA(message); break;
            case 'M': roctxMarkA(NULL); break;
            case 'e': roctxRangePop(); break;
            default: launch();
        }
    }
    return NULL;
}

int main(int argc, char** argv) {
    softgpu_register_kernel(kernel, "kernel");
    for (int i = 1; i < argc; i++) {
        pthread_t thread;
        if (pthread_create(&thread, NULL, run, argv[i]) != 0) return 1;
        pthread_join(thread, NULL);
    }
    return hipDeviceSynchronize() != hipSuccess;
}
