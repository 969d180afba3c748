// Categories of kinds, and annotations, for tools that write with Perfetto's SDK (https://perfetto.dev), which the tool
// brings: `perfetto.h` is not installed here. Include it in one place of the program: it defines the categories. C++17.
#pragma once

#include <rocprofiler-sdk/cxx/enum_string.hpp>
#include <rocprofiler-sdk/fwd.h>

#include <perfetto.h>

#include <cstdint>
#include <sstream>
#include <string>
#include <string_view>
#include <type_traits>

namespace rocprofiler::sdk {

/// The name and the description of a category, which is one of the types in `category`.
template <class T> struct perfetto_category;

#define ROCPROFILER_PERFETTO_CATEGORY(NAME, DESCRIPTION) \
    namespace category { \
    struct NAME {}; \
    } \
    template <> struct perfetto_category<category::NAME> { \
        static constexpr const char* name = #NAME; \
        static constexpr const char* description = DESCRIPTION; \
    };

ROCPROFILER_PERFETTO_CATEGORY(hsa_api, "HSA API function")
ROCPROFILER_PERFETTO_CATEGORY(hip_api, "HIP API function")
ROCPROFILER_PERFETTO_CATEGORY(marker_api, "Marker API region")
ROCPROFILER_PERFETTO_CATEGORY(rccl_api, "RCCL API function")
ROCPROFILER_PERFETTO_CATEGORY(openmp, "OpenMP")
ROCPROFILER_PERFETTO_CATEGORY(kernel_dispatch, "GPU kernel dispatch")
ROCPROFILER_PERFETTO_CATEGORY(memory_copy, "Async memory copy")
ROCPROFILER_PERFETTO_CATEGORY(memory_allocation, "Memory Allocation")
ROCPROFILER_PERFETTO_CATEGORY(rocdecode_api, "rocDecode API function")
ROCPROFILER_PERFETTO_CATEGORY(rocjpeg_api, "rocJPEG API function")
ROCPROFILER_PERFETTO_CATEGORY(rocshmem_api, "rocSHMEM API function")
ROCPROFILER_PERFETTO_CATEGORY(hipfile_api, "hipFILE API function")
ROCPROFILER_PERFETTO_CATEGORY(counter_collection, "Counter Collection")
ROCPROFILER_PERFETTO_CATEGORY(kfd_events, "KFD events")
ROCPROFILER_PERFETTO_CATEGORY(scratch_memory, "Scratch Memory Allocation")
ROCPROFILER_PERFETTO_CATEGORY(hip_event, "HIP event barrier")
ROCPROFILER_PERFETTO_CATEGORY(none, "Unknown category")

#undef ROCPROFILER_PERFETTO_CATEGORY

} // namespace rocprofiler::sdk

#define ROCPROFILER_PERFETTO_CATEGORY(NAME) \
    ::perfetto::Category(::rocprofiler::sdk::perfetto_category<::rocprofiler::sdk::category::NAME>::name) \
        .SetDescription(::rocprofiler::sdk::perfetto_category<::rocprofiler::sdk::category::NAME>::description)

PERFETTO_DEFINE_CATEGORIES(ROCPROFILER_PERFETTO_CATEGORY(hsa_api), ROCPROFILER_PERFETTO_CATEGORY(hip_api),
                           ROCPROFILER_PERFETTO_CATEGORY(marker_api), ROCPROFILER_PERFETTO_CATEGORY(rccl_api),
                           ROCPROFILER_PERFETTO_CATEGORY(openmp), ROCPROFILER_PERFETTO_CATEGORY(kernel_dispatch),
                           ROCPROFILER_PERFETTO_CATEGORY(memory_copy), ROCPROFILER_PERFETTO_CATEGORY(memory_allocation),
                           ROCPROFILER_PERFETTO_CATEGORY(rocdecode_api), ROCPROFILER_PERFETTO_CATEGORY(rocjpeg_api),
                           ROCPROFILER_PERFETTO_CATEGORY(rocshmem_api), ROCPROFILER_PERFETTO_CATEGORY(hipfile_api),
                           ROCPROFILER_PERFETTO_CATEGORY(counter_collection),
                           ROCPROFILER_PERFETTO_CATEGORY(kfd_events), ROCPROFILER_PERFETTO_CATEGORY(scratch_memory),
                           ROCPROFILER_PERFETTO_CATEGORY(hip_event), ROCPROFILER_PERFETTO_CATEGORY(none));

