// hiponly: registers its own HIP runtime, as AMD's does where HSA is not available, and calls it once.
#include <stdint.h>
#include <stdio.h>

#include <hip/hip_runtime_api.h>
#include <rocprofiler-register/rocprofiler-register.h>
#include <rocprofiler-sdk/rocprofiler.h>

static struct {
    uint64_t size;
    void* slots[ROCPROFILER_HIP_RUNTIME_API_ID_LAST];
} table;

static hipError_t device(int* result) {
    (void)result;
    return hipErrorNoDevice;
}

static uint32_t import(void) { return 1; }

int main(void) {
    int number = -1;
    void* tables[] = {&table};
    rocprofiler_register_library_indentifier_t id;
    table.size = sizeof table;
    table.slots[ROCPROFILER_HIP_RUNTIME_API_ID_hipGetDevice] = (void*)device;
    if (rocprofiler_register_library_api_table("hip", import, 70000, tables, 1, &id)) printf("no tool\n");
    hipError_t (*call)(int*) = (hipError_t(*)(int*))table.slots[ROCPROFILER_HIP_RUNTIME_API_ID_hipGetDevice];
    printf("hipGetDevice: %d\n", call(&number));
    return 0;
}
