// All kinds and their operations.
#include "everything.h"

namespace everything {
namespace {
std::map<int, Kind>& callbacks() {
    static auto& made = *new std::map<int, Kind>;
    return made;
}

std::map<int, Kind>& buffers() {
    static auto& made = *new std::map<int, Kind>;
    return made;
}

int on_callback_operation(rocprofiler_callback_tracing_kind_t kind, rocprofiler_tracing_operation_t operation, void*) {
    const char* name = nullptr;
    if (rocprofiler_query_callback_tracing_kind_operation_name(kind, operation, &name, nullptr) == 0)
        callbacks()[kind].operations.emplace(operation, name);
    return 0;
}

int on_callback_kind(rocprofiler_callback_tracing_kind_t kind, void*) {
    const char* name = nullptr;
    answered("names of callbacks", rocprofiler_query_callback_tracing_kind_name(kind, &name, nullptr));
    callbacks()[kind].name = Text(name);
    rocprofiler_iterate_callback_tracing_kind_operations(kind, on_callback_operation, nullptr);
    return 0;
}

int on_buffer_operation(rocprofiler_buffer_tracing_kind_t kind, rocprofiler_tracing_operation_t operation, void*) {
    const char* name = nullptr;
    if (rocprofiler_query_buffer_tracing_kind_operation_name(kind, operation, &name, nullptr) == 0)
        buffers()[kind].operations.emplace(operation, name);
    return 0;
}

int on_buffer_kind(rocprofiler_buffer_tracing_kind_t kind, void*) {
    const char* name = nullptr;
    answered("names of records", rocprofiler_query_buffer_tracing_kind_name(kind, &name, nullptr));
    buffers()[kind].name = Text(name);
    rocprofiler_iterate_buffer_tracing_kind_operations(kind, on_buffer_operation, nullptr);
    return 0;
}
} // namespace

void query_names() {
    answered("kinds of callbacks", rocprofiler_iterate_callback_tracing_kinds(on_callback_kind, nullptr));
    answered("kinds of records", rocprofiler_iterate_buffer_tracing_kinds(on_buffer_kind, nullptr));
}

const std::map<int, Kind>& callback_kinds() { return callbacks(); }
const std::map<int, Kind>& buffer_kinds() { return buffers(); }
} // namespace everything