#undef ROCPROFILER_PERFETTO_CATEGORY

namespace rocprofiler::sdk {

using perfetto_event_context_t = ::perfetto::EventContext;

namespace details {

/// How the enumerators begin that belong to a category, behind what all of them begin with.
struct perfetto_family {
    std::string_view begin;
    const char* name;
};

template <class T> constexpr perfetto_family family(std::string_view begin) { return {begin, perfetto_category<T>::name}; }

constexpr const char* perfetto_family_of(std::string_view kind) {
    constexpr perfetto_family families[] = {family<category::hsa_api>("HSA_"),
                                            family<category::hip_event>("HIP_EVENT"),
                                            family<category::hip_api>("HIP_"),
                                            family<category::marker_api>("MARKER_"),
                                            family<category::rccl_api>("RCCL_"),
                                            family<category::openmp>("OMPT"),
                                            family<category::kernel_dispatch>("KERNEL_DISPATCH"),
                                            family<category::memory_copy>("MEMORY_COPY"),
                                            family<category::memory_allocation>("MEMORY_ALLOCATION"),
                                            family<category::rocdecode_api>("ROCDECODE_"),
                                            family<category::rocjpeg_api>("ROCJPEG_"),
                                            family<category::rocshmem_api>("ROCSHMEM_"),
                                            family<category::hipfile_api>("HIPFILE_"),
                                            family<category::scratch_memory>("SCRATCH_MEMORY"),
                                            family<category::kfd_events>("KFD_")};
    for (const auto& one : families) {
        if (kind.substr(0, one.begin.size()) == one.begin) return one.name;
    }
    return perfetto_category<category::none>::name;
}

inline std::string text(const char* value) { return value != nullptr ? value : ""; }

template <class KindT> constexpr const char* perfetto_category_of(KindT kind, std::string_view prefix) {
    const std::string_view label = get_enum_label(kind);
    return label.substr(0, prefix.size()) == prefix ? perfetto_family_of(label.substr(prefix.size())) : nullptr;
}

} // namespace details

/// The name of a kind's category, "none" for a kind without one; null for a number that is no kind.
constexpr const char* get_perfetto_category(rocprofiler_buffer_tracing_kind_t kind) {
    return details::perfetto_category_of(kind, "ROCPROFILER_BUFFER_TRACING_");
}

constexpr const char* get_perfetto_category(rocprofiler_callback_tracing_kind_t kind) {
    return details::perfetto_category_of(kind, "ROCPROFILER_CALLBACK_TRACING_");
}

/// Adds an annotation to an event: a number, a truth value, a pointer, a text, or what can be streamed, as its text.
template <class NameT, class T>
void add_perfetto_annotation(perfetto_event_context_t& context, NameT&& name, T&& value) {
    using type = std::decay_t<T>;
    auto* annotation = context.event()->add_debug_annotations();
    annotation->set_name(std::string{std::string_view{name}});
    if constexpr (std::is_convertible_v<const type&, const char*> && std::is_pointer_v<type>) {
        annotation->set_string_value(details::text(value));
    } else if constexpr (std::is_convertible_v<const type&, std::string_view> && !std::is_null_pointer_v<type>) {
        annotation->set_string_value(std::string{std::string_view{value}});
    } else if constexpr (std::is_same_v<type, bool>) {
        annotation->set_bool_value(value);
    } else if constexpr (std::is_enum_v<type>) {
        annotation->set_int_value(static_cast<int64_t>(value));
    } else if constexpr (std::is_floating_point_v<type>) {
        annotation->set_double_value(static_cast<double>(value));
    } else if constexpr (std::is_integral_v<type> && std::is_unsigned_v<type>) {
        annotation->set_uint_value(value);
    } else if constexpr (std::is_integral_v<type>) {
        annotation->set_int_value(value);
    } else if constexpr (std::is_pointer_v<type>) {
        annotation->set_pointer_value(reinterpret_cast<uintptr_t>(value));
    } else {
        std::ostringstream text;
        text << value;
        annotation->set_string_value(text.str());
    }
}

} // namespace rocprofiler::sdk
