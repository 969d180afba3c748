// Numbers as text. C++17.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

namespace rocprofiler {
namespace sdk {
namespace utility {

/// `0x` and the digits of an integer or a pointer, at least `width` of them: `as_hex(255, 4)` is "0x00ff". A negative
/// number has the digits of its two's complement.
template <class T> std::string as_hex(T value, size_t width = 0) {
    static_assert(std::is_integral<T>::value || std::is_pointer<T>::value, "an integer or a pointer");
    uint64_t rest = 0;
    if constexpr (std::is_pointer<T>::value) {
        rest = reinterpret_cast<uintptr_t>(value);
    } else if constexpr (std::is_same<T, bool>::value) {
        rest = value ? 1 : 0;
    } else {
        rest = static_cast<std::make_unsigned_t<T>>(value);
    }
    std::string digits;
    do {
        digits.insert(digits.begin(), "0123456789abcdef"[rest % 16]);
        rest /= 16;
    } while (rest != 0);
    return "0x" + std::string(digits.size() < width ? width - digits.size() : 0, '0') + digits;
}

} // namespace utility
} // namespace sdk
} // namespace rocprofiler
