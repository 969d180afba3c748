// A C array and its length as a container. C++14.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>

namespace rocprofiler {
namespace sdk {
namespace container {

/// Refers to elements that belong to somebody else.
template <class T> class c_array {
  public:
    using value_type = T;

    c_array(T* base, size_t size) : base_{base}, size_{size} {}

    size_t size() const { return size_; }
    T* begin() const { return base_; }
    T* end() const { return base_ + size_; }
    operator T*() const { return base_; }

    /// Of any integer type: with one alone, the conversion to a pointer would be as good for some.
    template <class IndexT> T& operator[](IndexT index) const { return base_[index]; }

    T& at(size_t index) const {
        check(index < size_, index);
        return base_[index];
    }

    /// The elements from `start` up to `end`, without that one.
    c_array slice(size_t start, size_t end) const {
        check(end <= size_, end);
        check(start <= end, start);
        return c_array{base_ + start, end - start};
    }

    void pop_front() {
        check(size_ > 0, 0);
        ++base_;
        --size_;
    }

    void pop_back() {
        check(size_ > 0, 0);
        --size_;
    }

  private:
    void check(bool inside, size_t index) const {
        if (!inside) {
            throw std::out_of_range{"c_array: index " + std::to_string(index) + ", size " + std::to_string(size_)};
        }
    }

    T* base_;
    size_t size_;
};

template <class T> c_array<T> make_c_array(T* base, size_t size) { return c_array<T>{base, size}; }

} // namespace container
} // namespace sdk
} // namespace rocprofiler
