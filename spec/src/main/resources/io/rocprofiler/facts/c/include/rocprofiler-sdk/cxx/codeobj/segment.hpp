// Which code object an address belongs to. C++14.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <stdexcept>

namespace rocprofiler {
namespace sdk {
namespace codeobj {
namespace segment {

using marker_id_t = size_t;

/// The addresses of a loaded code object. Equal means overlapping, so that a set finds the one around an address.
struct address_range_t {
    uint64_t addr{0};
    uint64_t size{0};
    marker_id_t id{0};

    bool operator==(const address_range_t& other) const { return !(*this < other) && !(other < *this); }
    /// A range without a size counts as one address.
    bool operator<(const address_range_t& other) const {
        return other.addr > addr && other.addr - addr >= (size == 0 ? 1 : size);
    }
    bool inrange(uint64_t address) const { return address >= addr && address - addr < size; }
};

/// Not for several threads at once: the last range found is kept.
class CodeobjTableTranslator : public std::set<address_range_t> {
    using Super = std::set<address_range_t>;

  public:
    /// Throws `std::out_of_range` for an address in no range.
    address_range_t find_codeobj_in_range(uint64_t address) {
        if (!cached_.inrange(address)) {
            const auto found = find(address_range_t{address, 0, 0});
            if (found == end()) throw std::out_of_range{"no code object at this address"};
            cached_ = *found;
        }
        return cached_;
    }

    void clear_cache() { cached_ = address_range_t{}; }

    /// Returns whether there was one.
    bool remove(const address_range_t& range) {
        clear_cache();
        return erase(range) != 0;
    }

    bool remove(uint64_t address) { return remove(address_range_t{address, 0, 0}); }

  private:
    address_range_t cached_{};
};

} // namespace segment
} // namespace codeobj
} // namespace sdk
} // namespace rocprofiler
