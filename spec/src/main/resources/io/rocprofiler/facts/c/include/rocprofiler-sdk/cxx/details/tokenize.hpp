// Text in pieces. C++17.
#pragma once

#include <rocprofiler-sdk/cxx/details/mpl.hpp>

#include <cstddef>
#include <sstream>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace rocprofiler::sdk::parse {

/// The predicate of `tokenize` that leaves a piece as it is.
struct unchanged {
    std::string_view operator()(std::string_view piece) const { return piece; }
};

namespace detail {

/// Adds what the predicate makes of a piece: it takes a `std::string_view` or a `std::string`.
template <class ContainerT, class PredicateT>
void add(ContainerT& pieces, std::string_view piece, PredicateT& predicate) {
    using element = typename ContainerT::value_type;
    if constexpr (std::is_invocable_v<PredicateT&, std::string_view>) {
        mpl::emplace(pieces, element{predicate(piece)});
    } else {
        mpl::emplace(pieces, element{predicate(std::string{piece})});
    }
}

} // namespace detail

/// The pieces between any of the characters in `delimiters`, without empty ones: "a,b c" is a, b and c.
template <class ContainerT = std::vector<std::string>, class PredicateT = unchanged>
ContainerT tokenize(std::string_view text, std::string_view delimiters = "\"',;: ", PredicateT&& predicate = {}) {
    ContainerT pieces;
    for (size_t start = text.find_first_not_of(delimiters); start != std::string_view::npos;) {
        const size_t end = text.find_first_of(delimiters, start);
        detail::add(pieces, text.substr(start, end - start), predicate);
        start = text.find_first_not_of(delimiters, end);
    }
    return pieces;
}

/// The pieces between the texts in `delimiters`, with empty ones: "a::::b::" between "::" is a, "", b and "".
template <class ContainerT = std::vector<std::string>, class DelimiterT = std::string_view,
          class PredicateT = unchanged>
ContainerT tokenize(std::string_view text, const std::vector<DelimiterT>& delimiters, PredicateT&& predicate = {}) {
    ContainerT pieces;
    for (size_t start = 0;;) {
        size_t end = std::string_view::npos;
        size_t length = 0;
        for (const auto& delimiter : delimiters) {
            const std::string_view one{delimiter};
            const size_t found = one.empty() ? std::string_view::npos : text.find(one, start);
            if (found < end || (found == end && found != std::string_view::npos && one.size() > length)) {
                end = found;
                length = one.size();
            }
        }
        detail::add(pieces, text.substr(start, end - start), predicate);
        if (end == std::string_view::npos) return pieces;
        start = end + length;
    }
}

/// The value that a stream reads from the text; a default one where it reads none.
template <class T> T from_string(const std::string& text) {
    T value{};
    std::istringstream{text} >> value;
    return value;
}

template <class T> T from_string(const char* text) { return from_string<T>(std::string{text}); }

/// Replaces each stretch from the marker `begin` up to the next marker `end`, without that one, by what the predicate
/// makes of it.
template <class PredicateT>
std::string str_transform(std::string_view input, std::string_view begin, std::string_view end,
                          PredicateT&& predicate) {
    std::string result;
    for (;;) {
        const size_t start = input.find(begin);
        const size_t stop = start == std::string_view::npos ? start : input.find(end, start + begin.size());
        if (stop == std::string_view::npos || begin.empty()) return result.append(input);
        result.append(input.substr(0, start));
        result.append(predicate(std::string{input.substr(start, stop - start)}));
        input.remove_prefix(stop);
        if (begin == end) {
            result.append(input.substr(0, end.size()));
            input.remove_prefix(end.size());
        }
    }
}

/// The text without those characters at either end. One that has no others stays as it is, as in AMD's tokenize.hpp.
inline std::string strip(std::string&& text, std::string_view characters) {
    const size_t start = text.find_first_not_of(characters);
    if (start == std::string::npos) return std::move(text);
    return text.substr(start, text.find_last_not_of(characters) + 1 - start);
}

} // namespace rocprofiler::sdk::parse
