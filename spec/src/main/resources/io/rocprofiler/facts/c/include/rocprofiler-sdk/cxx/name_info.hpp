// The names of all kinds of tracing and of their operations, asked for once. C++17.
#pragma once

#define ROCPROFILER_SDK_CXX_NAME_INFO_HPP_ 1

#include <rocprofiler-sdk/buffer_tracing.h>
#include <rocprofiler-sdk/callback_tracing.h>
#include <rocprofiler-sdk/cxx/details/name_info.hpp>
#include <rocprofiler-sdk/fwd.h>

#include <string_view>

namespace rocprofiler::sdk {

template <class ValueT> using callback_name_info_t = utility::name_info<rocprofiler_callback_tracing_kind_t, ValueT>;
template <class ValueT> using buffer_name_info_t = utility::name_info<rocprofiler_buffer_tracing_kind_t, ValueT>;

using callback_name_info = callback_name_info_t<std::string_view>;
using buffer_name_info = buffer_name_info_t<std::string_view>;

constexpr auto success_v = ROCPROFILER_STATUS_SUCCESS;

/// The names of what callbacks trace. What the library cannot name is left out. Any thread, also before `tool_init`.
template <class ValueT = std::string_view> callback_name_info_t<ValueT> get_callback_tracing_names() {
    using info = callback_name_info_t<ValueT>;
    static constexpr auto add_operation = [](rocprofiler_callback_tracing_kind_t kind,
                                             rocprofiler_tracing_operation_t operation, void* data) {
        const char* name = nullptr;
        if (rocprofiler_query_callback_tracing_kind_operation_name(kind, operation, &name, nullptr) == success_v
            && name != nullptr) {
            static_cast<info*>(data)->emplace(kind, operation, name);
        }
        return 0;
    };
    static constexpr auto add_kind = [](rocprofiler_callback_tracing_kind_t kind, void* data) {
        const char* name = nullptr;
        if (rocprofiler_query_callback_tracing_kind_name(kind, &name, nullptr) == success_v && name != nullptr) {
            static_cast<info*>(data)->emplace(kind, name);
        }
        rocprofiler_iterate_callback_tracing_kind_operations(kind, add_operation, data);
        return 0;
    };
    info result;
    rocprofiler_iterate_callback_tracing_kinds(add_kind, &result);
    return result;
}

/// The names of what buffers trace, in the same way.
template <class ValueT = std::string_view> buffer_name_info_t<ValueT> get_buffer_tracing_names() {
    using info = buffer_name_info_t<ValueT>;
    static constexpr auto add_operation = [](rocprofiler_buffer_tracing_kind_t kind,
                                             rocprofiler_tracing_operation_t operation, void* data) {
        const char* name = nullptr;
        if (rocprofiler_query_buffer_tracing_kind_operation_name(kind, operation, &name, nullptr) == success_v
            && name != nullptr) {
            static_cast<info*>(data)->emplace(kind, operation, name);
        }
        return 0;
    };
    static constexpr auto add_kind = [](rocprofiler_buffer_tracing_kind_t kind, void* data) {
        const char* name = nullptr;
        if (rocprofiler_query_buffer_tracing_kind_name(kind, &name, nullptr) == success_v && name != nullptr) {
            static_cast<info*>(data)->emplace(kind, name);
        }
        rocprofiler_iterate_buffer_tracing_kind_operations(kind, add_operation, data);
        return 0;
    };
    info result;
    rocprofiler_iterate_buffer_tracing_kinds(add_kind, &result);
    return result;
}

} // namespace rocprofiler::sdk
