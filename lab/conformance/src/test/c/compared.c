// compared PERCENT: 15 rounds of three kernels and a wait. The kernel "second" takes PERCENT of its usual time.
#include <time.h>

#include <rocprofiler-sdk-roctx/roctx.h>

#include "gpu_program.h"

enum { ROUNDS = 15, MICROSECOND = 1000 };

static void sleep_for(void** args) {
    const struct timespec time = {0, *(int*)args[0] * MICROSECOND};
    clock_nanosleep(CLOCK_MONOTONIC, 0, &time, NULL);
}

static void first(const softgpu_workgroup* wg, void** args) { (void)wg, sleep_for(args); }
static void second(const softgpu_workgroup* wg, void** args) { (void)wg, sleep_for(args); }
static void third(const softgpu_workgroup* wg, void** args) { (void)wg, sleep_for(args); }

static void launch(softgpu_kernel kernel, int microseconds) {
    static const dim3 one = {1, 1, 1};
    void* args[] = {&microseconds};
    HIP(hipLaunchKernel((void*)kernel, one, one, args, 0, NULL));
}

int main(int count, char** words) {
    if (count != 2) return 2;
    EXPECT(softgpu_register_kernel(first, "first") == 0);
    EXPECT(softgpu_register_kernel(second, "second") == 0);
    EXPECT(softgpu_register_kernel(third, "third") == 0);
    for (int i = 0; i < ROUNDS; i++) {
        roctxRangePushA("round");
        launch(first, 4000);
        launch(second, 50 * atoi(words[1]));
        launch(third, 6000);
        HIP(hipDeviceSynchronize());
        roctxRangePop();
    }
    return 0;
}
