#define HIP_PROF_HIP_API_STRING 1
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <roctracer/roctracer_hip.h>
#include <roctracer/roctracer_hsa.h>

static void print(uint32_t id, hip_api_data_t* data) {
    hipApiArgsInit(static_cast<hip_api_id_t>(id), data);
    const char* text = hipApiString(static_cast<hip_api_id_t>(id), data);
    puts(text);
    free(const_cast<char*>(text));
}

int main() {
    static hip_api_data_t data;
    data.args.hipMalloc.size = 4096;
    print(HIP_API_ID_hipMalloc, &data);
    void* memory = reinterpret_cast<void*>(0x1000);
    data.args.hipMalloc.ptr = &memory;
    print(HIP_API_ID_hipMalloc, &data);

    data = hip_api_data_t();
    auto& launch = data.args.hipLaunchKernel;
    launch.function_address = reinterpret_cast<const void*>(0x10);
    launch.numBlocks.x = 1, launch.numBlocks.y = 2, launch.numBlocks.z = 3;
    launch.dimBlocks.x = 4, launch.dimBlocks.y = 5, launch.dimBlocks.z = 6;
    launch.sharedMemBytes = 7;
    print(HIP_API_ID_hipLaunchKernel, &data);

    data = hip_api_data_t();
    data.args.hipModuleLoad.fname = "a \"b\"";
    print(HIP_API_ID_hipModuleLoad, &data);
    print(HIP_API_ID_hipDeviceSynchronize, &data);
    print(9999, &data);
    fflush(stdout);

    hsa_api_data_t hsa = hsa_api_data_t();
    std::cout << hsa_api_data_pair_t(HSA_API_ID_hsa_init, hsa) << '\n';
    hsa.args.hsa_signal_destroy.signal.handle = 11;
    hsa.hsa_status_t_retval = HSA_STATUS_ERROR_INVALID_ARGUMENT;
    std::cout << hsa_api_data_pair_t(HSA_API_ID_hsa_signal_destroy, hsa) << '\n';
    hsa.args.hsa_signal_store_relaxed.value = 5;
    std::cout << hsa_api_data_pair_t(HSA_API_ID_hsa_signal_store_relaxed, hsa) << '\n';
    std::cout << hipApiIdByName("hipMalloc") << ' ' << hipApiIdByName("hipMemcpy") << ' ' << hipApiIdByName("nope") << ' '
              << hip_api_name(0) << '\n';
    return 0;
}
