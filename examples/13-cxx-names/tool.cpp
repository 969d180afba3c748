// Names in C++: prints how often each operation of any kind was recorded, by name.
//
//     ROCP_TOOL_LIBRARIES=./tool.so ../01-matrix-transpose/transpose 16 8
#include <rocprofiler-sdk/cxx/enum_string.hpp>
#include <rocprofiler-sdk/cxx/name_info.hpp>
#include <rocprofiler-sdk/registration.h>
#include <rocprofiler-sdk/rocprofiler.h>

#include <iomanip>
#include <iostream>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>

namespace {

namespace sdk = rocprofiler::sdk;

constexpr size_t BUFFER_BYTES = 1 << 16;

// What all records of calls and of work have behind their size.
using record_head = rocprofiler_buffer_tracing_hip_api_record_t;

rocprofiler_context_id_t context;
rocprofiler_buffer_id_t buffer;

// Written by the thread that delivers the buffer.
std::map<std::pair<rocprofiler_buffer_tracing_kind_t, rocprofiler_tracing_operation_t>, unsigned long> counts;

void require(rocprofiler_status_t status, const char* what) {
    if (status == ROCPROFILER_STATUS_SUCCESS) return;
    throw std::runtime_error{std::string{what} + ": " + std::string{sdk::get_enum_label(status)}};
}

void on_records(rocprofiler_context_id_t, rocprofiler_buffer_id_t, rocprofiler_record_header_t** headers, size_t count,
                void*, uint64_t) {
    for (size_t i = 0; i < count; i++) {
        const auto* record = static_cast<const record_head*>(headers[i]->payload);
        counts[{record->kind, record->operation}]++;
    }
}

int initialize(rocprofiler_client_finalize_t, void*) try {
    require(rocprofiler_create_context(&context), "context");
    require(rocprofiler_create_buffer(context, BUFFER_BYTES, BUFFER_BYTES / 8 * 7, ROCPROFILER_BUFFER_POLICY_LOSSLESS,
                                      on_records, nullptr, &buffer),
            "buffer");
    for (auto kind : {ROCPROFILER_BUFFER_TRACING_HIP_RUNTIME_API, ROCPROFILER_BUFFER_TRACING_MARKER_CORE_RANGE_API,
                      ROCPROFILER_BUFFER_TRACING_KERNEL_DISPATCH, ROCPROFILER_BUFFER_TRACING_MEMORY_COPY}) {
        require(rocprofiler_configure_buffer_tracing_service(context, kind, nullptr, 0, buffer),
                sdk::get_enum_label(kind).data());
    }
    require(rocprofiler_start_context(context), "start");
    return 0;
} catch (const std::exception& failure) {
    std::cerr << "names: " << failure.what() << '\n';
    return -1;
}

void finalize(void*) {
    rocprofiler_flush_buffer(buffer);
    const auto names = sdk::get_buffer_tracing_names();
    for (const auto& [operation, count] : counts) {
        const auto& [kind, number] = operation;
        std::cerr << std::setw(5) << count << ' ' << names.at(kind) << ' ' << names.at(kind, number) << '\n';
    }
}

} // namespace

extern "C" ROCPROFILER_PUBLIC_API rocprofiler_tool_configure_result_t*
rocprofiler_configure(uint32_t, const char*, uint32_t, rocprofiler_client_id_t* client) {
    static rocprofiler_tool_configure_result_t result{sizeof result, initialize, finalize, nullptr};
    client->name = "names";
    return &result;
}
