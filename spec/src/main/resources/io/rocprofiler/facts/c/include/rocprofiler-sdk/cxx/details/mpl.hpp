// Questions about types, for the other helpers. C++17.
#pragma once

#include <cstddef>
#include <ostream>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace rocprofiler::sdk::mpl {

/// For `static_assert` in a branch that no type may reach.
template <class... T> struct assert_false : std::false_type {};

/// The type without reference, const and volatile.
template <class T> struct unqualified_identity { using type = std::remove_cv_t<std::remove_reference_t<T>>; };

template <class T> using unqualified_identity_t = typename unqualified_identity<T>::type;

template <class A, class B>
struct is_same_unqualified_identity : std::is_same<unqualified_identity_t<A>, unqualified_identity_t<B>> {};

template <class T>
struct is_string_type
    : std::disjunction<std::is_same<unqualified_identity_t<T>, std::string>,
                       std::is_same<unqualified_identity_t<T>, std::string_view>, std::is_same<std::decay_t<T>, char*>,
                       std::is_same<std::decay_t<T>, const char*>> {};

/// Types that hold a name: how one is made of a C string, NULL included.
template <class T> struct string_support : std::false_type {};

template <> struct string_support<const char*> : std::true_type {
    using type = const char*;
    using return_type = const char*;
    static constexpr return_type default_value() { return ""; }
    constexpr return_type operator()(const char* text) const { return text != nullptr ? text : default_value(); }
};

template <> struct string_support<std::string_view> : std::true_type {
    using type = std::string_view;
    using return_type = std::string_view;
    static constexpr return_type default_value() { return {}; }
    constexpr return_type operator()(const char* text) const {
        return text != nullptr ? return_type{text} : default_value();
    }
};

template <> struct string_support<std::string> : std::true_type {
    using type = std::string;
    using return_type = std::string;
    static return_type default_value() { return {}; }
    return_type operator()(const char* text) const { return text != nullptr ? return_type{text} : default_value(); }
};

namespace detected {

template <class T> using empty = decltype(std::declval<const T&>().empty());
template <class T> using print = decltype(std::declval<std::ostream&>() << std::declval<const T&>());
template <class T> using iterate = decltype(std::declval<T&>().begin() != std::declval<T&>().end());
template <class T> using traits_of = typename T::traits_type;
template <class T> using value_of = typename T::value_type;
template <class T> using key_of = typename T::key_type;
template <class T> using mapped_of = typename T::mapped_type;
template <class T, class... Args>
using emplace_back = decltype(std::declval<T&>().emplace_back(std::declval<Args>()...));
template <class T> using reserve = decltype(std::declval<T&>().reserve(size_t{}));

template <class Void, template <class...> class Expression, class... T> struct is : std::false_type {};
template <template <class...> class Expression, class... T>
struct is<std::void_t<Expression<T...>>, Expression, T...> : std::true_type {};

} // namespace detected

template <class T> struct has_empty_member_function : detected::is<void, detected::empty, T> {};
template <class T> struct can_stringify : detected::is<void, detected::print, T> {};
template <class T> struct is_iterable : detected::is<void, detected::iterate, T> {};
template <class T> using supports_ostream = can_stringify<T>;

/// Whether the type has such a member type; the argument is there for AMD's callers, who pass 0.
template <class T> constexpr bool has_traits(int) { return detected::is<void, detected::traits_of, T>::value; }
template <class T> constexpr bool has_value_type(int) { return detected::is<void, detected::value_of, T>::value; }
template <class T> constexpr bool has_key_type(int) { return detected::is<void, detected::key_of, T>::value; }
template <class T> constexpr bool has_mapped_type(int) { return detected::is<void, detected::mapped_of, T>::value; }

/// Whether there is nothing in a text or a container. Other values are never empty.
template <class T> constexpr bool is_empty(const T& value) {
    if constexpr (std::is_pointer_v<T> && is_string_type<T>::value) {
        return value == nullptr || *value == '\0';
    } else if constexpr (is_string_type<T>::value) {
        return std::string_view{value}.empty();
    } else if constexpr (has_empty_member_function<T>::value) {
        return value.empty();
    } else {
        return false;
    }
}

/// Adds an element at the end of a sequence, or where it belongs in a set or map.
template <class ContainerT, class... Args> decltype(auto) emplace(ContainerT& container, Args&&... args) {
    if constexpr (detected::is<void, detected::emplace_back, ContainerT, Args...>::value) {
        return container.emplace_back(std::forward<Args>(args)...);
    } else {
        return container.emplace(std::forward<Args>(args)...);
    }
}

/// Makes room for `count` elements where a container can. Returns whether it can.
template <class ContainerT> bool reserve([[maybe_unused]] ContainerT& container, [[maybe_unused]] size_t count) {
    if constexpr (detected::is<void, detected::reserve, ContainerT>::value) {
        container.reserve(count);
        return true;
    } else {
        return false;
    }
}

} // namespace rocprofiler::sdk::mpl
