// The forms of a launch, the arguments they pass, and the names of kernels.
#include "check.h"

#include <hip/hip_runtime_api.h>
#include <softgpu/softgpu.h>
#include <string.h>

typedef struct big {
    double values[9];
} big;

int main(void);

static struct {
    softgpu_workgroup last;
    uint32_t calls;
    uint64_t a;
    uint8_t b;
    double c;
    big d;
} seen;

__attribute__((visibility("default"))) void note_default(const softgpu_workgroup* wg, void** args);
void note_default(const softgpu_workgroup* wg, void** args) {
    seen.last = *wg;
    seen.calls++;
    if (args == NULL) return;
    seen.a = *(uint64_t*)args[0];
    seen.b = *(uint8_t*)args[1];
    seen.c = *(double*)args[2];
}

static void note_sized(const softgpu_workgroup* wg, void** args) {
    note_default(wg, args);
    seen.d = *(big*)args[3];
}

static void reset(void) {
    HIP(hipDeviceSynchronize());
    memset(&seen, 0, sizeof seen);
}

static void check_abc(uint32_t calls) {
    HIP(hipDeviceSynchronize());
    CHECK_EQUAL(calls, seen.calls);
    CHECK_EQUAL(0x1122334455667788, seen.a);
    CHECK_EQUAL(200, seen.b);
    CHECK(seen.c == 2.5);
}

// The caller's arguments no longer exist when the kernel runs: this frame is overwritten by then.
__attribute__((noinline)) static void launch_from_a_frame(const void* function, bool sized) {
    uint64_t a = 0x1122334455667788;
    uint8_t b = 200;
    double c = 2.5;
    big d = {{1, 2, 3, 4, 5, 6, 7, 8, 9}};
    void* args[] = {&a, &b, &c, &d};
    HIP(hipLaunchKernel(function, (dim3){2, 3, 4}, (dim3){8, 2, 1}, args, 0, NULL));
    volatile char* wipe = (volatile char*)&d;
    if (sized)
        for (size_t i = 0; i < sizeof d; i++) wipe[i] = 0;
}

static void arguments_are_copied_at_the_launch(void) {
    reset();
    launch_from_a_frame((void*)note_default, false);
    check_abc(24);
    CHECK(seen.last.grid.x == 2 && seen.last.grid.y == 3 && seen.last.grid.z == 4);
    CHECK(seen.last.block.x == 8 && seen.last.block.y == 2 && seen.last.block.z == 1);
    CHECK(seen.last.group.x == 1 && seen.last.group.y == 2 && seen.last.group.z == 3);
    const uint32_t sizes[] = {8, 1, 8, sizeof(big)};
    CHECK_EQUAL(0, softgpu_register_kernel_args(note_sized, "note<big>(args)", 4, sizes));
    reset();
    launch_from_a_frame((void*)note_sized, true);
    check_abc(24);
    CHECK(seen.d.values[8] == 9);
}

static void arguments_may_lie_anywhere(void) {
    static uint64_t a = 0x1122334455667788;
    static uint8_t b = 200;
    double* c = malloc(sizeof *c);
    void** args = calloc(3, sizeof *args);
    *c = 2.5;
    args[0] = &a, args[1] = &b, args[2] = c;
    reset();
    HIP(hipLaunchKernel((void*)note_default, (dim3){1, 1, 1}, (dim3){1, 1, 1}, args, 0, NULL));
    free(c);
    free(args);
    check_abc(1);
    HIP(hipLaunchKernel((void*)note_default, (dim3){1, 1, 1}, (dim3){1, 1, 1}, NULL, 0, NULL)); // none at all
    HIP(hipDeviceSynchronize());
    CHECK_EQUAL(0, seen.a);
}

