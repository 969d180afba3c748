// Kinds to Perfetto's categories, and values to its annotations.
#include <rocprofiler-sdk/cxx/perfetto.hpp>

#include "check.h"

#include <ostream>
#include <set>
#include <string>
#include <string_view>

namespace sdk = rocprofiler::sdk;

namespace {

struct point {
    int x, y;
};

std::ostream& operator<<(std::ostream& out, const point& value) { return out << value.x << '|' << value.y; }

std::string category(rocprofiler_buffer_tracing_kind_t kind) {
    const char* name = sdk::get_perfetto_category(kind);
    return name != nullptr ? name : "null";
}

std::string category(rocprofiler_callback_tracing_kind_t kind) {
    const char* name = sdk::get_perfetto_category(kind);
    return name != nullptr ? name : "null";
}

template <class T> std::string annotated(T&& value) {
    sdk::perfetto_event_context_t context;
    sdk::add_perfetto_annotation(context, "it", value);
    CHECK(context.event()->all.size() == 1 && context.event()->all.front().name == "it");
    return context.event()->all.front().value;
}

void check_categories() {
    CHECK(category(ROCPROFILER_BUFFER_TRACING_HSA_CORE_API) == "hsa_api");
    CHECK(category(ROCPROFILER_BUFFER_TRACING_HIP_COMPILER_API_EXT) == "hip_api");
    CHECK(category(ROCPROFILER_BUFFER_TRACING_HIP_STREAM) == "hip_api");
    CHECK(category(ROCPROFILER_BUFFER_TRACING_MARKER_CORE_RANGE_API) == "marker_api");
    CHECK(category(ROCPROFILER_BUFFER_TRACING_OMPT) == "openmp");
    CHECK(category(ROCPROFILER_BUFFER_TRACING_KERNEL_DISPATCH) == "kernel_dispatch");
    CHECK(category(ROCPROFILER_BUFFER_TRACING_SCRATCH_MEMORY) == "scratch_memory");
    CHECK(category(ROCPROFILER_BUFFER_TRACING_ROCDECODE_API_EXT) == "rocdecode_api");
    CHECK(category(ROCPROFILER_BUFFER_TRACING_KFD_EVENT_QUEUE) == "kfd_events");
    CHECK(category(ROCPROFILER_BUFFER_TRACING_NONE) == "none");
    CHECK(category(ROCPROFILER_BUFFER_TRACING_CORRELATION_ID_RETIREMENT) == "none");
    CHECK(category(ROCPROFILER_BUFFER_TRACING_RUNTIME_INITIALIZATION) == "none");
    CHECK(category(static_cast<rocprofiler_buffer_tracing_kind_t>(99)) == "null");
    CHECK(category(ROCPROFILER_CALLBACK_TRACING_CODE_OBJECT) == "none");
    CHECK(category(ROCPROFILER_CALLBACK_TRACING_MEMORY_ALLOCATION) == "memory_allocation");
    CHECK(category(ROCPROFILER_CALLBACK_TRACING_ROCJPEG_API) == "rocjpeg_api");
    CHECK(category(ROCPROFILER_BUFFER_TRACING_ROCSHMEM_API_EXT) == "rocshmem_api");
    CHECK(category(ROCPROFILER_CALLBACK_TRACING_HIPFILE_API) == "hipfile_api");
    CHECK(category(ROCPROFILER_BUFFER_TRACING_HIP_GRAPH) == "hip_api");
    CHECK(category(ROCPROFILER_BUFFER_TRACING_HIP_EVENT) == "hip_event");
    static_assert(sdk::perfetto_category<sdk::category::hip_api>::name == std::string_view{"hip_api"});
}

// What a kind's category is called was defined.
void check_definitions() {
    std::set<std::string> defined;
    for (const auto& one : defined_categories) {
        CHECK(one.description != nullptr && *one.description != '\0');
        CHECK(defined.insert(one.name).second);
    }
    for (int kind = 0; kind < ROCPROFILER_BUFFER_TRACING_LAST; ++kind)
        CHECK(defined.count(category(static_cast<rocprofiler_buffer_tracing_kind_t>(kind))) == 1);
    for (int kind = 0; kind < ROCPROFILER_CALLBACK_TRACING_LAST; ++kind)
        CHECK(defined.count(category(static_cast<rocprofiler_callback_tracing_kind_t>(kind))) == 1);
}

void check_annotations() {
    int number = 0;
    const char* text = "text";
    CHECK(annotated(text) == "string text");
    CHECK(annotated(static_cast<const char*>(nullptr)) == "string ");
    CHECK(annotated("array") == "string array");
    CHECK(annotated(std::string{"own"}) == "string own");
    CHECK(annotated(std::string_view{"view"}) == "string view");
    CHECK(annotated(true) == "bool true");
    CHECK(annotated(ROCPROFILER_AGENT_TYPE_GPU) == "int 2");
    CHECK(annotated(-3) == "int -3");
    CHECK(annotated(uint64_t{1} << 63) == "uint 9223372036854775808");
    CHECK(annotated(0.5F) == "double 0.500000");
    CHECK(annotated(&number) == "pointer " + std::to_string(reinterpret_cast<uintptr_t>(&number)));
    CHECK(annotated(point{1, 2}) == "string 1|2");
}

} // namespace

int main() {
    check_categories();
    check_definitions();
    check_annotations();
    return wrong;
}
