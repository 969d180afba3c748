// The origins of HIP's kernels, seen through HSA: an executable per binary and device, from first use to the end.
#define _GNU_SOURCE
#include "check.h"

#include <hip/hip_runtime_api.h>
#include <hsa/hsa.h>
#include <hsa/hsa_ven_amd_loader.h>
#include <pthread.h>
#include <softgpu/softgpu.h>
#include <stdatomic.h>
#include <string.h>

static const dim3 one = {1, 1, 1};
static hsa_ven_amd_loader_1_03_pfn_t loader;

// --- loaded code ---------------------------------------------------------------------------------------------------

static char loaded[4096]; // names of all symbols, one executable after the other

static hsa_status_t take_symbol(hsa_executable_t executable, hsa_executable_symbol_t symbol, void* unused) {
    (void)executable, (void)unused;
    HSA(hsa_executable_symbol_get_info(symbol, HSA_EXECUTABLE_SYMBOL_INFO_NAME, loaded + strlen(loaded)));
    strcat(loaded, " ");
    return HSA_STATUS_SUCCESS;
}

static hsa_status_t take_executable(hsa_executable_t executable, void* count) {
    uint32_t state;
    HSA(hsa_executable_get_info(executable, HSA_EXECUTABLE_INFO_STATE, &state));
    CHECK_EQUAL(HSA_EXECUTABLE_STATE_FROZEN, state);
    strcat(loaded, "| ");
    ++*(int*)count;
    return hsa_executable_iterate_symbols(executable, take_symbol, NULL);
}

static int count_loaded(void) {
    int count = 0;
    memset(loaded, 0, sizeof loaded);
    HSA(loader.hsa_ven_amd_loader_iterate_executables(take_executable, &count));
    return count;
}

#define CHECK_LOADED(expected) \
    do { \
        count_loaded(); \
        if (strcmp(loaded, expected) != 0) { \
            fprintf(stderr, "%s:%d: loaded is %s\n", __FILE__, __LINE__, loaded); \
            _Exit(1); \
        } \
    } while (0)

// --- kernels -------------------------------------------------------------------------------------------------------

static _Atomic(uint32_t) alpha_calls, beta_calls;

static void alpha(const softgpu_workgroup* wg, void** args) {
    (void)wg, (void)args;
    atomic_fetch_add(&alpha_calls, 1);
}

static void beta(const softgpu_workgroup* wg, void** args) {
    (void)wg, (void)args;
    atomic_fetch_add(&beta_calls, 1);
}

static void launch_on(int device, softgpu_kernel kernel) {
    HIP(hipSetDevice(device));
    HIP(hipLaunchKernel((void*)(uintptr_t)kernel, one, one, NULL, 0, NULL));
    HIP(hipDeviceSynchronize());
}

static void register_function(void** binary, softgpu_kernel kernel, char* name) {
    __hipRegisterFunction(binary, (void*)(uintptr_t)kernel, name, name, 0, NULL, NULL, NULL, NULL, NULL);
}

static void a_fat_binary_is_loaded_where_it_is_used(void) {
    char a[] = "alpha()", b[] = "beta()";
    void** binary = __hipRegisterFatBinary(NULL);
    register_function(binary, alpha, a);
    register_function(binary, beta, b);
    CHECK_LOADED("");
    launch_on(0, beta);
    CHECK_LOADED("| alpha().kd beta().kd ");
    launch_on(0, alpha);
    CHECK_EQUAL(1, count_loaded());
    launch_on(1, alpha);
    CHECK_LOADED("| alpha().kd beta().kd | alpha().kd beta().kd ");
    CHECK(alpha_calls == 2 && beta_calls == 1);
    __hipUnregisterFatBinary(binary);
    CHECK_LOADED("");
    __hipUnregisterFatBinary(binary); // once more: nothing happens
    __hipUnregisterFatBinary(NULL);
}

static void a_function_without_a_binary_gets_one_of_its_own(void) {
    launch_on(0, alpha);
    launch_on(0, alpha);
    CHECK_LOADED("| alpha().kd ");
    void* device;
    HIP(hipMalloc(&device, 64));
    HIP(hipMemset(device, 1, 64)); // a kernel, too
    CHECK_LOADED("| alpha().kd | __amd_rocclr_fillBufferAligned.kd ");
    HIP(hipFree(device));
}

static void* launch_many(void* barrier) {
    pthread_barrier_wait(barrier);
    for (int i = 0; i < 100; i++) HIP(hipLaunchKernel((void*)(uintptr_t)beta, one, one, NULL, 0, hipStreamPerThread));
    HIP(hipStreamSynchronize(hipStreamPerThread));
    return NULL;
}

static void threads_that_launch_first_load_once(void) {
    pthread_t threads[8];
    pthread_barrier_t barrier;
    int before = count_loaded();
    beta_calls = 0;
    pthread_barrier_init(&barrier, NULL, 8);
    for (int i = 0; i < 8; i++) CHECK_EQUAL(0, pthread_create(&threads[i], NULL, launch_many, &barrier));
    for (int i = 0; i < 8; i++) pthread_join(threads[i], NULL);
    CHECK_EQUAL(before + 1, count_loaded());
    CHECK_EQUAL(800, beta_calls);
}