static void module_functions_are_launched_by_handle(void) {
    hipFunction_t f, same;
    hipEvent_t start, stop;
    float ms;
    uint64_t a = 0x1122334455667788;
    uint8_t b = 200;
    double c = 2.5;
    void* args[] = {&a, &b, &c};
    HIP(hipGetFuncBySymbol(&f, (void*)note_default));
    CHECK(strcmp(hipKernelNameRef(f), "note_default") == 0); // exported: the loader knows its name
    reset();
    HIP(hipModuleLaunchKernel(f, 5, 1, 1, 4, 1, 1, 0, NULL, args, NULL));
    check_abc(5);
    HIP(hipEventCreate(&start));
    HIP(hipEventCreate(&stop));
    reset();
    HIP(hipExtModuleLaunchKernel(f, 10, 1, 1, 4, 1, 1, 0, NULL, args, NULL, start, stop, 0)); // 10 items: 3 groups
    check_abc(3);
    HIP(hipEventElapsedTime(&ms, start, stop));
    struct {
        uint64_t a, b;
        double c;
    } packed = {0x1122334455667788, 200, 2.5};
    size_t size = sizeof packed;
    void* extra[] = {HIP_LAUNCH_PARAM_BUFFER_POINTER, &packed, HIP_LAUNCH_PARAM_BUFFER_SIZE, &size,
                     HIP_LAUNCH_PARAM_END};
    reset();
    HIP(hipModuleLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, extra));
    check_abc(1);
    hipModule_t module;
    CHECK_EQUAL(hipErrorFileNotFound, hipModuleLoad(&module, "/nowhere/kernels.so"));
    HIP(hipModuleLoad(&module, "libamdhip64.so.7")); // any library will do
    HIP(hipModuleGetFunction(&same, module, "note_default"));
    CHECK(same == f);
    CHECK_EQUAL(hipErrorNotFound, hipModuleGetFunction(&same, module, "no_such_kernel"));
    HIP(hipModuleUnload(module));
}

static void the_compiler_interface_names_kernels(void) {
    dim3 grid, block;
    size_t shared;
    hipStream_t stream;
    static const uint32_t foreign[] = {0x48495046, 1};
    void** binary = __hipRegisterFatBinary("no device code");
    CHECK(binary != NULL);
    __hipRegisterFunction(binary, (void*)note_default, NULL, "renamed", 0, NULL, NULL, NULL, NULL, NULL);
    CHECK(strcmp(hipKernelNameRefByPtr((void*)note_default, NULL), "renamed") == 0);
    __hipUnregisterFatBinary(binary);
    HIP(__hipPushCallConfiguration((dim3){1, 2, 3}, (dim3){4, 5, 6}, 7, NULL));
    HIP(__hipPopCallConfiguration(&grid, &block, &shared, &stream));
    CHECK(grid.z == 3 && block.y == 5 && shared == 7 && stream == NULL);
    CHECK_EQUAL(hipErrorMissingConfiguration, __hipPopCallConfiguration(&grid, &block, &shared, &stream));
    binary = __hipRegisterFatBinary(foreign);
    __hipRegisterFunction(binary, (void*)main, NULL, "gpu_only", 0, NULL, NULL, NULL, NULL, NULL);
    CHECK_EQUAL(hipErrorNoBinaryForGpu, hipLaunchKernel((void*)main, (dim3){1, 1, 1}, (dim3){1, 1, 1}, NULL, 0, NULL));
    __hipUnregisterFatBinary(binary);
}

static void wrong_launches_have_statuses(void) {
    dim3 one = {1, 1, 1};
    CHECK_EQUAL(hipErrorInvalidDeviceFunction, hipLaunchKernel(NULL, one, one, NULL, 0, NULL));
    CHECK_EQUAL(hipErrorInvalidConfiguration,
                hipLaunchKernel((void*)note_default, one, (dim3){1025, 1, 1}, NULL, 0, NULL));
    CHECK_EQUAL(hipErrorInvalidConfiguration,
                hipLaunchKernel((void*)note_default, (dim3){0, 1, 1}, one, NULL, 0, NULL));
    CHECK_EQUAL(hipErrorContextIsDestroyed, hipLaunchKernel((void*)note_default, one, one, NULL, 0, (hipStream_t)&one));
    CHECK_EQUAL(hipErrorInvalidResourceHandle,
                hipModuleLaunchKernel((hipFunction_t)&one, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL));
}

int main(void) {
    arguments_are_copied_at_the_launch();
    arguments_may_lie_anywhere();
    module_functions_are_launched_by_handle();
    the_compiler_interface_names_kernels();
    wrong_launches_have_statuses();
    return 0;
}
