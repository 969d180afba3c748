// GPU work of every type that traces show, always the same: two kernels on two streams, one of them launched inside
// a range, the others after a mark; copies in both directions; memory; scratch. With "killed" it ends by SIGKILL,
// behind a kernel that never ends by itself.
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <hip/hip_runtime_api.h>
#include <rocprofiler-sdk-roctx/roctx.h>
#include <softgpu/softgpu.h>

enum { ITEMS = 64, BYTES = ITEMS * sizeof(float) };

#define HIP(call) \
    do { \
        hipError_t status_ = (call); \
        if (status_ != hipSuccess) { \
            printf("line %d: %s gave %d\n", __LINE__, #call, (int)status_); \
            exit(1); \
        } \
    } while (0)

// Newer than some of the runtimes that this program may be compiled for.
__attribute__((weak)) int softgpu_register_kernel_private(softgpu_kernel kernel, uint32_t bytes);

static atomic_int arrived;

static void axpy(const softgpu_workgroup* wg, void** args) {
    float* y = *(float**)args[0];
    float factor = *(float*)args[1];
    for (uint32_t t = 0; t < wg->block.x; t++) y[wg->group.x * wg->block.x + t] *= factor;
}

static void plain(const softgpu_workgroup* wg, void** args) {
    (void)wg;
    (void)args;
}

static void endless(const softgpu_workgroup* wg, void** args) {
    (void)wg;
    (void)args;
    atomic_store(&arrived, 1);
    for (;;) pause();
}

static void launch(softgpu_kernel kernel, dim3 grid, dim3 block, void** args, size_t shared, hipStream_t stream) {
    HIP(hipLaunchKernel((const void*)(uintptr_t)kernel, grid, block, args, shared, stream));
}

int main(int argc, char** argv) {
    static const uint32_t sizes[] = {sizeof(void*), sizeof(float)};
    softgpu_register_kernel_args(axpy, "_ZN2gp4axpyIfEEvPT_S1_", 2, sizes);
    softgpu_register_kernel_args(plain, "plain", 0, NULL);
    softgpu_register_kernel_args(endless, "endless", 0, NULL);
    // A kernel with private memory makes its queue request scratch.
    if (softgpu_register_kernel_private != NULL) softgpu_register_kernel_private(plain, 64);

    float host[ITEMS];
    for (int i = 0; i < ITEMS; i++) host[i] = (float)i;
    float* device;
    float* pinned;
    hipStream_t stream;
    HIP(hipMalloc((void**)&device, BYTES));
    HIP(hipHostMalloc((void**)&pinned, BYTES, 0));
    HIP(hipStreamCreate(&stream));
    memcpy(pinned, host, BYTES);
    HIP(hipMemcpyAsync(device, pinned, BYTES, hipMemcpyHostToDevice, stream));

    float factor = 3;
    void* args[] = {&device, &factor};
    roctxRangePushA("step \"1\"");
    launch(axpy, (dim3){2, 1, 1}, (dim3){32, 1, 1}, args, 600, stream);
    roctxRangePop();
    roctxMarkA("after");
    HIP(hipStreamSynchronize(stream));
    launch(plain, (dim3){4, 2, 3}, (dim3){16, 2, 1}, NULL, 0, NULL);
    launch(axpy, (dim3){1, 1, 1}, (dim3){16, 1, 1}, args, 0, stream);
    HIP(hipMemcpyAsync(pinned, device, BYTES, hipMemcpyDeviceToHost, stream));
    HIP(hipDeviceSynchronize());
    for (int i = 0; i < ITEMS; i++) {
        if (pinned[i] != host[i] * (i < 16 ? 9 : 3)) return 2;
    }
    if (argc > 1 && strcmp(argv[1], "killed") == 0) {
        // Stopping waits for the work in flight, so all of the above is recorded.
        roctxProfilerPause(0);
        roctxProfilerResume(0);
        launch(endless, (dim3){1, 1, 1}, (dim3){1, 1, 1}, NULL, 0, stream);
        launch(plain, (dim3){1, 1, 1}, (dim3){1, 1, 1}, NULL, 0, stream);
        while (!atomic_load(&arrived)) usleep(1000);
        kill(getpid(), SIGKILL);
    }
    HIP(hipStreamDestroy(stream));
    HIP(hipFree(device));
    HIP(hipHostFree(pinned));
    return 0;
}