// --- modules -------------------------------------------------------------------------------------------------------

static uint32_t* numbers;

static void add_with(hipFunction_t function, uint32_t expected) {
    void* args[] = {&numbers};
    HIP(hipModuleLaunchKernel(function, 2, 1, 1, 1, 1, 1, 0, NULL, args, NULL));
    HIP(hipDeviceSynchronize());
    CHECK(numbers[0] == expected && numbers[1] == expected);
}

static void use_module(hipModule_t module, int before) {
    hipFunction_t add_one, add_ten, none;
    memset(numbers, 0, 2 * sizeof *numbers);
    CHECK_EQUAL(before + 1, count_loaded()); // at once, on this device
    HIP(hipModuleGetFunction(&add_one, module, "add_one"));
    HIP(hipModuleGetFunction(&add_ten, module, "add_ten"));
    CHECK_EQUAL(hipErrorNotFound, hipModuleGetFunction(&none, module, "declare"));
    CHECK(strcmp(hipKernelNameRef(add_ten), "add_ten") == 0);
    add_with(add_one, 1);
    add_with(add_ten, 11);
    HIP(hipSetDevice(1));
    add_with(add_ten, 21);
    CHECK_EQUAL(before + 2, count_loaded());
    HIP(hipModuleUnload(module));
    CHECK_EQUAL(before, count_loaded());
    CHECK_EQUAL(hipErrorInvalidResourceHandle, hipModuleUnload(module));
    CHECK_EQUAL(hipErrorInvalidResourceHandle, hipModuleGetFunction(&none, module, "add_one"));
    HIP(hipSetDevice(0));
}

static void modules_come_and_go(void) {
    int before = count_loaded();
    hipModule_t module, again;
    HIP(hipHostMalloc((void**)&numbers, 2 * sizeof *numbers, 0));
    for (int i = 0; i < 3; i++) {
        HIP(hipModuleLoad(&module, getenv("KERNELS")));
        use_module(module, before);
    }
    FILE* file = fopen(getenv("KERNELS"), "r");
    char* image = malloc(1 << 20);
    CHECK(fread(image, 1, 1 << 20, file) > 0);
    HIP(hipModuleLoadData(&module, image));
    memset(image, 0, 64); // it was copied
    use_module(module, before);
    CHECK_EQUAL(hipErrorInvalidImage, hipModuleLoadData(&module, image));
    strcpy(image, "__CLANG_OFFLOAD_BUNDLE__");
    CHECK_EQUAL(hipErrorNoBinaryForGpu, hipModuleLoadData(&module, image));
    HIP(hipModuleLoad(&module, getenv("KERNELS")));
    HIP(hipModuleLoad(&again, getenv("KERNELS")));
    CHECK_EQUAL(before + 2, count_loaded());
    hipFunction_t add_one, same;
    HIP(hipModuleGetFunction(&add_one, module, "add_one"));
    HIP(hipModuleGetFunction(&same, again, "add_one"));
    HIP(hipModuleUnload(again));
    numbers[0] = numbers[1] = 0;
    add_with(add_one, 1); // from the remaining module
    HIP(hipModuleUnload(module));
    CHECK_EQUAL(before, count_loaded());
    fclose(file);
    free(image);
    HIP(hipHostFree(numbers));
}

static void slow(const softgpu_workgroup* wg, void** args) {
    (void)wg;
    _Atomic(int)* gate = *(_Atomic(int)**)args[0];
    while (*gate == 0) {
    }
    *gate = 2;
}

static void* open_gate(void* gate) {
    *(_Atomic(int)*)gate = 1;
    return NULL;
}

static void unloading_waits_for_what_is_queued(void) {
    char name[] = "slow";
    _Atomic(int) gate = 0;
    void *pointer = &gate, *args[] = {&pointer};
    pthread_t thread;
    void** binary = __hipRegisterFatBinary(NULL);
    register_function(binary, slow, name);
    HIP(hipLaunchKernel((void*)(uintptr_t)slow, one, one, args, 0, NULL));
    CHECK_EQUAL(0, pthread_create(&thread, NULL, open_gate, &gate));
    __hipUnregisterFatBinary(binary);
    CHECK_EQUAL(2, gate);
    pthread_join(thread, NULL);
}

int main(void) {
    HIP(hipInit(0));
    HSA(hsa_system_get_major_extension_table(HSA_EXTENSION_AMD_LOADER, 1, sizeof loader, &loader));
    a_fat_binary_is_loaded_where_it_is_used();
    a_function_without_a_binary_gets_one_of_its_own();
    threads_that_launch_first_load_once();
    modules_come_and_go();
    unloading_waits_for_what_is_queued();
    return 0;
}
