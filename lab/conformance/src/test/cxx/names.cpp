// The names of kinds and operations, with each type of text.
#ifdef DETAILS_FIRST
#include <rocprofiler-sdk/cxx/details/name_info.hpp>
#else
#include <rocprofiler-sdk/cxx/name_info.hpp>
#endif

#include "check.h"

#include <cstring>
#include <rocprofiler-sdk/registration.h>
#include <rocprofiler-sdk/rocprofiler.h>
#include <string>
#include <string_view>
#include <type_traits>

namespace sdk = rocprofiler::sdk;

static_assert(ROCPROFILER_SDK_CXX_NAME_INFO_HPP_ == 1);
static_assert(sdk::success_v == ROCPROFILER_STATUS_SUCCESS);
static_assert(std::is_same_v<sdk::buffer_name_info, sdk::buffer_name_info_t<std::string_view>>);
static_assert(std::is_same_v<decltype(sdk::get_callback_tracing_names()), sdk::callback_name_info>);

namespace {

sdk::buffer_name_info kept;

template <class InfoT> void check_all(const InfoT& info, size_t kinds) {
    CHECK(info.size() == kinds);
    CHECK(info.items().size() == info.size());
    size_t index = 0;
    for (const auto& kind : info) {
        CHECK(static_cast<size_t>(kind.value) == index);
        CHECK(std::string{kind()} == std::string{info.at(kind.value)});
        CHECK(info.items().at(index)->value == kind.value);
        CHECK(kind.items().size() == kind.operations.size());
        for (auto [id, name] : kind.items()) {
            CHECK(name == &kind.operations[id]);
            CHECK(std::string{*name} == std::string{info.at(kind.value, id)});
            CHECK(std::string{*name} == std::string{info[index][id]});
            CHECK(std::string{*name} == std::string{kind(id)});
        }
        CHECK_THROWS(std::out_of_range, kind[kind.operations.size()]);
        ++index;
    }
    using kind_type = decltype(info.begin()->value);
    CHECK_THROWS(std::out_of_range, info.at(static_cast<kind_type>(kinds)));
    CHECK_THROWS(std::out_of_range, info.at(static_cast<kind_type>(kinds), 0));
    CHECK_THROWS(std::out_of_range, info[kinds]);
}

template <class ValueT> void check_type() {
    const auto callback = sdk::get_callback_tracing_names<ValueT>();
    check_all(callback, ROCPROFILER_CALLBACK_TRACING_LAST);
    CHECK(std::string{callback.at(ROCPROFILER_CALLBACK_TRACING_HIP_RUNTIME_API)} == "HIP_RUNTIME_API");
    CHECK(
        std::string{callback.at(ROCPROFILER_CALLBACK_TRACING_HIP_RUNTIME_API, ROCPROFILER_HIP_RUNTIME_API_ID_hipMalloc)}
        == "hipMalloc");
    const auto& operations = callback[ROCPROFILER_CALLBACK_TRACING_HIP_RUNTIME_API].operations;
    CHECK(operations.size() >= ROCPROFILER_HIP_RUNTIME_API_ID_LAST); // later releases' functions have names, too

    const auto buffer = sdk::get_buffer_tracing_names<ValueT>();
    check_all(buffer, ROCPROFILER_BUFFER_TRACING_LAST);
    std::string name{buffer[ROCPROFILER_CALLBACK_TRACING_HIP_RUNTIME_API][ROCPROFILER_HIP_RUNTIME_API_ID_hipFree]};
    CHECK(name == "hipFree");
    CHECK(buffer[ROCPROFILER_BUFFER_TRACING_CORRELATION_ID_RETIREMENT].operations.empty());
}

void check_emplace() {
    sdk::callback_name_info_t<std::string> info;
    info.emplace(ROCPROFILER_CALLBACK_TRACING_HSA_AMD_EXT_API, 2, "third");
    CHECK(info.size() == ROCPROFILER_CALLBACK_TRACING_HSA_AMD_EXT_API + 1);
    CHECK(info[0]().empty());
    CHECK(info.at(ROCPROFILER_CALLBACK_TRACING_HSA_AMD_EXT_API, 1).empty());
    info.emplace(ROCPROFILER_CALLBACK_TRACING_HSA_CORE_API, "first");
    CHECK(info.at(ROCPROFILER_CALLBACK_TRACING_HSA_CORE_API) == "first");
    CHECK(info.at(ROCPROFILER_CALLBACK_TRACING_HSA_AMD_EXT_API, 2) == "third");
    for (auto& kind : info) kind.name = "other";
    CHECK(info[1]() == "other");
}

int initialize(rocprofiler_client_finalize_t, void*) {
    kept = sdk::get_buffer_tracing_names();
    CHECK(kept.at(ROCPROFILER_BUFFER_TRACING_KERNEL_DISPATCH) == "KERNEL_DISPATCH");
    return 0;
}

} // namespace

extern "C" rocprofiler_tool_configure_result_t* rocprofiler_configure(uint32_t, const char*, uint32_t,
                                                                      rocprofiler_client_id_t* id) {
    id->name = "names";
    CHECK(!sdk::get_callback_tracing_names().items().empty());
    static rocprofiler_tool_configure_result_t result = {sizeof(result), initialize, nullptr, nullptr};
    return &result;
}

int main() {
    CHECK(kept.size() == 0);
    CHECK(rocprofiler_force_configure(rocprofiler_configure) == ROCPROFILER_STATUS_SUCCESS);
    CHECK(kept.size() == ROCPROFILER_BUFFER_TRACING_LAST);
    check_type<std::string_view>();
    check_type<std::string>();
    check_type<const char*>();
    check_emplace();
    return wrong;
}
