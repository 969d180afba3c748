// A client of roctracer's that reads what is launched from the arguments of calls, as profilers do.
#define HIP_PROF_HIP_API_STRING 1
#include <roctracer/roctracer_ext.h>
#include <roctracer/roctracer_hip.h>

#include <hsa/hsa_ext_amd.h>

#include <cstdio>
#include <cstdlib>
#include <string>

struct launch {
    std::string kernel;
    void* stream;
    uint32_t grid[3], block[3];
};

template <typename Arguments> static launch of_blocks(const char* name, const Arguments& arguments) {
    return {name,
            arguments.stream,
            {arguments.numBlocks.x, arguments.numBlocks.y, arguments.numBlocks.z},
            {arguments.dimBlocks.x, arguments.dimBlocks.y, arguments.dimBlocks.z}};
}

static launch of_params(const hipLaunchParams& params) {
    return {hipKernelNameRefByPtr(params.func, params.stream),
            params.stream,
            {params.gridDim.x, params.gridDim.y, params.gridDim.z},
            {params.blockDim.x, params.blockDim.y, params.blockDim.z}};
}

static bool read(uint32_t id, const hip_api_data_t* data, launch* result) {
    switch (id) {
        case HIP_API_ID_hipLaunchKernel: {
            auto& arguments = data->args.hipLaunchKernel;
            *result = of_blocks(hipKernelNameRefByPtr(arguments.function_address, arguments.stream), arguments);
            return true;
        }
        case HIP_API_ID_hipExtLaunchKernel: *result = of_blocks("", data->args.hipExtLaunchKernel); return true;
        case HIP_API_ID_hipLaunchCooperativeKernelMultiDevice:
            *result = of_params(data->args.hipLaunchCooperativeKernelMultiDevice.launchParamsList__val);
            return true;
        case HIP_API_ID_hipExtLaunchMultiKernelMultiDevice:
            *result = of_params(data->args.hipExtLaunchMultiKernelMultiDevice.launchParamsList__val);
            return true;
        case HIP_API_ID_hipModuleLaunchKernel: {
            auto& arguments = data->args.hipModuleLaunchKernel;
            *result = {hipKernelNameRef(arguments.f),
                       arguments.stream,
                       {arguments.gridDimX, arguments.gridDimY, arguments.gridDimZ},
                       {arguments.blockDimX, arguments.blockDimY, arguments.blockDimZ}};
            return true;
        }
        default: return false;
    }
}

void on_call(uint32_t domain, uint32_t id, const void* given, void* sum) {
    const hip_api_data_t* data = static_cast<const hip_api_data_t*>(given);
    launch found;
    if (domain != ACTIVITY_DOMAIN_HIP_API || data->phase != ACTIVITY_API_PHASE_EXIT) return;
    if (id == HIP_API_ID_hipMalloc) std::printf("%p %zu\n", *data->args.hipMalloc.ptr, data->args.hipMalloc.size);
    if (read(id, data, &found)) *static_cast<uint64_t*>(sum) += uint64_t{found.grid[0]} * found.block[0];
    const char* text = hipApiString(static_cast<hip_api_id_t>(id), data);
    std::puts(text);
    std::free(const_cast<char*>(text));
}

int first_gpu() {
    int node = 0x7fffffff;
    hsa_iterate_agents(
        [](hsa_agent_t agent, void* first) {
            int node = 0, type = 0;
            hsa_agent_get_info(agent, static_cast<hsa_agent_info_t>(HSA_AMD_AGENT_INFO_DRIVER_NODE_ID), &node);
            hsa_agent_get_info(agent, static_cast<hsa_agent_info_t>(HSA_AGENT_INFO_DEVICE), &type);
            if (type == HSA_DEVICE_TYPE_GPU && node < *static_cast<int*>(first)) *static_cast<int*>(first) = node;
            return HSA_STATUS_SUCCESS;
        },
        &node);
    return node;
}
