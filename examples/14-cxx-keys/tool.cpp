// Keys in C++: agents and sizes of kernels as keys of maps.
//
//     ROCP_TOOL_LIBRARIES=./tool.so ../01-matrix-transpose/transpose 16 8
#include <rocprofiler-sdk/cxx/enum_string.hpp>
#include <rocprofiler-sdk/cxx/hash.hpp>
#include <rocprofiler-sdk/cxx/operators.hpp>
#include <rocprofiler-sdk/cxx/utility.hpp>
#include <rocprofiler-sdk/cxx/version.hpp>
#include <rocprofiler-sdk/registration.h>
#include <rocprofiler-sdk/rocprofiler.h>

#include <algorithm>
#include <iostream>
#include <map>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

namespace {

namespace sdk = rocprofiler::sdk;

constexpr size_t BUFFER_BYTES = 1 << 16;

rocprofiler_context_id_t context;
rocprofiler_buffer_id_t buffer;

std::unordered_map<rocprofiler_agent_id_t, rocprofiler_agent_v0_t> agents;

// Written by the thread that delivers the buffer. Sizes with fewer work-items come first.
std::unordered_map<rocprofiler_agent_id_t, std::map<rocprofiler_dim3_t, unsigned long>> kernels;
rocprofiler_dim3_t largest{};

void require(rocprofiler_status_t status, const char* what) {
    if (status == ROCPROFILER_STATUS_SUCCESS) return;
    throw std::runtime_error{std::string{what} + ": " + std::string{sdk::get_enum_label(status)}};
}

rocprofiler_status_t on_agents(rocprofiler_agent_version_t, const void** all, size_t count, void*) {
    for (size_t i = 0; i < count; i++) {
        const auto& agent = *static_cast<const rocprofiler_agent_v0_t*>(all[i]);
        agents.emplace(agent.id, agent);
    }
    return ROCPROFILER_STATUS_SUCCESS;
}

void on_records(rocprofiler_context_id_t, rocprofiler_buffer_id_t, rocprofiler_record_header_t** headers, size_t count,
                void*, uint64_t) {
    for (size_t i = 0; i < count; i++) {
        const auto* record = static_cast<const rocprofiler_buffer_tracing_kernel_dispatch_record_t*>(headers[i]->payload);
        const auto& dispatch = record->dispatch_info;
        kernels[dispatch.agent_id][dispatch.grid_size]++;
        largest = std::max(largest, dispatch.grid_size);
    }
}

int initialize(rocprofiler_client_finalize_t, void*) try {
    require(rocprofiler_create_context(&context), "context");
    require(rocprofiler_create_buffer(context, BUFFER_BYTES, BUFFER_BYTES / 8 * 7, ROCPROFILER_BUFFER_POLICY_LOSSLESS,
                                      on_records, nullptr, &buffer),
            "buffer");
    require(rocprofiler_configure_buffer_tracing_service(context, ROCPROFILER_BUFFER_TRACING_KERNEL_DISPATCH, nullptr, 0,
                                                         buffer),
            "kernels");
    require(rocprofiler_start_context(context), "start");
    return 0;
} catch (const std::exception& failure) {
    std::cerr << "keys: " << failure.what() << '\n';
    return -1;
}

void print(rocprofiler_dim3_t size) { std::cerr << size.x << 'x' << size.y << 'x' << size.z; }

void finalize(void*) {
    rocprofiler_flush_buffer(buffer);
    rocprofiler_query_available_agents(ROCPROFILER_AGENT_INFO_VERSION_0, on_agents, sizeof(rocprofiler_agent_v0_t),
                                       nullptr);
    std::vector<rocprofiler_agent_v0_t> order;
    for (const auto& [id, agent] : agents) order.push_back(agent);
    std::sort(order.begin(), order.end()); // by id
    for (const auto& agent : order) {
        std::cerr << agent.product_name << ", " << sdk::get_enum_label(agent.type) << ", vendor "
                  << sdk::utility::as_hex(agent.vendor_id, 4) << '\n';
        for (const auto& [size, count] : kernels[agent.id]) {
            std::cerr << "    " << count << " kernels of ";
            print(size);
            std::cerr << (size == largest ? ", the largest\n" : "\n");
        }
    }
}

} // namespace

extern "C" ROCPROFILER_PUBLIC_API rocprofiler_tool_configure_result_t*
rocprofiler_configure(uint32_t version, const char*, uint32_t, rocprofiler_client_id_t* client) {
    static rocprofiler_tool_configure_result_t result{sizeof result, initialize, finalize, nullptr};
    client->name = "keys";
    // Tools may refuse a version that they do not know.
    return sdk::version::compute_version_triplet(version).major == ROCPROFILER_VERSION_MAJOR ? &result : nullptr;
}
