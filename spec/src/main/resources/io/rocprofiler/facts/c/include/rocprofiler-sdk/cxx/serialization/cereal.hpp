// What saving and loading share. Include ../serialization.hpp. C++17.
#pragma once

#include <rocprofiler-sdk/cxx/container/c_array.hpp>
#include <rocprofiler-sdk/cxx/name_info.hpp>
#include <rocprofiler-sdk/cxx/utility.hpp>
#include <rocprofiler-sdk/experimental/spm.h>
#include <rocprofiler-sdk/rocprofiler.h>

#include <cereal/archives/binary.hpp>
#include <cereal/archives/json.hpp>
#include <cereal/archives/portable_binary.hpp>
#include <cereal/cereal.hpp>
#include <cereal/types/array.hpp>
#include <cereal/types/atomic.hpp>
#include <cereal/types/bitset.hpp>
#include <cereal/types/chrono.hpp>
#include <cereal/types/common.hpp>
#include <cereal/types/complex.hpp>
#include <cereal/types/deque.hpp>
#include <cereal/types/functional.hpp>
#include <cereal/types/list.hpp>
#include <cereal/types/map.hpp>
#include <cereal/types/optional.hpp>
#include <cereal/types/queue.hpp>
#include <cereal/types/set.hpp>
#include <cereal/types/stack.hpp>
#include <cereal/types/string.hpp>
#include <cereal/types/unordered_map.hpp>
#include <cereal/types/unordered_set.hpp>
#include <cereal/types/utility.hpp>
#include <cereal/types/variant.hpp>
#include <cereal/types/vector.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#if !defined(ROCPROFILER_SDK_CEREAL_NAMESPACE_BEGIN) && !defined(ROCPROFILER_SDK_CEREAL_NAMESPACE_END)
#define ROCPROFILER_SDK_CEREAL_NAMESPACE_BEGIN namespace cereal {
#define ROCPROFILER_SDK_CEREAL_NAMESPACE_END }
#elif !defined(ROCPROFILER_SDK_CEREAL_NAMESPACE_BEGIN) || !defined(ROCPROFILER_SDK_CEREAL_NAMESPACE_END)
#error "define both ROCPROFILER_SDK_CEREAL_NAMESPACE_BEGIN and ROCPROFILER_SDK_CEREAL_NAMESPACE_END, or neither"
#endif

#ifndef ROCPROFILER_SDK_CXX_SERIALIZATION_LOAD_DEBUG
#define ROCPROFILER_SDK_CXX_SERIALIZATION_LOAD_DEBUG 0
#endif

namespace rocprofiler::sdk::serialization {

/// An argument of a traced call, as text.
struct buffer_tracing_args {
    std::string type = {};
    std::string name = {};
    std::string value = {};
};

/// The arguments of the call that a record is of. Empty for a kind without them.
template <class RecordT> std::vector<buffer_tracing_args> get_buffer_tracing_args(RecordT& record) {
    std::vector<buffer_tracing_args> result;
    rocprofiler_record_header_t header{};
    header.hash = rocprofiler_record_header_compute_hash(ROCPROFILER_BUFFER_CATEGORY_TRACING, record.kind);
    header.payload = const_cast<void*>(static_cast<const void*>(&record));
    rocprofiler_iterate_buffer_tracing_record_args(
        header,
        [](rocprofiler_buffer_tracing_kind_t, rocprofiler_tracing_operation_t, uint32_t, const void* const, int32_t,
           const char* type, const char* name, const char* value, void* data) {
            static_cast<std::vector<buffer_tracing_args>*>(data)->push_back({type, name, value});
            return 0;
        },
        &result);
    return result;
}

} // namespace rocprofiler::sdk::serialization

ROCPROFILER_SDK_CEREAL_NAMESPACE_BEGIN

namespace sdk = ::rocprofiler::sdk;

/// How members are written and read that are no plain values.
namespace serialized {

inline std::string text(const char* value) { return value != nullptr ? value : ""; }

inline std::string hex(rocprofiler_address_t address) { return sdk::utility::as_hex(address.handle, 16); }

inline std::string instruction(unsigned type) {
    return text(rocprofiler_get_pc_sampling_instruction_type_name(
        static_cast<rocprofiler_pc_sampling_instruction_type_t>(type)));
}

inline std::string reason(unsigned not_issued) {
    return text(rocprofiler_get_pc_sampling_instruction_not_issued_reason_name(
        static_cast<rocprofiler_pc_sampling_instruction_not_issued_reason_t>(not_issued)));
}

inline uint32_t bits(uint32_t word, unsigned first, unsigned width) {
    return word >> first & ((uint64_t{1} << width) - 1);
}

template <class T> sdk::container::c_array<T> array(T* base, size_t size) { return {base, base != nullptr ? size : 0}; }

template <class RecordT> auto arguments(const RecordT& record) {
    return sdk::serialization::get_buffer_tracing_args(record);
}

template <class ArchiveT, class T> void load(ArchiveT& ar, const char* name, T& value) {
    if constexpr (ROCPROFILER_SDK_CXX_SERIALIZATION_LOAD_DEBUG > 0) std::clog << "loading " << name << std::endl;
    ar(make_nvp(name, value));
}

template <class ArchiveT> void load(ArchiveT& ar, const char* name, const char*& value) {
    std::string text;
    load(ar, name, text);
    value = strdup(text.c_str());
}

template <class ArchiveT, class T, class CountT>
void load(ArchiveT& ar, const char* name, const T*& base, CountT& count) {
    std::vector<T> elements;
    load(ar, name, elements);
    auto* copy = new T[elements.size()];
    for (size_t i = 0; i < elements.size(); ++i) copy[i] = elements[i];
    base = copy;
    count = static_cast<CountT>(elements.size());
}

template <class ArchiveT> uint32_t load_bits(ArchiveT& ar, const char* name, unsigned first, unsigned width) {
    uint32_t value = 0;
    load(ar, name, value);
    return bits(value, 0, width) << first;
}

} // namespace serialized

ROCPROFILER_SDK_CEREAL_NAMESPACE_END
