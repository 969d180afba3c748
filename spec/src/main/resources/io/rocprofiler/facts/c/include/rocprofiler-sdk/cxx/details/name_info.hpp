// Kinds and their operations by number and name: the containers. C++17.
#pragma once

#include <rocprofiler-sdk/cxx/details/mpl.hpp>
#include <rocprofiler-sdk/fwd.h>

#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

namespace rocprofiler::sdk::utility {

/// One kind: its name, and those of its operations by number.
template <class EnumT, class ValueT = std::string_view> struct name_info_impl {
    static_assert(mpl::string_support<ValueT>::value, "names are const char*, std::string_view or std::string");

    using support_type = mpl::string_support<ValueT>;
    using enum_type = EnumT;
    using value_type = ValueT;
    using return_type = typename support_type::return_type;
    using item_type = std::pair<rocprofiler_tracing_operation_t, const value_type*>;
    using item_array_t = std::vector<item_type>;

    EnumT value = {};
    ValueT name = support_type::default_value();
    std::vector<ValueT> operations = {};

    return_type operator()() const { return name; }
    /// The operation's name; throws `std::out_of_range`.
    return_type operator()(size_t operation) const { return operations.at(operation); }
    return_type operator[](size_t operation) const { return operations.at(operation); }

    /// All operations: number and name, which is here.
    item_array_t items() const {
        item_array_t result;
        result.reserve(operations.size());
        for (const auto& operation : operations) {
            result.emplace_back(static_cast<rocprofiler_tracing_operation_t>(result.size()), &operation);
        }
        return result;
    }
};

/// All kinds by number.
template <class EnumT, class ValueT = std::string_view> class name_info {
    using kind_type = name_info_impl<EnumT, ValueT>;
    using array_type = std::vector<kind_type>;

  public:
    using support_type = typename kind_type::support_type;
    using enum_type = EnumT;
    using value_type = ValueT;
    using return_type = typename kind_type::return_type;
    using item_type = const kind_type*;
    using item_array_t = std::vector<item_type>;

    void emplace(EnumT kind, const char* name) { grown(kind).name = support_type{}(name); }

    void emplace(EnumT kind, rocprofiler_tracing_operation_t operation, const char* name) {
        auto& operations = grown(kind).operations;
        const auto index = static_cast<size_t>(operation);
        if (operations.size() <= index) operations.resize(index + 1, support_type::default_value());
        operations[index] = support_type{}(name);
    }

    /// The name of a kind or an operation; throws `std::out_of_range`, as `[]` does.
    return_type at(EnumT kind) const { return (*this)[static_cast<size_t>(kind)](); }
    return_type at(EnumT kind, rocprofiler_tracing_operation_t operation) const {
        return (*this)[static_cast<size_t>(kind)](static_cast<size_t>(operation));
    }
    kind_type& operator[](size_t kind) { return kinds_.at(kind); }
    const kind_type& operator[](size_t kind) const { return kinds_.at(kind); }

    /// All kinds, which are here.
    item_array_t items() const {
        item_array_t result;
        result.reserve(kinds_.size());
        for (const auto& kind : kinds_) result.emplace_back(&kind);
        return result;
    }

    size_t size() const { return kinds_.size(); }
    auto begin() { return kinds_.begin(); }
    auto begin() const { return kinds_.begin(); }
    auto end() { return kinds_.end(); }
    auto end() const { return kinds_.end(); }

  private:
    kind_type& grown(EnumT kind) {
        const auto index = static_cast<size_t>(kind);
        while (kinds_.size() <= index) {
            const auto next = static_cast<EnumT>(kinds_.size());
            kinds_.emplace_back().value = next;
        }
        return kinds_[index];
    }

    array_type kinds_ = {};
};

} // namespace rocprofiler::sdk::utility

// Clients of AMD's include either of the two headers.
#include <rocprofiler-sdk/cxx/name_info.hpp>
