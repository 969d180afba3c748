// Handles and structs as keys of containers, and all their comparisons.
#include <rocprofiler-sdk/cxx/hash.hpp>
#include <rocprofiler-sdk/cxx/operators.hpp>

#include "check.h"

#include <map>
#include <rocprofiler-sdk/rocprofiler.h>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>

namespace {

/// All six, for a value and a greater one.
template <class T> void check_order(const T& less, const T& more) {
    const T same = less;
    CHECK(less == same && !(less == more));
    CHECK(less != more && !(less != same));
    CHECK(less < more && !(more < less) && !(less < same));
    CHECK(more > less && !(less > more) && !(less > same));
    CHECK(less <= more && less <= same && !(more <= less));
    CHECK(more >= less && less >= same && !(less >= more));
}

template <class T> void check_handle() {
    T one{};
    T two{};
    one.handle = 1;
    two.handle = uint64_t{1} << 40;
    check_order(one, two);
    CHECK(std::hash<T>{}(two) == uint64_t{1} << 40);
    CHECK(typename std::hash<T>::parent_type{}(one) == 1);
    std::unordered_map<T, int> unordered{{one, 1}, {two, 2}};
    unordered[one] = 3;
    CHECK(unordered.size() == 2 && unordered.at(one) == 3);
    std::set<T> ordered{two, one, two};
    CHECK(ordered.size() == 2 && ordered.begin()->handle == 1);
}

void check_structs() {
    rocprofiler_agent_v0_t a{};
    rocprofiler_agent_v0_t b{};
    a.id.handle = 1;
    b.id.handle = 2;
    a.node_id = 9;
    check_order(a, b);

    check_order(rocprofiler_dim3_t{9, 1, 1}, rocprofiler_dim3_t{2, 5, 1});
    check_order(rocprofiler_dim3_t{1, 2, 3}, rocprofiler_dim3_t{1, 3, 2});
    check_order(rocprofiler_dim3_t{0x10000, 0x10000, 1}, rocprofiler_dim3_t{1, 1, 1}); // the product is 0 in 32 bits
    std::map<rocprofiler_dim3_t, int> grids{{{1, 1, 1}, 1}, {{64, 1, 1}, 2}};
    CHECK((grids.at({64, 1, 1}) == 2));

    check_order(rocprofiler_version_triplet_t{1, 2, 3}, rocprofiler_version_triplet_t{1, 2, 4});
    check_order(rocprofiler_version_triplet_t{1, 9, 9}, rocprofiler_version_triplet_t{2, 0, 0});
}

/// Those that AMD's headers declare and do not define.
void check_dimensions() {
    const std::string name = "XCC";
    rocprofiler_counter_record_dimension_info_t a{};
    a.name = "XCC";
    rocprofiler_counter_record_dimension_info_t b = a;
    b.name = name.c_str();
    CHECK(a == b);
    b.instance_size = 2;
    check_order(a, b);
    b = a;
    b.name = "XCD";
    check_order(a, b);
    b.name = nullptr;
    check_order(b, a);

    rocprofiler_counter_dimension_info_t c{};
    c.dimension_name = "A";
    c.index = 7;
    rocprofiler_counter_dimension_info_t d = c;
    d.dimension_name = "B";
    d.index = 1;
    check_order(c, d);

    const rocprofiler_counter_dimension_info_t* first[] = {&c, &c};
    const rocprofiler_counter_dimension_info_t copy = c;
    const rocprofiler_counter_dimension_info_t* equal[] = {&copy, &c};
    const rocprofiler_counter_dimension_info_t* second[] = {&c, &d};
    rocprofiler_counter_record_dimension_instance_info_t e{};
    e.dimensions_count = 2;
    e.dimensions = first;
    rocprofiler_counter_record_dimension_instance_info_t f = e;
    f.dimensions = equal;
    CHECK(e == f);
    f.dimensions = second;
    check_order(e, f);
    f = e;
    f.counter_id = 1;
    check_order(e, f);
}

} // namespace

int main() {
    check_handle<rocprofiler_context_id_t>();
    check_handle<rocprofiler_agent_id_t>();
    check_handle<rocprofiler_address_t>();
    check_handle<rocprofiler_queue_id_t>();
    check_handle<rocprofiler_stream_id_t>();
    check_handle<rocprofiler_buffer_id_t>();
    check_handle<rocprofiler_counter_id_t>();
    check_handle<rocprofiler_counter_config_id_t>();
    check_handle<rocprofiler_callback_thread_t>();
    check_handle<rocprofiler_thread_trace_decoder_id_t>();
    check_handle<hsa_agent_t>();
    check_handle<hsa_signal_t>();
    check_handle<hsa_executable_t>();
    check_handle<hsa_region_t>();
    check_handle<hsa_amd_memory_pool_t>();
    check_structs();
    check_dimensions();
    return wrong;
}
