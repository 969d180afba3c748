// Values as one text, with delimiters between them. C++17.
#pragma once

#include <rocprofiler-sdk/cxx/details/mpl.hpp>

#include <sstream>
#include <string>
#include <string_view>
#include <type_traits>

namespace rocprofiler::sdk::join {

/// Whether texts among the values get quotation marks.
struct NoQuoteStrings {};
struct QuoteStrings {};

struct config {
    std::string_view delimiter = {};
    std::string_view prefix = {};
    std::string_view suffix = {};
};

template <class T> std::string quoted(const T& value) {
    std::ostringstream text;
    text << '"' << value << '"';
    return text.str();
}

/// `join(config{", ", "(", ")"}, 1, "a")` is "(1, a)".
template <class QuotesT = NoQuoteStrings, class... Args> std::string join(const config& how, const Args&... args) {
    std::ostringstream text;
    [[maybe_unused]] std::string_view delimiter = {};
    [[maybe_unused]] const auto add = [&](const auto& value) {
        text << delimiter;
        if constexpr (std::is_same_v<QuotesT, QuoteStrings> && mpl::is_string_type<decltype(value)>::value) {
            text << quoted(value);
        } else {
            text << value;
        }
        delimiter = how.delimiter;
    };
    text << how.prefix;
    (add(args), ...);
    text << how.suffix;
    return text.str();
}

template <class QuotesT = NoQuoteStrings, class... Args>
std::string join(std::string_view delimiter, const Args&... args) {
    return join<QuotesT>(config{delimiter, {}, {}}, args...);
}

} // namespace rocprofiler::sdk::join
