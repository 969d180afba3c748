// HIP's headers as programs and tools in C++ use them: sizes of one dimension, pointers to any type, arguments that are
// left out, the standard headers that HIP's bring, the tables' structs, the arguments of calls in the older protocol.
#include <hip/hip_runtime.h>

#include <hip/amd_detail/hip_api_trace.hpp>
#include <hip/amd_detail/hip_prof_str.h>
#include <softgpu/softgpu.h>

#include "check.h"
#include "mock_register.h"

static_assert(dim3().x == 1 && dim3(7).y == 1 && dim3(7, 2).z == 1 && dim3(7, 2, 3).z == 3, "dim3");
static_assert(sizeof(hip_api_data_t) == 1520 && offsetof(hip_api_data_t, args) == 16, "hip_api_data_t");
static_assert(std::is_same<decltype(HipDispatchTable::hipMalloc_fn), t_hipMalloc>::value, "HipDispatchTable");

enum { BLOCKS = 3, THREADS = 64, ITEMS = BLOCKS * THREADS };

static void twice(const softgpu_workgroup* wg, void** args) {
    float* data = *static_cast<float**>(args[0]);
    for (uint32_t t = 0; t < wg->block.x; t++) data[wg->group.x * wg->block.x + t] *= 2;
}

static void typed_memory() {
    float *device = nullptr, *host = nullptr;
    uint16_t* managed = nullptr;
    hipStream_t stream;
    hipEvent_t event;
    HIP(hipMalloc(&device, ITEMS * sizeof *device));
    HIP(hipHostMalloc(&host, ITEMS * sizeof *host));
    HIP(hipMallocManaged(&managed, sizeof *managed));
    HIP(hipStreamCreate(&stream));
    HIP(hipEventCreate(&event));
    for (int i = 0; i < ITEMS; i++) host[i] = static_cast<float>(i);
    void* arguments[] = {&device};
    HIP(hipMemcpyAsync(device, host, ITEMS * sizeof *host, hipMemcpyHostToDevice));
    HIP(hipEventRecord(event));
    HIP(hipStreamWaitEvent(stream, event));
    HIP(hipLaunchKernel(reinterpret_cast<const void*>(twice), BLOCKS, THREADS, arguments));
    HIP(hipMemcpy(host, device, ITEMS * sizeof *host, hipMemcpyDeviceToHost));
    for (int i = 0; i < ITEMS; i++) CHECK(host[i] == static_cast<float>(2 * i));
    HIP(hipFree(device));
    HIP(hipFree(managed));
    HIP(hipHostFree(host));
}

// As a tool calls a function of a table that it was given.
static void through_the_table() {
    HipDispatchTable* table = nullptr;
    for (int i = 0; i < mock.count; i++)
        if (std::strcmp(mock.registrations[i].name, "hip") == 0)
            table = static_cast<HipDispatchTable*>(mock.registrations[i].table);
    CHECK(table != nullptr && table->size == sizeof *table);
    t_hipGetDeviceCount count = table->hipGetDeviceCount_fn;
    int devices = 0;
    HIP(count(&devices));
    CHECK_EQUAL(2, devices);
}

// What a client of the older protocol reads of a launch, and of a list of launches.
static void arguments_of_calls() {
    alignas(hip_api_data_t) char memory[sizeof(hip_api_data_t)] = {};
    auto* data = reinterpret_cast<hip_api_data_t*>(memory);
    auto& launch = data->args.hipLaunchKernel;
    launch.numBlocks = dim3(BLOCKS);
    CHECK_EQUAL(1, launch.numBlocks.y);
    hipLaunchParams params = {};
    params.gridDim = dim3(5, 6);
    data->args.hipLaunchCooperativeKernelMultiDevice.launchParamsList = &params;
    hipApiArgsInit(HIP_API_ID_hipLaunchCooperativeKernelMultiDevice, data);
    const hipLaunchParams& copied = data->args.hipLaunchCooperativeKernelMultiDevice.launchParamsList__val;
    CHECK_EQUAL(6, copied.gridDim.y);
    hipStream_t& of_copy = data->args.hipMemcpyAsync.stream;
    of_copy = nullptr;
    CHECK(std::strcmp(hip_api_name(HIP_API_ID_hipMemcpyAsync), "hipMemcpyAsync") == 0);
    CHECK_EQUAL(HIP_API_ID_hipFree, hipApiIdByName("hipFree"));
}

int main() {
    typed_memory();
    through_the_table();
    arguments_of_calls();
    std::thread none([] {}); // <thread> comes with HIP's headers, as <cmath>, <cstring> and <tuple> do
    none.join();
    CHECK(std::abs(std::get<0>(std::make_tuple(-1.0))) == 1.0);
    return 0;
}
