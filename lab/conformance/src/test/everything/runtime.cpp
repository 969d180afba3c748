// The threads that the library starts, and the tables of the runtimes that register.
#include "everything.h"

namespace everything {
namespace {
std::mutex& lock() {
    static std::mutex& made = *new std::mutex;
    return made;
}

std::vector<InternalThread>& all_threads() {
    static auto& made = *new std::vector<InternalThread>;
    return made;
}

std::vector<Table>& all_tables() {
    static auto& made = *new std::vector<Table>;
    return made;
}

template <bool before> void on_thread(rocprofiler_runtime_library_t library, void*) {
    std::lock_guard<std::mutex> held(lock());
    all_threads().push_back({library, before, this_thread()});
}

void on_table(rocprofiler_intercept_table_t type, uint64_t version, uint64_t instance, void** tables, uint64_t count,
              void*) {
    const char* name = nullptr;
    answered("name of a table", rocprofiler_query_intercept_table_name(type, &name, nullptr));
    // The first word is the table's size, or of HSA's a version.
    bool readable = count == 1 && tables && tables[0] && *static_cast<const uint64_t*>(tables[0]) != 0;
    std::lock_guard<std::mutex> held(lock());
    all_tables().push_back({type, Text(name), version, instance, count, readable});
}
} // namespace

void watch_internal_threads() {
    answered("internal threads",
             rocprofiler_at_internal_thread_create(on_thread<true>, on_thread<false>, ROCPROFILER_LIBRARY, nullptr));
}

void watch_tables() {
    int all = 0;
    for (int table = ROCPROFILER_HSA_TABLE; table <= ROCPROFILER_TABLE_LAST; table <<= 1) all |= table;
    answered("tables", rocprofiler_at_intercept_table_registration(on_table, all, nullptr));
}

std::vector<InternalThread> internal_threads() {
    std::lock_guard<std::mutex> held(lock());
    return all_threads();
}

std::vector<Table> tables() {
    std::lock_guard<std::mutex> held(lock());
    return all_tables();
}
} // namespace everything
