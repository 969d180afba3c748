// All kinds and their operations.
#include <rocprofiler-sdk/cxx/name_info.hpp>

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

// The names stay where the library has them: they are compared at the end.
template <class Names> void keep(const Names& names, std::map<int, Kind>& kinds) {
    for (const auto* kind : names.items()) {
        Kind& kept = kinds[kind->value];
        kept.name = Text(kind->name);
        for (const auto& [operation, name] : kind->items())
            if (**name) kept.operations.emplace(operation, *name);
    }
}
} // namespace

void query_names() {
    keep(rocprofiler::sdk::get_callback_tracing_names<const char*>(), callbacks());
    keep(rocprofiler::sdk::get_buffer_tracing_names<const char*>(), buffers());
}

const std::map<int, Kind>& callback_kinds() { return callbacks(); }
const std::map<int, Kind>& buffer_kinds() { return buffers(); }
} // namespace everything
